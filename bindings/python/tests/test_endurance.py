"""10,000 parts that come and go: the hash of the conformance kit, and no growing memory."""

import json
import os
import sys

from conftest import ROOT

from blobsmith import Prefab, World

KIT = ROOT / "bindings" / "conformance"


def resident_bytes():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_spawning_for_10_000_frames_keeps_memory_and_has_the_hash():
    plan = json.loads((KIT / "endurance.json").read_text(encoding="utf-8"))
    assert plan["frames"] == 10_000
    prefab = Prefab.from_text((KIT / plan["prefab"]).read_text(encoding="utf-8"))
    world = World.from_text((ROOT / plan["level"]).read_text(encoding="utf-8"))
    before = 0
    for frame in range(plan["frames"]):
        world.spawn(prefab, [frame * 37 % 24 - 12, 8], id=f"part-{frame}")
        if frame >= plan["alive"]:
            world.remove(world.instance(f"part-{frame - plan['alive']}"))
        world.step()
        world.take_events()
        if frame == 1000 and sys.platform == "linux":
            before = resident_bytes()
    assert world.hash == plan["hash"]
    if sys.platform == "linux":
        # One leaked part of 16 nodes and 42 springs per frame would be over 30 MB.
        assert resident_bytes() - before < 8 << 20
