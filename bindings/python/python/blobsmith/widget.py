"""A notebook widget that shows a level and its motion. Needs anywidget.

>>> from blobsmith.widget import View
>>> View(world)  # doctest: +SKIP
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget
import numpy as np
import traitlets

from ._blobsmith import DrawList, World

#: Most frames that a view records.
MOST_FRAMES = 3600


class View(anywidget.AnyWidget):
    """A canvas with buttons for playing and stepping, and a slider over the recorded frames.

    The view steps the world that it is given. It records every frame that it steps, at most ``MOST_FRAMES``. Frames that other code
    steps are recorded by ``record()``.
    """

    _esm = Path(__file__).parent / "widget.js"
    width = traitlets.Int(640, help="Width in pixels").tag(sync=True)
    height = traitlets.Int(400, help="Height in pixels").tag(sync=True)

    def __init__(self, world: World, **options: Any) -> None:
        super().__init__(**options)
        self.world = world
        # Topologies, which change when parts come and go; and of each frame its number, topology and coordinates.
        self._shapes: list[dict[str, Any]] = []
        self._frames: list[tuple[int, int, bytes]] = []
        self.on_msg(self._receive)
        self.record()

    def __len__(self) -> int:
        """Number of recorded frames."""
        return len(self._frames)

    def record(self) -> None:
        """Records the present frame of the world and shows it."""
        self._add()
        self._send_from(len(self._frames) - 1)

    def step(self, frames: int = 1) -> None:
        """Steps the world and records every frame, until ``MOST_FRAMES`` are recorded."""
        first = len(self._frames)
        for _ in range(min(frames, MOST_FRAMES - first)):
            self.world.step()
            self._add()
        self._send_from(first)

    def _add(self) -> None:
        if len(self._frames) >= MOST_FRAMES:
            raise ValueError(f"the view has recorded {MOST_FRAMES} frames; make a new one")
        drawn = self.world.draw()
        shape = _shape(self.world, drawn)
        if not self._shapes or self._shapes[-1] != shape:
            self._shapes.append(shape)
        centers = np.array([disc.center for disc in drawn.discs], dtype=np.float64).reshape(-1, 2)
        numbers = np.concatenate([drawn.points, centers]).astype("<f4")
        self._frames.append((self.world.frame, len(self._shapes) - 1, numbers.tobytes()))

    def _send_from(self, first: int) -> None:
        frames = self._frames[first:]
        message = {
            "first": first,
            "numbers": [number for number, _, _ in frames],
            "shape_of": [shape for _, shape, _ in frames],
            "shapes": {str(shape): self._shapes[shape] for _, shape, _ in frames},
            "is_full": len(self._frames) >= MOST_FRAMES,
        }
        self.send(message, [data for _, _, data in frames])

    def _receive(self, _view: Any, message: Any, _buffers: Any) -> None:
        """A page opens and needs all frames, or a button was pressed."""
        if message.get("do") == "step":
            self.step(max(1, min(int(message.get("frames", 1)), 60)))
        elif message.get("do") == "open":
            self._send_from(0)


def _shape(world: World, drawn: DrawList) -> dict[str, Any]:
    """Outlines as indices of points, radii, and obstacles."""
    bodies = []
    for body in drawn.bodies:
        loops = [[drawn.outlines[loop.points].tolist(), loop.is_closed] for loop in drawn.loops[body.loops]]
        bodies.append({"loops": loops, "tint": list(body.tint) if body.has_skin else None})
    obstacles = [world.obstacle_shape(obstacle) for obstacle in world.obstacles()]
    return {
        "points": len(drawn.points),
        "bodies": bodies,
        "radii": [disc.radius for disc in drawn.discs],
        "obstacles": [[kind, [list(point) for point in points], radius] for kind, points, radius in obstacles],
    }
