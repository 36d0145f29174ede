"""2D soft bodies: load a level, step it, read positions.

>>> import blobsmith
>>> world = blobsmith.World.from_text('{"format": 2, "discs": [{"id": "ball", "position": [0, 5], "radius": 1}]}')
>>> world.step(60)
>>> x, y = world.disc_position("ball")
"""

from ._blobsmith import (
    Advanced,
    BlobsmithError,
    Body,
    Contact,
    Disc,
    DrawBody,
    DrawDisc,
    DrawList,
    DrawLoop,
    Energy,
    Fault,
    Hand,
    Instance,
    LevelError,
    LevelInfo,
    Link,
    Marker,
    Obstacle,
    PartCounts,
    PartInfo,
    Prefab,
    QueryFilter,
    QueryHit,
    SensorEntered,
    SensorLeft,
    Snapshot,
    StaleHandleError,
    World,
    __version__,
)
from .plotting import plot
from .sweeping import SweepTable, diagnose, sweep

__all__ = [
    "Advanced",
    "BlobsmithError",
    "Body",
    "Contact",
    "Disc",
    "DrawBody",
    "DrawDisc",
    "DrawList",
    "DrawLoop",
    "Energy",
    "Fault",
    "Hand",
    "Instance",
    "LevelError",
    "LevelInfo",
    "Link",
    "Marker",
    "Obstacle",
    "PartCounts",
    "PartInfo",
    "Prefab",
    "QueryFilter",
    "QueryHit",
    "SensorEntered",
    "SensorLeft",
    "Snapshot",
    "StaleHandleError",
    "SweepTable",
    "World",
    "__version__",
    "diagnose",
    "plot",
    "sweep",
]
