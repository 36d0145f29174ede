"""Runs the cells of a sweep in blocks on the workers of a Dask cluster.

A block is a pure function of the settings and its cells, so Dask may run it again anywhere, as often as workers are lost. No two
blocks have one key: Dask counts the losses of a key, and a cancellation still on its way would cancel a new block of that key. The
size of a block is measured: about two seconds, and less towards the end. Few blocks wait at a time, so that the scheduler's memory
does not depend on the size of the sweep.
"""

from __future__ import annotations

import functools
import itertools
import time
import uuid
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ._blobsmith import SweepGrid

#: Seconds that a block aims at.
BLOCK_SECONDS = 2.0
#: Most blocks of a second on the whole cluster: with more than BLOCK_SECONDS times as many threads, blocks are longer. Dask's
#: documentation states about 1 ms of the scheduler's time for a task.
BLOCKS_PER_SECOND = 200
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
        # Parts of blocks that were lost with several workers.
        self.again: list[list[int]] = []
        # Losses of blocks of one cell.
        self.losses: dict[int, int] = {}
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
        seconds = max(BLOCK_SECONDS, threads / BLOCKS_PER_SECOND)
        size = 1 if self.seconds_per_cell is None else int(seconds / max(self.seconds_per_cell, 1e-9))
        size = max(1, min(size, MOST_CELLS, -(-left // (BLOCKS_PER_THREAD * threads))))
        cells = self.todo[self.next : self.next + size]
        self.next += size
        return cells

    def lose(self, cells: list[int], attempts: int) -> str | None:
        """Divides a block that was lost with so many workers, or runs its only cell again. The reason if that cell fails."""
        if len(cells) > 1:
            middle = len(cells) // 2
            self.again += [cells[:middle], cells[middle:]]
            return None
        count = self.losses.get(cells[0], 0) + 1
        self.losses[cells[0]] = count
        if count >= MOST_LOSSES:
            return f"its worker was lost {count * attempts} times"
        self.again.append(cells)
        return None


def _results(client: Any, blocks: list[Any], lost: type[Exception]) -> list[Any]:
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


def run_blocks(distributed: Any, client: Any, grid: SweepGrid, todo: list[int], take: Any, show: Any) -> None:
    """Runs cells; ``take`` receives cells, measures and failures of each block. An exception cancels the waiting blocks."""
    name, text, lost = f"blobsmith-{grid.identity}-{uuid.uuid4().hex}", grid.settings, distributed.KilledWorker
    blocks, running, completed = _Blocks(todo), dict[Any, list[int]](), distributed.as_completed()
    # A task, not scattered data: Dask makes it again when the workers that have it are lost.
    keys = (f"{name}-{number}" for number in itertools.count())
    settings = client.submit(_same, text, key=next(keys), retries=10)
    done, threads, counted = 0, 1, -1.0
    try:
        while True:
            if time.monotonic() - counted > 2:
                threads, counted = max(1, sum(client.nthreads().values())), time.monotonic()
            while len(running) < BLOCKS_PER_THREAD * threads and (cells := blocks.take(threads)) is not None:
                block = client.submit(_run_block, settings, cells, key=next(keys), retries=3)
                running[block] = cells
                completed.add(block)
            if not running:
                return
            batch = completed.next_batch(block=True)
            for block, result in zip(batch, _results(client, batch, lost)):
                cells = running.pop(block)
                if not isinstance(result, lost):
                    seconds, values, failed = result
                    blocks.measure(seconds, len(cells))
                elif settings.status == "error":
                    settings = client.submit(_same, text, key=next(keys), retries=10)
                    blocks.again.append(cells)
                    continue
                elif (reason := blocks.lose(cells, result.allowed_failures + 1)) is not None:
                    values, failed = np.full((1, len(grid.measures)), np.nan), [(0, reason)]
                else:
                    continue
                take(cells, values, failed)
                done += len(cells)
            if show is not None:
                show(done, len(todo))
    finally:
        client.cancel(list(running))
