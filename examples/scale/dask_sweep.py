"""Runs a sweep on a Dask cluster, in parts of at most a million cells, and writes a Parquet file for each part.

    python dask_sweep.py ADDRESS LEVEL FOLDER

ADDRESS is that of a running scheduler, such as tcp://10.0.0.1:8786, or "local" for two workers of this machine. The workers need this
package in the same version. The program resumes: it skips the parts whose files exist, and after Ctrl+C it keeps the cells of the
part that was running.
"""

import sys
from pathlib import Path

import numpy as np
from distributed import Client

import blobsmith

# Edit these. One part for each value of the outer axis; the inner axes are the grid of a part.
OUTER = ("world.substeps", [4, 8, 16])
INNER = {"bodies[0].gas*": np.linspace(0.5, 2, 40), "rule": ["Distance", "EntryEdge"]}
MEASURES = {"deepest": "max: deepest", "energy": "energy.total"}
FRAMES = 60


def main(address, level, folder):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    client = Client(n_workers=2, threads_per_worker=1) if address == "local" else Client(address)
    path, values = OUTER
    for number, value in enumerate(values):
        file, part = folder / f"part-{number:04}.parquet", folder / f"part-{number:04}.unfinished.parquet"
        if file.exists():
            continue
        resume = part if part.exists() else None
        try:
            table = blobsmith.sweep(
                level, {path: [value], **INNER}, MEASURES, frames=FRAMES, client=client, progress=True, resume=resume
            )
        except KeyboardInterrupt as stopped:
            stopped.table.write_parquet(part)
            print(f"stopped; {len(stopped.table)} cells are kept in {part}")
            return
        table.write_parquet(file)
        part.unlink(missing_ok=True)
        print(f"{file}: {len(table)} cells, {sum(reason is not None for reason in table['failed'])} failed")


if __name__ == "__main__":
    main(*sys.argv[1:])
