"""Sweeps and diagnoses: the table, resuming, Ctrl+C, errors; and Dask workers that are killed."""

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from conftest import GALLERY

import blobsmith
import blobsmith.cluster

FALL = json.dumps(
    {
        "format": 2,
        "world": {"gravity": [0, -1], "substeps": 1},
        "discs": [{"id": "ball", "position": [0, 0], "radius": 1}],
    }
)
SQUARES = GALLERY / "04-squares-distance.ron"


def columns_of(table):
    return {name: list(column) for name, column in table.columns.items() if name != "key"}


def test_sweep_measures_every_cell_in_order():
    table = blobsmith.sweep(FALL, {"discs[0].velocity[0]": [1, 2.5], "discs[0].position[0]": "0..10:3"}, {"x": "disc(0).x"}, frames=2)
    # Without forces along x: x = start + 2 frames of the velocity.
    assert columns_of(table) == {
        "cell": [0, 1, 2, 3, 4, 5],
        "discs[0].velocity[0]": [1, 1, 1, 2.5, 2.5, 2.5],
        "discs[0].position[0]": [0, 5, 10, 0, 5, 10],
        "x": [2, 7, 12, 5, 10, 15],
        "failed": [None] * 6,
    }
    assert len(set(table["key"])) == 6 and {len(key) for key in table["key"]} == {32}


def test_sweep_axes_have_the_types_of_their_values():
    table = blobsmith.sweep(
        SQUARES, {"rule": ["Distance"], "world.substeps": np.array([1, 2]), "bodies[0].gas*": [1, 2.0]}, "contacts", frames=1
    )
    assert [table[name].dtype for name in ("rule", "world.substeps", "bodies[0].gas ×")] == [object, np.int64, np.float64]
    assert list(table.columns)[-2:] == ["last: contacts", "failed"]


def test_sweep_does_not_depend_on_the_number_of_threads():
    vary = {"rule": "all", "world.substeps": [1, 3]}
    one, four = (blobsmith.sweep(SQUARES, vary, frames=30, threads=threads) for threads in (1, 4))
    assert columns_of(one) == columns_of(four)
    assert len(one.columns) > 10, "the findings of each detector"


def test_a_cell_that_cannot_run_has_the_reason_in_a_column():
    # Only the first 64 values of an axis and the last are tested before the run.
    radii = [1] * 70 + [-1, 1]
    table = blobsmith.sweep(FALL, {"discs[0].radius": radii}, {"x": "disc(0).x"}, frames=1)
    assert [cell for cell, reason in enumerate(table["failed"]) if reason is not None] == [70]
    assert "radius" in table["failed"][70]
    assert np.isnan(table["x"][70]) and np.isfinite(np.delete(table["x"], 70)).all()


def test_progress_ends_with_all_cells():
    seen = []
    blobsmith.sweep(FALL, {"discs[0].position[0]": "0..1:50"}, "disc(0).x", frames=1, progress=lambda *counts: seen.append(counts))
    assert seen[-1] == (50, 50)


def test_exception_of_progress_stops_and_has_the_finished_cells():
    class Stop(Exception):
        pass

    def stop(done, total):
        if done:
            raise Stop

    with pytest.raises(Stop) as stopped:
        blobsmith.sweep(SQUARES, {"bodies[0].gas*": "1..2:5000"}, "contacts", frames=100, progress=stop)
    table = stopped.value.table
    assert 0 < len(table) < 5000


def test_ctrl_c_keeps_the_finished_cells():
    code = f"""
import blobsmith, sys
try:
    blobsmith.sweep({str(SQUARES)!r}, {{"bodies[0].gas*": "1..2:100000"}}, "contacts", frames=50,
        progress=lambda done, total: print(done, flush=True))
except KeyboardInterrupt as stopped:
    print("rows", len(stopped.table), flush=True)
"""
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert int(process.stdout.readline()) >= 0
    process.send_signal(signal.SIGINT)
    last = process.stdout.read().splitlines()[-1]
    assert process.wait() == 0 and last.startswith("rows ") and 0 < int(last.split()[1]) < 100000


def test_keys_are_those_of_the_level_not_of_its_file():
    vary = {"world.substeps": [1, 2]}
    from_file, from_text = (blobsmith.sweep(level, vary, "contacts", frames=1) for level in (SQUARES, SQUARES.read_text(encoding="utf-8")))
    assert list(from_file["key"]) == list(from_text["key"])


def test_resume_runs_only_cells_with_other_keys(tmp_path):
    pytest.importorskip("pyarrow")
    path = tmp_path / "first.parquet"
    first = blobsmith.sweep(FALL, {"discs[0].position[0]": [0, 1, 2]}, {"x": "disc(0).x"}, frames=1)
    first.columns["x"] = np.array([100.0, 101.0, 102.0])
    first.write_parquet(path)
    for known in (first, path, str(path), first.to_arrow(), first.to_pandas()):
        second = blobsmith.sweep(FALL, {"discs[0].position[0]": [2, 3]}, {"x": "disc(0).x"}, frames=1, resume=known)
        # Cell 0 is taken over, though its number is wrong; cell 1 is run.
        assert list(second["x"]) == [102, 3]
    other = blobsmith.sweep(FALL, {"discs[0].position[0]": [2, 3]}, {"x": "disc(0).x"}, frames=2, resume=first)
    assert list(other["x"]) == [2, 3]
    with pytest.raises(blobsmith.BlobsmithError, match="no column `y`"):
        blobsmith.sweep(FALL, {"discs[0].position[0]": [2, 3]}, {"y": "disc(0).x"}, frames=1, resume=first)


