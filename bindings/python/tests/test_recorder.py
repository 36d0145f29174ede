"""Flight recorder and live link."""

import json
import socket

import pytest

import blobsmith
from blobsmith import World

FALLING = '{"format": 2, "world": {"gravity": [0, -0.02]}, "discs": [{"id": "ball", "position": [0, 9], "radius": 1}]}'


def test_flight_has_the_frames_and_the_hash_of_the_game(tmp_path):
    world = World.from_text(FALLING)
    with pytest.raises(blobsmith.BlobsmithError):
        world.flight()
    world.set_recorder(20, keyframe_every=5)
    world.step(33)
    flight = world.flight("a test")
    assert flight.frames == (10, 33)
    recording = json.loads(flight.text())
    assert recording["source"]["reason"] == "a test"
    hashes = recording["branches"][0]["hashes"]
    assert len(hashes) == 24 and hashes[-1].split()[0] == world.hash
    flight.save(tmp_path / "a.run.json")
    assert json.loads((tmp_path / "a.run.json").read_text()) == recording
    assert world.take_fault_flight() is None
    world.set_recorder(None)
    with pytest.raises(blobsmith.BlobsmithError):
        world.flight()


def test_condition_keeps_the_flight_that_led_to_it():
    world = World.from_text(FALLING)
    with pytest.raises(blobsmith.BlobsmithError, match="set_recorder"):
        world.record_when("frame > 7")
    world.set_recorder()
    with pytest.raises(blobsmith.BlobsmithError, match=r"frame >\n +\^"):
        world.record_when("frame >")
    world.record_when("frame > 7")
    world.step(7)
    assert world.take_condition_flight() is None
    world.step(1)
    hash_then = world.hash
    world.step(8)
    flight = world.take_condition_flight()
    assert flight.frames == (0, 8)
    assert json.loads(flight.text())["branches"][0]["hashes"][-1].split()[0] == hash_then
    world.record_when(None)
    assert world.take_condition_flight() is None


def test_link_answers_the_protocol():
    world = World.from_text(FALLING)
    address = world.start_link()
    port, token = address.removeprefix("blobsmith-link://127.0.0.1:").split("/")
    with socket.create_connection(("127.0.0.1", int(port)), timeout=10) as peer:
        lines = peer.makefile("rw", encoding="utf-8")

        def send(message):
            lines.write(json.dumps(message) + "\n")
            lines.flush()

        send({"blobsmith_link": 1, "token": token})
        assert json.loads(lines.readline())["blobsmith_link"] == 1
        send({"do": "pause"})
        while not world.is_paused:
            world.step()
        assert json.loads(lines.readline())["status"]["paused"] is True
        frame = world.frame
        world.step(5)
        assert world.frame == frame
        # The file holds the connection open.
        lines.close()
    while world.is_paused:
        world.step()
    world.stop_link()
