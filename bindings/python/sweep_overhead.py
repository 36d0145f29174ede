"""Overhead of a sweep on a Dask cluster of this machine, against threads of one process.

    python sweep_overhead.py LEVEL [MILLISECONDS] [CELLS] [THOUSANDS]

The number of frames is chosen so that a cell takes so many milliseconds (50) in one thread. Both ways use one worker for each
processor, in turns. Other work of the machine makes a round slower, never faster, so the fastest round counts. Then the memory and
the file of so many thousand cells (1000).
"""

import os
import resource
import sys
import tempfile
import time
from pathlib import Path

from distributed import Client, LocalCluster

import blobsmith

ROUNDS = 3
DISC = '{"format": 2, "world": {"substeps": 1}, "discs": [{"id": "ball", "position": [0, 0], "radius": 1}]}'


def main(level, milliseconds=50, cells=400, thousands=1000):
    milliseconds, cells = float(milliseconds), int(cells)
    vary, measures = {"bodies[0].gas*": f"0.9..1.1:{cells}"}, {"energy": "energy.total"}

    def run(frames, **where):
        started = time.perf_counter()
        table = blobsmith.sweep(level, vary, measures, frames=frames, **where)
        return time.perf_counter() - started, table

    frames = 100
    few = {"bodies[0].gas*": "0.9..1.1:10"}
    fastest = 1e9
    for _ in range(ROUNDS):
        started = time.perf_counter()
        blobsmith.sweep(level, few, measures, frames=frames, threads=1)
        fastest = min(fastest, (time.perf_counter() - started) / 10)
    frames = max(1, round(frames * milliseconds / 1000 / fastest))
    count = os.cpu_count()
    with LocalCluster(n_workers=count, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        here, there = [], []
        for _ in range(ROUNDS):
            seconds, table = run(frames, threads=count)
            here.append(seconds)
            seconds, same = run(frames, client=client)
            there.append(seconds)
            assert same["energy"].tobytes() == table["energy"].tobytes()
    one, two = min(here), min(there)
    print(f"{cells} cells of {1000 * one * count / cells:.1f} ms ({frames} frames), {count} processors")
    print(f"threads of one process: {one:.2f} s; Dask, {count} workers: {two:.2f} s; overhead {100 * (two / one - 1):.1f} %")
    large(int(thousands))


def large(thousands):
    """Memory and file of so many thousand cells, each of which is one frame of a disc."""
    mebibytes = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    before, started = mebibytes(), time.perf_counter()
    vary = {"discs[0].position[0]": f"0..1:{thousands}", "discs[0].velocity[0]": "0.1..2.345678:1000"}
    table = blobsmith.sweep(DISC, vary, {"x": "disc(0).x"}, frames=1)
    seconds, memory = time.perf_counter() - started, mebibytes() - before
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sweep.parquet"
        table.write_parquet(path)
        size = path.stat().st_size
    size_of_row = size / len(table)
    print(f"{len(table)} cells of one frame: {seconds:.0f} s, {memory:.0f} MiB of the client, {size_of_row:.0f} bytes a row of Parquet")


if __name__ == "__main__":
    main(*sys.argv[1:])
