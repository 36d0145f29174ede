"""Table of overhead: a native frame against a frame from Python, in turns, and the time of reading positions.

    python overhead.py NATIVE LEVEL

NATIVE is the program of `cargo build --release -p blobsmith-engine --example play_time`. Every round has the same frames. Other work of the
machine makes a frame slower, never faster, so each frame counts with its fastest round.
"""

import json
import subprocess
import sys
import time
import timeit

import numpy as np

import blobsmith

FRAMES = 300
ROUNDS = 9


def native(program, level):
    """The last hash, and nanoseconds per frame."""
    output = subprocess.run([program, level, str(FRAMES)], check=True, capture_output=True, text=True).stdout
    hash_text, *nanoseconds = output.split()
    return hash_text, np.array(nanoseconds, dtype=np.int64)


def python(level):
    """The last hash, and nanoseconds per frame."""
    world = blobsmith.World.from_file(level)
    nanoseconds = []
    for _ in range(FRAMES):
        started = time.perf_counter_ns()
        world.step()
        world.all_positions()
        nanoseconds.append(time.perf_counter_ns() - started)
    return world.hash, np.array(nanoseconds)


def in_turns(program, level):
    """Mean native and Python frame in microseconds."""
    rounds = [(native(program, level), python(level)) for _ in range(ROUNDS)]
    if len({hash_text for both in rounds for hash_text, _ in both}) != 1:
        sys.exit("overhead: the hashes differ")
    return [np.min([both[side][1] for both in rounds], axis=0).mean() / 1e3 for side in (0, 1)]


def reading():
    """Microseconds for the positions of 1,000 nodes, by call."""
    nodes = [{"position": [node, 0]} for node in range(1000)]
    world = blobsmith.World.from_text(json.dumps({"format": 2, "bodies": [{"id": "long", "nodes": nodes}]}))
    body, out = world.body("long"), np.empty((1000, 2))
    calls = {
        "positions(body)": lambda: world.positions(body),
        "positions_into(body, out)": lambda: world.positions_into(body, out),
        "all_positions()": world.all_positions,
        "positions_view(body)": lambda: world.positions_view(body),
    }
    return {name: 1e6 * min(timeit.repeat(call, number=2000, repeat=9)) / 2000 for name, call in calls.items()}


def main(program, level):
    fast, slow = in_turns(program, level)
    print(f"| a frame with its positions, {level} | µs | overhead |\n| --- | ---: | ---: |")
    print(f"| native | {fast:.1f} | |\n| Python | {slow:.1f} | {100 * (slow / fast - 1):.1f} % |\n")
    print("| positions of 1,000 nodes | µs |\n| --- | ---: |")
    for name, time_ in reading().items():
        print(f"| `{name}` | {time_:.2f} |")


main(*sys.argv[1:])
