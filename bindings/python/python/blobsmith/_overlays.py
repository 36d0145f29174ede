"""Paints debug overlays with matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ._blobsmith import World

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Above everything that `plot` draws.
_FIRST = 10


def _unit(color: tuple[int, int, int, int]) -> tuple[float, float, float, float]:
    red, green, blue, alpha = (channel / 255 for channel in color)
    return red, green, blue, alpha


def paint(world: World, names: Sequence[str], ax: Axes) -> None:
    """Paints overlays in the present limits of the axes, with a legend of their colours."""
    from matplotlib.collections import LineCollection, PolyCollection
    from matplotlib.patches import Patch

    ax.apply_aspect()
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    width, height = ax.bbox.width, ax.bbox.height
    view = {"size": (width, height), "center": ((left + right) / 2, (bottom + top) / 2)}
    drawn = world.draw_overlays(names, pixels_per_unit=width / (right - left), light=True, **view)
    points_per_pixel = 72 / ax.figure.dpi
    for order, batch in enumerate(drawn.batches):
        if batch.is_lines:
            lines = LineCollection(
                list(drawn.line_points.reshape(-1, 2, 2)[batch.rows]),
                colors=drawn.line_colors[batch.rows] / 255,
                linewidths=drawn.line_widths[batch.rows] * points_per_pixel,
                zorder=_FIRST + order,
            )
            ax.add_collection(lines, autolim=False)
        else:
            # Without antialiasing, because it shows the seams of neighbours.
            corners = drawn.triangles[batch.rows]
            triangles = PolyCollection(
                list(drawn.points[corners]),
                facecolors=drawn.colors[corners].mean(axis=1) / 255,
                edgecolors="none",
                antialiaseds=False,
                zorder=_FIRST + order,
            )
            ax.add_collection(triangles, autolim=False)
    for label in drawn.labels:
        ax.text(
            *label.at,
            label.text,
            horizontalalignment="left" if label.anchor == 0 else "right" if label.anchor == 1 else "center",
            verticalalignment="center",
            fontsize=label.size_px * points_per_pixel,
            color=_unit(label.color),
            clip_on=True,
            zorder=_FIRST + len(drawn.batches),
        )
    scale = [f": {row.arrow_px:.0f} pixels" if row.arrow_px else "" for row in drawn.legend]
    rows = [Patch(color=_unit(row.color)[:3], label=row.text + text) for row, text in zip(drawn.legend, scale)]
    if rows:
        ax.legend(handles=rows, fontsize="small", loc="best").set_zorder(_FIRST + len(drawn.batches) + 1)
