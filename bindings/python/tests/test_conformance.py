"""The conformance kit: every case has the hash of every step."""

import json

import pytest
from conftest import ROOT

from blobsmith import Prefab, World

KIT = ROOT / "bindings" / "conformance"
CASES = json.loads((KIT / "cases.json").read_text(encoding="utf-8"))


def perform(world, operation, snapshots):
    do = operation["do"]
    if do == "spawn":
        prefab = Prefab.from_text((KIT / operation["prefab"]).read_text(encoding="utf-8"))
        placement = {name: operation[name] for name in ("angle_deg", "mirror", "velocity", "id")}
        world.spawn(prefab, operation["position"], **placement)
    elif do == "remove":
        world.remove(world.instance(operation["instance"]))
    elif do == "remove_body":
        world.remove(world.body(operation["body"]))
    elif do == "impulse":
        world.apply_impulse(operation["body"], operation["impulse"])
    elif do == "force":
        world.apply_force(operation["body"], operation["force"])
    elif do == "snapshot":
        snapshots.append(world.snapshot())
    elif do == "restore":
        world.restore(snapshots[-1])
    else:
        raise ValueError(f"unknown operation {do}")


def test_kit_has_the_known_version_and_cases():
    assert CASES["kit"] == 1 and len(CASES["cases"]) >= 71


@pytest.mark.parametrize("case", CASES["cases"], ids=lambda case: case["name"])
def test_case_has_the_hash_of_every_step(case):
    world = World.from_text((ROOT / case["level"]).read_text(encoding="utf-8"))
    expected = (KIT / case["hashes"]).read_text(encoding="utf-8").split()
    assert len(expected) == case["steps"] + 1
    hashes, snapshots = [world.hash], []
    for step in range(case["steps"]):
        for operation in case.get("script", []):
            if operation["at"] == step:
                perform(world, operation, snapshots)
        world.step()
        hashes.append(world.hash)
    assert hashes == expected
