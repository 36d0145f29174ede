"""Pictures with matplotlib, the notebook widget, and the examples of the manual."""

import doctest
import re

import numpy as np
import pytest
from conftest import ROOT

import blobsmith

BALL = '{"format": 2, "discs": [{"id": "ball", "position": [0, 0], "radius": 0.5}]}'


@pytest.fixture
def axes():
    figures = pytest.importorskip("matplotlib.figure")
    return figures.Figure().add_subplot()


@pytest.fixture
def view(world):
    return pytest.importorskip("blobsmith.widget").View(world)


def test_plot_draws_hulls_discs_links_and_obstacles(world, axes):
    world.connect_stick("ball", (12, 0), length=2)
    assert blobsmith.plot(world, axes) is axes
    hull, disc = axes.patches
    assert set(map(tuple, hull.get_path().vertices)) == {(0, 0), (2, 0), (0, 2)}
    assert (disc.center, disc.radius) == ((10, 0), 1)
    assert [line.get_xy1() for line in axes.lines] == [(0, -5)]
    assert [len(lines.get_segments()) for lines in axes.collections] == [0, 0, 1]
    axes.figure.canvas.draw()


def test_plot_of_every_kind_of_level_draws(axes):
    for level in ("14-container", "29-ropes-of-sticks", "31-obstacles", "32-newtons-cradle", "61-rope-bridge"):
        axes.clear()
        blobsmith.plot(blobsmith.World.from_file(ROOT / "levels" / f"{level}.ron"), axes)
        axes.figure.canvas.draw()


def test_plot_without_springs_leaves_springs_and_sticks_out(axes):
    world = blobsmith.World.from_file(ROOT / "levels" / "22-trampoline.ron")
    blobsmith.plot(world, axes, springs=False)
    assert sum(len(lines.get_segments()) for lines in axes.collections) == 0
    axes.clear()
    blobsmith.plot(world, axes)
    assert len(axes.collections[0].get_segments()) == len(world.springs()) > 0


def test_view_records_every_frame_that_it_steps(world, view):
    sent = []
    view.send = lambda message, buffers: sent.append((message, buffers))
    world.set_velocity("ball", (1, 0))
    view.step(2)
    (message, buffers), = sent
    assert (message["first"], message["numbers"], message["shape_of"], len(view)) == (1, [1, 2], [0, 0], 3)
    numbers = np.frombuffer(buffers[1], "<f4").reshape(-1, 2)
    # Three nodes, then the disc.
    assert numbers[:3].tolist() == world.positions("hero").tolist() and numbers[3].tolist() == [12, 0]
    shape = message["shapes"]["0"]
    assert (shape["points"], shape["radii"]) == (3, [1])
    assert shape["obstacles"] == [["line", [[0, -5], [1, 0]], 0]]


def test_view_answers_the_page(view):
    sent = []
    view.send = lambda message, buffers: sent.append(message)
    for content in ({"do": "step", "frames": 3}, {"do": "step", "frames": 10**9}, {"do": "open"}, {"do": "none"}):
        view._handle_custom_msg(content, [])
    # A page cannot step more than 60 frames at once.
    assert [len(message["numbers"]) for message in sent] == [3, 60, 64]


def test_view_sends_a_new_shape_after_a_spawn(world, view):
    sent = []
    view.send = lambda message, buffers: sent.append(message)
    world.spawn(blobsmith.Prefab.from_text(BALL), (0, 5))
    view.step()
    assert sent[0]["shape_of"] == [1] and sent[0]["shapes"]["1"]["radii"] == [1, 0.5]


def test_view_stops_recording_at_its_limit(world, view, monkeypatch):
    monkeypatch.setattr("blobsmith.widget.MOST_FRAMES", 3)
    view.step(10)
    assert (len(view), world.frame) == (3, 2)
    view.step()
    assert world.frame == 2
    with pytest.raises(ValueError, match="has recorded 3 frames"):
        view.record()


def test_first_example_is_in_the_manual_and_has_ten_lines():
    first = (ROOT / "bindings/python/examples/first.py").read_text(encoding="utf-8")
    assert first in (ROOT / "docs/python.md").read_text(encoding="utf-8")
    assert len(first.splitlines()) <= 10


def test_manual_names_every_method_of_world():
    manual = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    # The table of lookups names bodies; the other kinds follow the same pattern.
    others = r"(disc|obstacle|link|instance)(s|s_with_tag|_named)?"
    methods = [name for name in dir(blobsmith.World) if not name.startswith("_") and not re.fullmatch(others, name)]
    missing = [name for name in methods if not re.search(rf"\b{name}\b", manual)]
    assert len(methods) > 70 and missing == []


def test_docstring_of_the_package_runs():
    assert doctest.testmod(blobsmith) == (0, 4)


def test_public_classes_and_methods_have_docstrings():
    classes = [vars(blobsmith)[name] for name in blobsmith.__all__ if isinstance(vars(blobsmith)[name], type)]
    methods = [(owner, name) for owner in classes for name in vars(owner) if not name.startswith("_")]
    plain = {"id", "name", "tags", "properties", "notes", "kinetic", "gravity", "spring", "gas", *dir(blobsmith.PartCounts)}
    missing = [(owner, name) for owner, name in methods if name not in plain and not getattr(owner, name).__doc__]
    assert len(classes) > 20 and all(owner.__doc__ for owner in classes) and missing == []
