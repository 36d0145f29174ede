"""Draws a level with debug overlays: ``overlays.py LEVEL FRAMES PICTURE OVERLAY …``."""

import sys

import blobsmith
from matplotlib import pyplot

level, frames, picture, *overlays = sys.argv[1:]
world = blobsmith.World.from_file(level)
world.set_tracing(True)
world.step(int(frames))
figure, axes = pyplot.subplots(figsize=(10, 5), layout="constrained")
blobsmith.plot(world, axes, overlays=overlays)
figure.savefig(picture, dpi=100)
