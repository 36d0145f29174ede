"""Debug overlays: arrays, errors, and pictures with matplotlib."""

import numpy as np
import pytest
from conftest import ROOT

import blobsmith

THROWN = '{"format": 2, "discs": [{"id": "ball", "position": [3, 4], "velocity": [2, 0], "radius": 1}]}'
TWO = """{"format": 2, "world": {"gravity": [0, 0]}, "bodies": [{"nodes": [{"position": [0, 0]}, {"position": [2, 0]}],
    "springs": [{"a": 0, "b": 1, "rest_length": 1}]}]}"""


def offered():
    return [overlay.name for overlay in blobsmith.overlay_names() if overlay.is_offered]


def test_overlay_names_are_those_of_the_editor():
    names = [overlay.name for overlay in blobsmith.overlay_names()]
    assert {"boxes", "force-total", "contacts", "verdict", "edge-map"} <= set(offered()) < set(names)
    assert set(names) - set(offered()) == {"ghosts", "contact-heat", "trails"}
    assert all(overlay.title and overlay.help for overlay in blobsmith.overlay_names())


def test_strain_is_one_coloured_line_per_spring():
    world = blobsmith.World.from_text(TWO)
    drawn = world.draw_overlays(["strain"], center=(0, 0), size=(400, 400), pixels_per_unit=10)
    assert drawn.line_points.tolist() == [[0, 0], [2, 0]]
    # Stretched by its rest length: the end of the range.
    assert tuple(drawn.line_colors[0]) == drawn.legend[0].color
    assert drawn.legend[0].text == "spring stretched by 100 % or more"
    assert drawn.line_widths.dtype == np.float32 and drawn.triangles.shape == (0, 3)
    (batch,) = drawn.batches
    assert (batch.overlay, batch.is_lines, batch.rows) == ("strain", True, slice(0, 1, 1))


def test_overlays_are_arrays_and_leave_the_world_as_it_is():
    world = blobsmith.World.from_file(ROOT / "levels" / "43-balls-on-blobs.ron")
    world.set_tracing(True)
    world.step(30)
    before = world.hash
    drawn = world.draw_overlays(offered())
    assert world.hash == before
    assert len(drawn.points) == len(drawn.colors) > drawn.triangles.max()
    assert len(drawn.line_points) == 2 * len(drawn.line_colors) == 2 * len(drawn.line_widths) > 0
    rows = {is_lines: [batch.rows for batch in drawn.batches if batch.is_lines == is_lines] for is_lines in (True, False)}
    assert [sum(row.stop - row.start for row in rows[kind]) for kind in rows] == [len(drawn.line_colors), len(drawn.triangles)]
    assert any(label.text.startswith("S/2 = ") for label in drawn.labels)
    again = world.draw_overlays(offered())
    assert (again.points == drawn.points).all() and (again.line_points == drawn.line_points).all()


def test_bad_names_and_views_are_refused():
    world = blobsmith.World.from_text(THROWN)
    for name in ("forces", "trails"):
        with pytest.raises(blobsmith.BlobsmithError, match=f"`{name}` is no overlay.*velocities"):
            world.draw_overlays(["boxes", name])
    for view in ({"size": (0, 100)}, {"center": (float("nan"), 0)}, {"pixels_per_unit": -1}):
        with pytest.raises(blobsmith.BlobsmithError, match="must be"):
            world.draw_overlays(["boxes"], **view)


def test_plot_paints_overlays_in_the_limits_of_the_axes():
    figures = pytest.importorskip("matplotlib.figure")
    axes = figures.Figure().add_subplot()
    world = blobsmith.World.from_file(ROOT / "levels" / "43-balls-on-blobs.ron")
    world.step(30)
    blobsmith.plot(world, axes, overlays=["pressure", "velocities", "contacts"])
    kinds = [type(one).__name__ for one in axes.collections]
    assert "PolyCollection" in kinds and axes.get_legend() is not None
    (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
    labels = [text.get_position() for text in axes.texts]
    assert labels and all(left <= x <= right and bottom <= y <= top for x, y in labels)
    axes.figure.canvas.draw()