def test_parquet_has_the_settings_and_every_bit(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    table = blobsmith.sweep(SQUARES, {"rule": "all"}, {"energy": "energy.total", "first": "first: deepest > 1e9"}, frames=20)
    table.write_parquet(tmp_path / "sweep.parquet")
    read = parquet.read_table(tmp_path / "sweep.parquet")
    settings = json.loads(read.schema.metadata[b"blobsmith"])
    assert settings["frames"] == 20 and settings["axes"][0]["target"] == "rule"
    assert read["energy"].to_numpy().tobytes() == table["energy"].tobytes()
    assert np.isnan(read["first"].to_numpy()).all()
    with pytest.raises(OSError):
        table.write_parquet(tmp_path / "no folder" / "sweep.parquet")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["sweep.parquet"]


@pytest.mark.parametrize(("package", "method"), [("pandas", "to_pandas"), ("pyarrow", "to_arrow")])
def test_missing_packages_are_named_with_the_command(monkeypatch, package, method):
    table = blobsmith.sweep(FALL, {"world.substeps": [1]}, "time", frames=1)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ImportError, match=rf"needs {package}: pip install 'blobsmith\[sweep\]'"):
        getattr(table, method)()
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ImportError, match=r"needs distributed: pip install 'blobsmith\[dask\]'"):
        blobsmith.sweep(FALL, {"world.substeps": [1]}, "time", frames=1, client=object())


@pytest.mark.parametrize(
    ("vary", "measure", "message"),
    [
        ({}, "time", "at least one axis"),
        ({"discs[0].colour": [1]}, "time", "colour"),
        ({"discs[0].radius": []}, "time", "no value"),
        ({"discs[0].radius": 3}, "time", "expected a list"),
        ({"discs[0].radius": [float("nan")]}, "time", "expected a list"),
        ({"discs[0].radius": [1]}, "tim", "tim"),
        ({"discs[0].radius": [1]}, {"cell": "time"}, "two columns"),
        ({"discs[0].radius": [1], "discs[0].radius ": [1]}, "time", "two axes"),
    ],
)
def test_sweep_reports_what_is_wrong(vary, measure, message):
    with pytest.raises(blobsmith.BlobsmithError, match=message):
        blobsmith.sweep(FALL, vary, measure, frames=1)


def test_sweep_reports_levels_that_cannot_be_loaded():
    with pytest.raises(FileNotFoundError):
        blobsmith.sweep("no-such-level.ron", {"world.substeps": [1]}, "time", frames=1)
    with pytest.raises(blobsmith.LevelError) as error:
        blobsmith.sweep('{"format": 2, "discs": [{"id": "a", "position": [0, 0], "radius": -1}]}', {"world.substeps": [1]}, "time")
    assert error.value.place == "discs[0].radius"


def test_diagnose_reports_problems_and_causes():
    report = blobsmith.diagnose(SQUARES, frames=60)
    assert (report["file"], report["frames"]) == (str(SQUARES), 60)
    assert "wrong-edge" in [problem["id"] for problem in report["problems"]]
    text = blobsmith.diagnose(SQUARES.read_text(encoding="utf-8"), frames=60)
    assert text == {**report, "file": None}
    later = blobsmith.diagnose(SQUARES, 10, first=50)
    assert (later["first_frame"], later["frames"]) == (50, 10)
    assert blobsmith.diagnose(FALL, frames=5)["problems"] == []


@pytest.mark.skipif("BLOBSMITH" not in os.environ, reason="BLOBSMITH is not the path of the program")
@pytest.mark.parametrize("path", sorted(GALLERY.glob("*.ron"))[3::9], ids=lambda path: path.stem)
def test_diagnose_equals_the_command_line(path):
    frames = 40
    printed = subprocess.run(
        [os.environ["BLOBSMITH"], "diagnose", str(path), "--json", "--frames", str(frames)], capture_output=True, check=False
    )
    assert printed.returncode in (0, 1), printed.stderr
    assert blobsmith.diagnose(path, frames) == json.loads(printed.stdout)


@pytest.fixture
def cluster_of(monkeypatch):
    distributed = pytest.importorskip("distributed")
    import dask

    started = []
    # A local cluster gives up a worker that is absent so long after a loss, even if it has come back and was lost again.
    config = dask.config.set({"distributed.deploy.lost-worker-timeout": "1h"})

    def start(allowed_failures):
        # A scheduler, and two workers as processes of their own, which their nannies restart; all on the loopback interface.
        with dask.config.set({"distributed.scheduler.allowed-failures": allowed_failures}):
            cluster = distributed.LocalCluster(
                n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None, silence_logs=50
            )
        client = distributed.Client(cluster)
        started.extend([client, cluster])
        return cluster, client

    # Short blocks, so that a worker finishes some between two kills.
    monkeypatch.setattr("blobsmith.cluster.BLOCK_SECONDS", 0.2)
    with config:
        yield start
        for part in started:
            part.close()


