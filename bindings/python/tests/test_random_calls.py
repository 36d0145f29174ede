"""Random calls with good and bad arguments: every refusal is an exception of the package, and equal calls give equal hashes."""

import json
import random

import numpy as np
import pytest
from conftest import LEVEL

import blobsmith

PARTS = {
    "format": 2,
    "bodies": [
        {
            "id": "rag",
            "nodes": [{"position": [0, 0], "label": "a"}, {"position": [1, 0]}, {"position": [0, 1]}],
            "springs": [{"a": 0, "b": 1, "rest_length": 1, "stiffness": 0.2, "damping": 0.1}],
            "hull": [[0, 1], [1, 2], [2, 0]],
            "triangles": [[0, 1, 2]],
        }
    ],
    "discs": [{"id": "ball", "position": [2, 0], "radius": 0.5, "tags": ["round"]}],
    "links": [{"id": "rope", "a": {"node": [0, 1]}, "b": {"disc": 0}, "kind": {"Stick": {"length": 1}}}],
}
NUMBERS = [0.0, -0.0, 1.0, -1.0, 0.1, 3.5, 1e-300, 1e300, -1e308, float("nan"), float("inf"), float("-inf")]
KINDS = [blobsmith.Body, blobsmith.Disc, blobsmith.Obstacle, blobsmith.Link, blobsmith.Instance]


class Caller:
    """Makes one random call at a time on two worlds, which swap snapshots."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.worlds = [blobsmith.World.from_text(json.dumps(level)) for level in (LEVEL, PARTS)]
        self.prefab = blobsmith.Prefab.from_text(json.dumps(PARTS))
        self.handles, self.hands, self.snapshots, self.refused = [], [], [], 0

    def number(self):
        often = self.random.random() < 0.8
        return self.random.uniform(-5, 5) if often else self.random.choice(NUMBERS)

    def point(self):
        return (self.number(), self.number())

    def any_part(self):
        choice = self.random.random()
        if choice < 0.7 and self.handles:
            return self.random.choice(self.handles[-200:])
        if choice < 0.8:
            return self.random.choice(["hero", "ball", "ground", "rag", "rope", "spawn-1/rag", "spawn-2/ball", "none", ""])
        return self.random.choice(KINDS).from_bits(self.random.choice([0, 1, 2**32, 2**33 + 1, 2**64 - 1]))

    def movable(self):
        node = self.random.choice([0, 1, 2, 3, 2**40])
        return (self.any_part(), node) if self.random.random() < 0.4 else self.any_part()

    def end(self):
        return self.point() if self.random.random() < 0.3 else self.movable()

    def hand(self):
        return self.random.choice(self.hands) if self.hands else blobsmith.Hand.from_bits(7)

    def call(self):
        world, kind = self.random.choice(self.worlds), self.random.randrange(20)
        part, point, flag = self.any_part(), self.point(), self.random.random() < 0.5
        if kind < 3:
            world.step(self.random.randrange(4))
        elif kind == 3:
            world.advance(self.number())
        elif kind == 4:
            if world.part_counts.discs < 60:
                placement = {"angle_deg": self.number(), "mirror": flag, "velocity": self.point()}
                instance = world.spawn(self.prefab, point, **placement)
                self.handles += [instance, *world.parts_of_instance(instance)]
        elif kind == 5:
            world.remove(part)
        elif kind == 6:
            self.snapshots = [*self.snapshots[-4:], world.snapshot()]
        elif kind == 7 and self.snapshots:
            world.restore(self.random.choice(self.snapshots))
        elif kind == 8:
            self.handles.append(world.connect_stick(self.end(), self.end(), length=self.number(), collide=flag))
        elif kind == 9:
            springs = {"rest_length": self.number(), "stiffness": self.number(), "damping": self.number()}
            self.handles.append(world.connect_spring(self.end(), self.end(), **springs))
        elif kind == 10:
            world.switch_link(part, flag)
        elif kind == 11:
            self.hands = [*self.hands[-9:], world.grab(self.movable(), point)]
        elif kind == 12:
            self.random.choice([world.release, lambda hand: world.move_hand(hand, point)])(self.hand())
        elif kind == 13:
            moves = [world.set_velocity, world.apply_impulse, world.apply_force, world.teleport, world.teleport_to]
            self.random.choice(moves)(self.movable(), point)
        elif kind == 14:
            self.random.choice([world.pin, world.unpin])(part, self.random.randrange(4))
        elif kind == 15:
            self.random.choice([world.set_interpolation, world.set_contact_events])(flag)
        elif kind == 16:
            world.take_events(), world.draw(), world.draw_between(self.random.random())
        elif kind == 17:
            queries = [world.overlap_circle, world.nearest_node]
            self.random.choice(queries)(point, self.number())
        elif kind == 18:
            world.raycast_all(point, self.point(), self.number())
            world.sweep_circle(point, abs(self.number()), self.point())
        else:
            names = ["positions", "velocities", "barycentre", "area", "energy", "aabb", "disc_position", "link_points", "info"]
            getattr(world, self.random.choice(names))(part)

    def run(self, calls):
        for _ in range(calls):
            try:
                self.call()
            except (blobsmith.BlobsmithError, TypeError):
                self.refused += 1
        return [world.hash for world in self.worlds]


@pytest.mark.parametrize("seed", range(20))
def test_random_calls_are_refused_or_done_and_repeat(seed):
    callers = [Caller(seed), Caller(seed)]
    with np.errstate(all="ignore"):
        hashes = [caller.run(500) for caller in callers]
    assert hashes[0] == hashes[1]
    # Both outcomes are tested.
    assert 50 < callers[0].refused < 450
