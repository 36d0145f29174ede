"""Sweeps and diagnoses: a grid of variants of a level, each run for n frames and measured, here or on a Dask cluster."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from ._blobsmith import BlobsmithError, SweepGrid, diagnose_json

#: A file, or the text of a level. A text begins with ``(`` or ``{``, or has more than one line.
Level = Union[str, "os.PathLike[str]"]
#: Called with the number of finished cells and the number of all cells, at most ten times a second.
Progress = Callable[[int, int], object]

# Key of the settings in the metadata of a table, as the window's Sweep panel expects it.
_SETTINGS = b"blobsmith"
_FIXED = ("cell", "key", "failed")
# Most cells that start before the signals are checked again; they are the memory of one call.
_CHUNK = 100_000


def sweep(
    level: Level,
    vary: Mapping[str, Any],
    measure: Mapping[str, str] | Sequence[str] | str | None = None,
    *,
    frames: int = 600,
    each: str | None = None,
    client: Any = None,
    threads: int | None = None,
    progress: Progress | bool | None = None,
    resume: Any = None,
) -> SweepTable:
    """Runs a grid of variants of a level, and measures each; the table has one row per cell, in order.

    ``vary`` maps the path of a setting to its values: a list, or a text of the command line such as ``"0..4:9"``. A path may end in
    ``*`` or ``+``: the level's value is multiplied by each value, or added to it. The last path varies fastest. ``measure`` maps the
    name of a column to a watch expression with an optional reducer, such as ``"max: deepest"``; without it the findings of each
    detector are counted. ``each`` is when it is evaluated, ``"frame"`` or ``"substep"``; by default as on the command line.

    Without ``client`` the cells run in threads of this process, by default one per processor. With a Dask ``Client`` they run in
    blocks on its workers, which need this package in the same version. The table has the same bytes in both cases.

    ``progress=True`` prints the progress; a function is called with the numbers of finished and of all cells. ``resume`` is an
    earlier table, as such, of pyarrow, of pandas, or as a Parquet file; cells with the same key are not run again. Ctrl+C raises
    ``KeyboardInterrupt``; as with any exception during the run, its attribute ``table`` has the finished cells.

    Raises ``BlobsmithError`` for a wrong axis or measure, ``LevelError`` or ``OSError`` for the level. A cell that cannot run has the
    reason in the column ``failed``, and NaN as its measures.
    """
    names, texts = _measures(measure)
    axes = [_axis(path, values) for path, values in vary.items()]
    grid = SweepGrid.of_level(*_source(level), axes, texts, each, frames)
    done = _Done(grid, names)
    if resume is not None:
        done.take_over(resume)
    todo = done.missing()
    show = _shown(progress, len(grid) - len(todo), len(grid))
    try:
        if client is not None:
            from .cluster import run_blocks

            run_blocks(_optional("distributed", "dask"), client, grid, todo, done.take, show)
        else:
            _run_here(grid, todo, threads or _processors(), done.take, show)
    except BaseException as stopped:
        stopped.table = done.table()  # type: ignore[attr-defined]
        raise
    return done.table()


def diagnose(level: Level, frames: int = 600, *, first: int = 0) -> dict[str, Any]:
    """Runs a level and returns what ``blobsmith diagnose --json`` prints: ``causes``, ``problems`` and more, see docs/diagnose.md.

    ``first`` is the first frame to judge, ``frames`` the number of judged frames. ``file`` is None for a text.
    """
    path, text = _source(level)
    report: dict[str, Any] = json.loads(diagnose_json(path, text, first, frames))
    return report if path is not None else {**report, "file": None}


class SweepTable:
    """Results of a sweep: one row per finished cell, in order.

    The columns are ``cell``, ``key`` (a hash of everything that the cell's outcome depends on), one for each axis, one for each
    measure, and ``failed`` (the reason why a cell could not run, or None).
    """

    def __init__(self, columns: dict[str, Any], settings: str) -> None:
        #: NumPy arrays and lists by name.
        self.columns = columns
        #: The settings of the sweep as JSON, with the level.
        self.settings = settings

    def __len__(self) -> int:
        return len(self.columns["cell"])

    def __getitem__(self, name: str) -> Any:
        return self.columns[name]

    def __repr__(self) -> str:
        return f"<blobsmith.SweepTable: {len(self)} rows, columns {', '.join(self.columns)}>"

    def to_pandas(self) -> Any:
        """The table as a pandas data frame."""
        return _optional("pandas").DataFrame(self.columns)

    def to_arrow(self) -> Any:
        """The table as a pyarrow table, with the settings in its metadata."""
        pyarrow = _optional("pyarrow")
        types = {"failed": pyarrow.string()}
        arrays = [pyarrow.array(column, types.get(name)) for name, column in self.columns.items()]
        table = pyarrow.table(arrays, names=list(self.columns))
        return table.replace_schema_metadata({_SETTINGS: self.settings.encode()})

    def write_parquet(self, path: str | os.PathLike[str]) -> None:
        """Writes a Parquet file, which the window's Sweep panel opens. The file is complete or unchanged."""
        table, part = self.to_arrow(), f"{os.fspath(path)}.part"
        try:
            _optional("pyarrow.parquet").write_table(table, part)
            os.replace(part, path)
        except BaseException:
            if os.path.exists(part):
                os.remove(part)
            raise


class _Done:
    """The finished cells of a grid."""

    def __init__(self, grid: SweepGrid, names: list[str] | None) -> None:
        self.grid = grid
        self.names = names or grid.measures
        taken = [*_FIXED, *(name for name, _ in grid.axes), *self.names]
        twice = next((name for name in taken if taken.count(name) > 1), None)
        if twice is not None:
            raise BlobsmithError(f"two columns would have the name `{twice}`; choose another name for the measure")
        self.values = np.full((len(grid), len(self.names)), np.nan)
        self.failed: dict[int, str] = {}
        self.is_done = np.zeros(len(grid), bool)

    def take(self, cells: Sequence[int], values: npt.NDArray[np.float64], failed: Sequence[tuple[int, str]]) -> None:
        self.values[cells] = values
        self.is_done[cells] = True
        self.failed.update((cells[row], reason) for row, reason in failed)

    def missing(self) -> list[int]:
        cells: list[int] = np.flatnonzero(~self.is_done).tolist()
        return cells

    def take_over(self, known: Any) -> None:
        """Takes the measures of cells with the same key. Failed cells run again, since a failure may have been the machine's."""
        columns = _columns_of(known)
        absent = [name for name in (*_FIXED, *self.names) if name not in columns]
        if absent:
            raise BlobsmithError(f"resume: the table has no column `{absent[0]}`")
        rows = {key: row for row, key in enumerate(columns["key"]) if not isinstance(columns["failed"][row], str)}
        measures = [columns[name] for name in self.names]
        for cell, key in enumerate(self.grid.keys(list(range(len(self.grid))))):
            row = rows.get(key)
            if row is not None:
                self.values[cell] = [float(column[row]) for column in measures]
                self.is_done[cell] = True

    def table(self) -> SweepTable:
        cells = np.flatnonzero(self.is_done)
        columns: dict[str, Any] = {"cell": cells, "key": self.grid.keys(cells.tolist())}
        axes = self.grid.axes
        places = np.unravel_index(cells, [len(values) for _, values in axes])
        for (name, values), place in zip(axes, places):
            columns[name] = _column([json.loads(value) for value in values])[place]
        for index, name in enumerate(self.names):
            columns[name] = self.values[cells, index]
        columns["failed"] = [self.failed.get(cell) for cell in cells.tolist()]
        return SweepTable(columns, self.grid.settings)


def _column(values: list[Any]) -> npt.NDArray[Any]:
    """Values of an axis as an array of one type: bool, int64, float64, or text."""
    if all(isinstance(value, bool) for value in values):
        return np.array(values, bool)
    if all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values):
        is_whole = all(isinstance(value, int) and abs(value) < 2**63 for value in values)
        return np.array(values, np.int64 if is_whole else np.float64)
    words = [value if isinstance(value, str) else json.dumps(value) for value in values]
    return np.array(words, object)


