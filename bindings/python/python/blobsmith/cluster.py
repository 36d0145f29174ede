"""Runs the cells of a sweep in blocks on the workers of a Dask cluster.

A block is a pure function of the settings and its cells, so Dask may run it again anywhere, as often as workers are lost. Blocks have
deterministic keys. Their size is measured: about two seconds, and less towards the end. Few blocks wait at a time, so that the
scheduler's memory does not depend on the size of the sweep.
"""

from __future__ import annotations

import functools
import hashlib
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ._blobsmith import SweepGrid

if TYPE_CHECKING:
    from distributed import Client

#: Seconds that a block aims at.
BLOCK_SECONDS = 2.0
#: Most cells of a block.
MOST_CELLS = 20_000
#: Blocks in the hands of the cluster, per thread of its workers.
BLOCKS_PER_THREAD = 2
#: A cell whose worker was lost in so many blocks of one cell fails. Dask gives each block several attempts.
MOST_LOSSES = 5

_Block = tuple[float, npt.NDArray[np.float64], list[tuple[int, str]]]


@functools.lru_cache(maxsize=4)
def _grid(settings: str) -> SweepGrid:
    return SweepGrid.of_settings(settings)


def _run_block(settings: str, cells: Sequence[int]) -> _Block:
    """Runs cells on a worker: seconds, measures, and reasons of failures by row."""
    grid = _grid(settings)
    started = time.perf_counter()
    values, failed, _, error = grid.run(list(cells), 1, None)
    if error is not None:
        raise error
    return time.perf_counter() - started, values, failed


def _same(settings: str) -> str:
    return settings


class _Blocks:
    """Cells that wait, and the size of the next block."""

    def __init__(self, todo: list[int]) -> None:
        self.todo = todo
        self.next = 0
        # Cells of blocks that were lost with several workers, each to be run in a block of its own.
        self.again: list[list[int]] = []
        self.seconds_per_cell: float | None = None

    def measure(self, seconds: float, cells: int) -> None:
        new = seconds / cells
        old = self.seconds_per_cell
        self.seconds_per_cell = new if old is None else 0.7 * old + 0.3 * new

    def take(self, threads: int) -> list[int] | None:
        if self.again:
            return self.again.pop()
        left = len(self.todo) - self.next
        if left == 0:
            return None
        # Before the first measurement, and towards the end so that all workers end at the same time.
        size = 1 if self.seconds_per_cell is None else int(BLOCK_SECONDS / max(self.seconds_per_cell, 1e-9))
        size = max(1, min(size, MOST_CELLS, -(-left // (BLOCKS_PER_THREAD * threads))))
        cells = self.todo[self.next : self.next + size]
        self.next += size
        return cells

    def halve(self, cells: list[int]) -> None:
        middle = len(cells) // 2
        self.again += [cells[:middle], cells[middle:]]


def _results(client: Client, blocks: list[Any], lost: type[Exception]) -> list[Any]:
    """Results of finished blocks; of a block that was lost with too many workers, the exception."""
    try:
        results: list[Any] = client.gather(blocks)
        return results
    except lost:
        return [_result(block, lost) for block in blocks]


def _result(block: Any, lost: type[Exception]) -> Any:
    try:
        return block.result()
    except lost as error:
        return error


def run_blocks(client: Client, grid: SweepGrid, todo: list[int], take: Any, show: Any) -> None:
    """Runs cells; ``take`` receives cells, measures and failures of each block. An exception cancels the waiting blocks."""
    try:
        from distributed import KilledWorker, as_completed
    except ImportError as error:
        raise ImportError("this needs Dask: pip install 'blobsmith[dask]', or pip install distributed") from error
    name = f"blobsmith-{grid.identity}"
    blocks, losses, running = _Blocks(todo), dict[int, int](), dict[Any, list[int]]()
    # A task, not scattered data: Dask makes it again when the workers that have it are lost.
    text, attempt = grid.settings, 0
    settings = client.submit(_same, text, key=f"{name}-settings", retries=10)
    done, completed = 0, as_completed()
    threads, counted = 1, -1.0
    try:
        while True:
            if time.monotonic() - counted > 2:
                threads, counted = max(1, sum(client.nthreads().values())), time.monotonic()
            while len(running) < BLOCKS_PER_THREAD * threads and (cells := blocks.take(threads)) is not None:
                digest = hashlib.blake2b(np.array([attempt, *cells]).tobytes(), digest_size=12).hexdigest()
                lost = losses.get(cells[0], 0) if len(cells) == 1 else 0
                block = client.submit(_run_block, settings, cells, key=f"{name}-{digest}-{lost}", retries=3)
                running[block] = cells
                completed.add(block)
            if not running:
                return
            batch = completed.next_batch(block=True)
            for block, result in zip(batch, _results(client, batch, KilledWorker)):
                cells = running.pop(block)
                if not isinstance(result, KilledWorker):
                    seconds, values, failed = result
                    blocks.measure(seconds, len(cells))
                elif settings.status == "error":
                    attempt += 1
                    settings = client.submit(_same, text, key=f"{name}-settings-{attempt}", retries=10)
                    blocks.again.append(cells)
                    continue
                elif len(cells) > 1:
                    blocks.halve(cells)
                    continue
                else:
                    losses[cells[0]] = losses.get(cells[0], 0) + 1
                    if losses[cells[0]] < MOST_LOSSES:
                        blocks.again.append(cells)
                        continue
                    count = MOST_LOSSES * (result.allowed_failures + 1)
                    values, failed = np.full((1, len(grid.measures)), np.nan), [(0, f"its worker was lost {count} times")]
                take(cells, values, failed)
                done += len(cells)
            if show is not None:
                show(done, len(todo))
    finally:
        client.cancel(list(running))