def pid_to_kill(cluster, killed):
    """The process of a random worker that takes part. A nanny gives up a worker that ends while it starts."""
    nannies = {nanny.address: nanny for nanny in cluster.workers.values()}
    while True:
        taking_part = [worker.nanny for worker in list(cluster.scheduler.workers.values())]
        nanny = nannies.get(random.choice(taking_part)) if taking_part else None
        if nanny is not None and nanny.status.name == "running" and nanny.process.status.name == "running":
            if nanny.pid is not None and nanny.pid not in killed:
                return nanny.pid
        time.sleep(0.02)


def kill_workers(cluster, thresholds, counts, killed):
    """Kills a random worker with SIGKILL each time that so many cells are finished."""
    for threshold in thresholds:
        while counts["done"] < threshold:
            time.sleep(0.01)
        time.sleep(random.uniform(0, 0.3))
        pid = pid_to_kill(cluster, killed)
        os.kill(pid, signal.SIGKILL)
        killed.append(pid)


@pytest.fixture
def limited():
    """Fails instead of waiting for ever."""

    def stop(*_):
        raise TimeoutError("the sweep did not end")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(240)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="needs signals")
@pytest.mark.parametrize(("cells", "kills", "allowed_failures"), [(2000, 20, 3), (300, 4, 0)])
def test_table_of_killed_workers_has_the_bytes_of_one_process(tmp_path, limited, cluster_of, cells, kills, allowed_failures):
    sweep = {
        "level": GALLERY / "01-first-blob.ron",
        "vary": {"bodies[0].gas*": f"0.5..1.5:{cells // 2}", "rule": ["Distance", "EntryEdge"]},
        "measure": {"energy": "energy.total", "deep": "max: deepest", "fast": "max: energy.kinetic"},
        "frames": 15,
    }
    blobsmith.sweep(**sweep, threads=1).write_parquet(tmp_path / "one.parquet")
    cluster, client = cluster_of(allowed_failures)
    counts, killed = {"done": 0}, []
    thresholds = sorted(random.sample(range(cells * 9 // 10), kills))
    killer = threading.Thread(target=kill_workers, args=(cluster, thresholds, counts, killed), daemon=True)
    killer.start()

    def wait_for_kills(done, total):
        counts.update(done=done)
        # However fast the cells are, the sweep does not end before the last kill.
        while len(killed) < sum(threshold <= done for threshold in thresholds):
            time.sleep(0.01)

    table = blobsmith.sweep(**sweep, client=client, progress=wait_for_kills)
    assert len(killed) == kills
    assert len(set(killed)) == kills
    table.write_parquet(tmp_path / "two.parquet")
    assert (tmp_path / "two.parquet").read_bytes() == (tmp_path / "one.parquet").read_bytes()


def test_a_cell_that_ends_every_worker_fails_alone():
    blocks = blobsmith.cluster._Blocks(list(range(8)))
    blocks.measure(0.01, 1)
    waiting, failed = [blocks.take(1) for _ in range(3)], {}
    assert sum(waiting, []) == list(range(7)), "half of what is left, for one thread"
    while cells := (waiting.pop() if waiting else blocks.take(1)):
        if 5 not in cells:
            continue
        if (reason := blocks.lose(cells, 4)) is not None:
            failed[tuple(cells)] = reason
    assert failed == {(5,): "its worker was lost 20 times"}


def test_blocks_on_workers_report_errors_stop_and_resume(cluster_of, monkeypatch):
    _, client = cluster_of(3)
    submit, keys = client.submit, []
    monkeypatch.setattr(client, "submit", lambda *given, key, **named: keys.append(key) or submit(*given, key=key, **named))
    with pytest.raises(blobsmith.BlobsmithError, match="nope"):
        blobsmith.sweep(FALL, {"world.substeps": [1]}, "nope", frames=1, client=client)
    vary = {"discs[0].position[0]": [0, 1, 2]}
    here, there = (blobsmith.sweep(FALL, vary, {"x": "disc(0).x"}, frames=3, client=where) for where in (None, client))
    assert columns_of(here) == columns_of(there)
    assert list(here["key"]) == list(there["key"])

    class Stop(Exception):
        pass

    def stop(done, total):
        raise Stop

    long = {"level": SQUARES, "vary": {"bodies[0].gas*": "1..2:500"}, "measure": "contacts", "frames": 20, "client": client}
    with pytest.raises(Stop) as stopped:
        blobsmith.sweep(**long, progress=stop)
    assert 0 < len(stopped.value.table) < 500
    # The cancelled blocks come back under other keys, even while Dask still cancels them.
    whole = blobsmith.sweep(**long, resume=stopped.value.table)
    assert len(keys) == len(set(keys))
    assert columns_of(whole) == columns_of(blobsmith.sweep(**{**long, "client": None}))
