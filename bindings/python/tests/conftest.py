"""Paths and a small level that several tests use."""

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
GALLERY = ROOT / "levels"

LEVEL = {
    "format": 2,
    "name": "Test",
    "tags": ["small"],
    "properties": {"lives": 3, "gravity": 1.5, "words": ["a", "b"], "deep": {"on": True}},
    "world": {"gravity": [0, 0], "substeps": 4},
    "bodies": [
        {
            "id": "hero",
            "name": "Hero",
            "tags": ["player"],
            "properties": {"hp": 3},
            "gas": 0,
            "nodes": [
                {"position": [0, 0], "label": "foot"},
                {"position": [2, 0]},
                {"position": [0, 2]},
            ],
            "hull": [[0, 1], [1, 2], [2, 0]],
            "triangles": [[0, 1, 2]],
        }
    ],
    "discs": [{"id": "ball", "position": [10, 0], "radius": 1, "mass": 2}],
    "obstacles": [{"id": "ground", "shape": {"Line": [[0, -5], [1, 0]]}}],
    "markers": [{"id": "start", "shape": {"Rect": [[0, 0], [1, 2]]}, "properties": {"order": 1}}],
}


@pytest.fixture
def text():
    return json.dumps(LEVEL)


@pytest.fixture
def world(text):
    import blobsmith

    return blobsmith.World.from_text(text)
