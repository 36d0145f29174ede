"""Plots that the window or ``blobsmith plot`` has saved for a notebook: series along a run, and what they looked like."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ._blobsmith import BlobsmithError
from .sweeping import _optional

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_PLOTS = b"blobsmith-plots"
_VERSION = 1


class RecordedPlots:
    """Series along a run, in level units, with the plots that showed them."""

    def __init__(self, columns: dict[str, npt.NDArray[Any]], description: dict[str, Any]) -> None:
        self.columns = columns
        #: Title of the level.
        self.title: str = description["title"]
        #: Level time of a frame.
        self.frame_time: float = description["frame_time"]
        #: Seconds per frame, or None if the level has no units.
        self.seconds_per_frame: float | None = description["seconds_per_frame"]
        #: For each plot: ``title``, ``factor`` from level units to those of the title, ``logarithmic``, ``zero`` (the axis includes 0)
        #: and ``lines`` with ``column``, ``name``, ``color`` and ``dashed``.
        self.plots: list[dict[str, Any]] = description["plots"]
        #: Marked moments: ``at`` (in frames), ``color`` and ``name``.
        self.marks: list[dict[str, Any]] = description["marks"]

    def __getitem__(self, name: str) -> npt.NDArray[Any]:
        return self.columns[name]

    def __len__(self) -> int:
        return len(self.columns["frame"])

    def __repr__(self) -> str:
        return f"RecordedPlots({self.title!r}, {len(self.plots)} plots, {len(self)} frames)"

    def to_pandas(self) -> Any:
        """The series as a data frame with the index ``frame``; values that were not measured are NaN."""
        return _optional("pandas").DataFrame(self.columns).set_index("frame")

    def plot(self, figure: Figure | None = None) -> Figure:
        """Draws the plots above each other with matplotlib, as the window shows them; returns the figure."""
        if figure is None:
            import matplotlib.pyplot as pyplot

            figure = pyplot.figure(figsize=(10, 1 + 2.4 * len(self.plots)), layout="constrained")
        axes = figure.subplots(len(self.plots), 1, sharex=True, squeeze=False)[:, 0]
        for ax, plot in zip(axes, self.plots):
            self._draw(ax, plot)
        self._name_marks(axes[0])
        if self.seconds_per_frame:
            seconds = self.seconds_per_frame
            time = axes[0].secondary_xaxis("top", functions=(lambda frame: frame * seconds, lambda time: time / seconds))
            time.set_xlabel("time [s]")
        axes[-1].set_xlabel("frame")
        figure.suptitle(self.title)
        return figure

    def _draw(self, ax: Axes, plot: dict[str, Any]) -> None:
        frames = self.columns["frame"]
        for line in plot["lines"]:
            values = self.columns[line["column"]] * plot["factor"]
            style = "--" if line["dashed"] else "-"
            if plot["logarithmic"]:
                # The size, solid where positive and dotted where negative; 0 is a gap.
                # The markers show values between two of the other sign.
                dots: dict[str, Any] = {"color": line["color"], "marker": ".", "markersize": 2}
                ax.plot(frames, np.where(values > 0, values, np.nan), style, label=line["name"], **dots)
                ax.plot(frames, np.where(values < 0, -values, np.nan), ":", **dots)
            else:
                ax.plot(frames, values, style, color=line["color"], label=line["name"])
        if plot["logarithmic"]:
            ax.set_yscale("log")
        elif plot["zero"]:
            ax.update_datalim([(frames[0], 0)], updatex=False)
            ax.autoscale_view()
        for mark in self.marks:
            ax.axvline(mark["at"], color=mark["color"], linewidth=0.8, alpha=0.6)
        ax.set_ylabel(plot["title"].replace(" [", "\n[").replace(", ", "\n"))
        ax.grid(alpha=0.3)
        if plot["lines"]:
            ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1), fontsize="small", frameon=False)

    def _name_marks(self, ax: Axes) -> None:
        """Each name once, at its first moment."""
        named: set[str] = set()
        for mark in self.marks:
            if mark["name"] and mark["name"] not in named:
                named.add(mark["name"])
                place: dict[str, Any] = {"xycoords": ax.get_xaxis_transform(), "textcoords": "offset points"}
                ax.annotate(mark["name"], (mark["at"], 1), (3, -10), fontsize="small", color=mark["color"], **place)


def read_plots(path: str | os.PathLike[str]) -> RecordedPlots:
    """The plots of a Parquet file that the window (*Open the plots in a notebook*) or ``blobsmith plot --out FILE.ipynb`` has written.

    Raises ``BlobsmithError`` if the file is not one of these, ``OSError`` if it cannot be read.
    """
    pyarrow = _optional("pyarrow")
    try:
        table = _optional("pyarrow.parquet").read_table(os.fspath(path))
    except pyarrow.ArrowInvalid as error:
        raise BlobsmithError(f"{path} is not a Parquet file: {error}") from None
    text = (table.schema.metadata or {}).get(_PLOTS)
    if text is None:
        raise BlobsmithError(f"{path} has no plots of Blobsmith")
    description = json.loads(text)
    if description.get("version") != _VERSION:
        raise BlobsmithError(f"{path} has version {description.get('version')} of the plots; this package reads {_VERSION}")
    columns = {name: table[name].to_numpy() for name in table.column_names}
    return RecordedPlots(columns, description)
