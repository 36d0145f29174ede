"""Pictures of a world with matplotlib, which is loaded by the first call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from . import _overlays
from ._blobsmith import DrawList, World

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_COLOURS = ("#4c9be8", "#e8774c", "#5cb87a", "#b074d6", "#d6b23c", "#4cc4c4")
_LINE = "#30363d"


def outlines_of(drawn: DrawList) -> list[list[Any]]:
    """The outlines of each body, in drawing order: arrays of points with two columns."""
    return [[drawn.points[drawn.outlines[loop.points]] for loop in drawn.loops[body.loops]] for body in drawn.bodies]


def plot(world: World, ax: Axes | None = None, *, springs: bool = True, overlays: Sequence[str] = ()) -> Axes:
    """Draws hulls, springs, sticks, discs, links and obstacles of the present frame; returns the axes.

    Without ``ax`` a new figure is made. ``springs=False`` leaves springs and sticks out. ``overlays`` are names of
    :func:`overlay_names`; their sizes are right for the present size and limits of the axes.
    """
    import matplotlib.pyplot as pyplot
    from matplotlib.collections import LineCollection
    from matplotlib.patches import Circle, PathPatch, Polygon
    from matplotlib.path import Path

    if ax is None:
        ax = pyplot.figure(layout="constrained").add_subplot()
    drawn = world.draw()
    for index, outlines in enumerate(outlines_of(drawn)):
        colour = _COLOURS[index % len(_COLOURS)]
        # Inner outlines run in the other direction, so they are holes.
        paths = [Path(outline, closed=False) if len(outline) < 3 else Polygon(outline).get_path() for outline in outlines]
        if paths:
            path = Path.make_compound_path(*paths)
            ax.add_patch(PathPatch(path, facecolor=f"{colour}60", edgecolor=colour, zorder=2))
    if springs:
        points = world.all_positions()
        for pairs, width in ((world.springs(), 0.4), (world.sticks(), 1.2)):
            ax.add_collection(LineCollection(list(points[pairs]), colors=_LINE, linewidths=width, alpha=0.5, zorder=3))
    for disc in drawn.discs:
        ax.add_patch(Circle(disc.center, disc.radius, facecolor="#e8c34c90", edgecolor="#b08f1e", zorder=2))
    links = [world.link_points(link) for link in world.links() if world.is_link_on(link)]
    ax.add_collection(LineCollection(links, colors="#c0392b", linewidths=1.5, zorder=4))
    _obstacles(world, ax)
    ax.set_aspect("equal")
    ax.autoscale_view()
    if overlays:
        _overlays.paint(world, overlays, ax)
    return ax


def _obstacles(world: World, ax: Axes) -> None:
    from matplotlib.patches import Circle

    for obstacle in world.obstacles():
        kind, points, radius = world.obstacle_shape(obstacle)
        if kind == "circle":
            ax.add_patch(Circle(points[0], radius, fill=False, edgecolor=_LINE, linewidth=2, zorder=1))
        elif kind == "segment":
            ax.plot(*zip(*points), color=_LINE, linewidth=2, zorder=1)
        else:
            (x, y), (along_x, along_y) = points
            ax.axline((x, y), (x + along_x, y + along_y), color=_LINE, linewidth=2, zorder=1)