def _columns_of(known: Any) -> Mapping[str, Any]:
    if isinstance(known, SweepTable):
        return known.columns
    if isinstance(known, (str, os.PathLike)):
        known = _optional("pyarrow.parquet").read_table(known)
    if hasattr(known, "column_names"):
        return {name: known[name].to_numpy() for name in known.column_names}
    return {name: known[name].to_numpy() for name in known.columns}


def _run_here(grid: SweepGrid, todo: list[int], threads: int, take: Any, show: Progress | None) -> None:
    for start in range(0, len(todo), _CHUNK):
        cells = todo[start : start + _CHUNK]
        count = (lambda done, start=start: show(start + done, len(todo))) if show else None
        values, failed, finished, error = grid.run(cells, threads, count)
        rows = np.flatnonzero(finished)
        row_of = {row: index for index, row in enumerate(rows.tolist())}
        take([cells[row] for row in rows], values[rows], [(row_of[row], reason) for row, reason in failed])
        if error is not None:
            raise error


def _axis(path: str, values: Any) -> str | tuple[str, str]:
    if isinstance(values, str):
        return f"{path}={values}"
    try:
        return path, json.dumps(list(values), default=lambda value: value.tolist(), allow_nan=False)
    except (TypeError, ValueError, AttributeError) as error:
        raise BlobsmithError(f"{path}: expected a list of numbers or words, or a text such as 0..4:9: {error}") from None


def _measures(measure: Mapping[str, str] | Sequence[str] | str | None) -> tuple[list[str] | None, list[str] | None]:
    if measure is None:
        return None, None
    if isinstance(measure, str):
        return None, [measure]
    if isinstance(measure, Mapping):
        return list(measure), list(measure.values())
    return None, list(measure)


def _source(level: Level) -> tuple[str | None, str | None]:
    """Path or text of a level."""
    if not isinstance(level, str):
        return os.fspath(level), None
    is_text = level.lstrip("\ufeff \t\r\n").startswith(("(", "{")) or "\n" in level
    return (None, level) if is_text else (level, None)


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _optional(module: str, extra: str = "sweep") -> Any:
    try:
        return import_module(module)
    except ImportError as error:
        package = module.split(".")[0]
        raise ImportError(f"this needs {package}: pip install 'blobsmith[{extra}]', or pip install {package}") from error


def _shown(progress: Progress | bool | None, known: int, total: int) -> Progress | None:
    """Reports finished cells, including those that were known before."""
    if not progress:
        return None
    if callable(progress):
        return lambda done, _: progress(known + done, total)
    started = time.monotonic()
    last = -1.0

    def show(done: int, todo: int) -> None:
        nonlocal last
        seconds = time.monotonic() - started
        if seconds - last < 1 and done < todo:
            return
        last = seconds
        left = f", {seconds / done * (todo - done):.0f} s left" if 0 < done < todo else ""
        line = f"{known + done} of {total} cells{left}"
        is_line = sys.stderr.isatty()
        sys.stderr.write(f"\r{line:<50}" if is_line else f"{line}\n")
        if is_line and done == todo:
            sys.stderr.write("\n")
        sys.stderr.flush()

    return show
