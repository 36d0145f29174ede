"""Plots that the program has saved for a notebook."""

import json
import os
import subprocess

import numpy as np
import pytest
from conftest import GALLERY, ROOT

import blobsmith

LEVEL = GALLERY / "04-squares-distance.ron"
FRAMES = 40


@pytest.fixture(scope="module")
def notebook(tmp_path_factory):
    """A notebook of the program, with its data beside it."""
    if "BLOBSMITH" not in os.environ:
        pytest.skip("BLOBSMITH is not the path of the program")
    pytest.importorskip("pyarrow")
    path = tmp_path_factory.mktemp("plots") / "energy.ipynb"
    series = "energy,residual,max(node.speed)"
    subprocess.run(
        [os.environ["BLOBSMITH"], "plot", str(LEVEL), "--frames", str(FRAMES), "--series", series, "--out", str(path)], check=True
    )
    return path


@pytest.fixture
def run(notebook):
    return blobsmith.read_plots(notebook.with_name("energy-data.parquet"))


def test_read_plots_has_the_numbers_of_the_run(run):
    world = blobsmith.World.from_file(LEVEL)
    kinetic = []
    for frame in range(FRAMES + 1):
        kinetic.append(world.total_energy().kinetic)
        world.step()
    assert run["frame"].tolist() == list(range(FRAMES + 1)) and len(run) == FRAMES + 1
    assert run["Energy: kinetic [m\u00b7l\u00b2/t\u00b2]"].tolist() == kinetic, "all bits"
    assert run["time"][2] == 2 * run.frame_time


def test_plots_are_described_and_drawn(run):
    figures = pytest.importorskip("matplotlib.figure")
    assert [plot["title"].split(" [")[0] for plot in run.plots] == ["Energy", "Ledger's residual", "max(node.speed)"]
    figure = run.plot(figures.Figure())
    energy, residual, speed = figure.axes[:3]
    assert energy.get_ylabel() == "Energy\n[m\u00b7l\u00b2/t\u00b2]" and speed.get_xlabel() == "frame"
    assert residual.get_yscale() == "log" and energy.get_yscale() == "linear"
    # A logarithmic axis has two curves for each line: where it is positive, and where it is negative.
    assert len(residual.lines) == 2 * len(run.plots[1]["lines"]) + len(run.marks)
    drawn = energy.lines[0].get_ydata()
    assert np.array_equal(drawn, run[run.plots[0]["lines"][0]["column"]])
    figure.canvas.draw()


def test_to_pandas_has_a_row_per_frame(run):
    pytest.importorskip("pandas")
    table = run.to_pandas()
    assert table.index.name == "frame" and table.shape == (FRAMES + 1, 1 + sum(len(plot["lines"]) for plot in run.plots))


def test_notebook_runs(notebook, monkeypatch):
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    pytest.importorskip("matplotlib")
    pytest.importorskip("pandas")
    monkeypatch.delenv("MPLBACKEND", raising=False)
    document = nbformat.read(notebook, as_version=4)
    nbformat.validate(document)
    nbclient.NotebookClient(document, timeout=120, resources={"metadata": {"path": str(notebook.parent)}}).execute()
    outputs = [output for cell in document.cells if cell.cell_type == "code" for output in cell.outputs]
    assert any("image/png" in output.get("data", {}) for output in outputs), "the plots"
    assert any("text/html" in output.get("data", {}) for output in outputs), "the table"


def test_read_plots_refuses_other_files(tmp_path):
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "other.parquet"
    path.write_text("no table")
    with pytest.raises(blobsmith.BlobsmithError, match="is not a Parquet file"):
        blobsmith.read_plots(path)
    parquet.write_table(arrow.table({"frame": [0]}), path)
    with pytest.raises(blobsmith.BlobsmithError, match="has no plots of Blobsmith"):
        blobsmith.read_plots(path)
    description = json.dumps({"version": 99})
    parquet.write_table(arrow.table({"frame": [0]}).replace_schema_metadata({"blobsmith-plots": description}), path)
    with pytest.raises(blobsmith.BlobsmithError, match="version 99"):
        blobsmith.read_plots(path)
    with pytest.raises(OSError):
        blobsmith.read_plots(tmp_path / "none.parquet")


def test_manual_names_the_function():
    assert "blobsmith.read_plots(" in (ROOT / "docs/python.md").read_text(encoding="utf-8")
