"""Loading, time, lookup, reading, acting, spawning, queries, events, drawing. Expected numbers are calculated by hand."""

import copy
import gc
import json
import pickle
import signal
import threading
import time

import numpy as np
import pytest
from conftest import GALLERY, LEVEL

import blobsmith
from blobsmith import BlobsmithError, LevelError, QueryFilter, StaleHandleError, World

BALL = '{"format": 2, "discs": [{"id": "ball", "position": [0, 0], "radius": 0.5}]}'
FALL = '{"format": 2, "world": {"gravity": [0, -0.02], "substeps": 4}, "bodies": [{"id": "hero", "nodes": [{"position": [0, 10]}]}]}'


def test_from_text_reads_json_and_ron(world):
    assert repr(world) == "<blobsmith.World: frame 0, 1 bodies, 1 discs>"
    ron = World.from_text("(format: 2, discs: [(position: (0.0, 1.0), radius: 0.5)])")
    assert ron.part_counts.discs == 1


def test_from_file_accepts_strings_and_paths():
    path = GALLERY / "66-marble-run-from-parts.ron"
    worlds = [World.from_file(path), World.from_file(str(path))]
    assert worlds[0].hash == worlds[1].hash
    assert worlds[0].part_counts.instances > 0


def test_level_error_has_message_place_line_and_column():
    with pytest.raises(LevelError) as caught:
        World.from_text("(format: 2, discs: [(position: (0.0, 1.0), radius: -1.0)])")
    error = caught.value
    assert (error.place, error.line, error.column) == ("discs[0].radius", 1, 52)
    assert str(error).startswith("1:52: discs[0].radius: ")
    assert isinstance(error, BlobsmithError) and isinstance(error, ValueError)


def test_from_file_raises_the_error_of_the_system(tmp_path):
    with pytest.raises(FileNotFoundError) as caught:
        World.from_file(tmp_path / "none.ron")
    assert caught.value.filename == str(tmp_path / "none.ron")
    with pytest.raises(FileNotFoundError):
        blobsmith.Prefab.from_file(tmp_path / "none.ron")


def test_step_moves_by_the_substep_formula():
    world = World.from_text(FALL)
    world.step()
    # Four substeps of 1/4: v = 4 * g/4, and the fall is g/16 * (1 + 2 + 3 + 4).
    assert world.velocities("hero") == pytest.approx(np.array([[0, -0.02]]))
    assert world.positions("hero") == pytest.approx(np.array([[0, 10 - 0.02 / 16 * 10]]))
    assert (world.frame, world.time) == (1, 1.0)


def test_steps_of_many_frames_equal_single_steps():
    path = GALLERY / "01-first-blob.ron"
    one, many = World.from_file(path), World.from_file(path)
    for _ in range(40):
        one.step()
    many.step(40)
    many.step(0)
    assert (one.hash, one.frame) == (many.hash, 40)
    assert len(one.hash) == 16 and int(one.hash, 16) >= 0


def test_advance_runs_due_frames_and_reports_lost_time(world):
    world.seconds_per_frame = 0.25
    world.max_frames = 3
    advanced = world.advance(0.625)
    assert (advanced.frames, advanced.alpha, advanced.lost_seconds) == (2, 0.5, 0.0)
    advanced = world.advance(1.0)
    assert (advanced.frames, advanced.alpha, advanced.lost_seconds) == (3, 0.5, 0.25)
    assert (world.seconds_per_frame, world.max_frames, world.frame) == (0.25, 3, 5)


def test_interpolation_is_half_way_between_frames(world):
    world.set_velocity("hero", (1, 0))
    world.set_velocity("ball", (2, 0))
    with pytest.raises(BlobsmithError, match="set_interpolation"):
        world.draw_between(0.5)
    world.set_interpolation(True)
    world.step()
    assert world.interpolated("hero", 0.5)[0] == pytest.approx([0.5, 0])
    assert world.interpolated_disc("ball", 0.5) == pytest.approx((11, 0))
    assert world.draw_between(0.5).discs[0].center == pytest.approx((11, 0))
    assert world.interpolated("hero", 1.0).tolist() == world.positions("hero").tolist()


def test_lookup_finds_parts_by_id_name_tag_and_label(world):
    hero = world.body("hero")
    assert world.bodies() == [hero] == world.bodies_with_tag("player")
    assert world.body_named("Hero") == hero and world.body("none") is None
    assert world.node_with_label(hero, "foot") == 0 and world.node_with_label(hero, "hand") is None
    assert world.disc("ball") == world.discs()[0] and world.obstacle("ground") == world.obstacles()[0]
    counts = world.part_counts
    assert (counts.bodies, counts.nodes, counts.discs, counts.obstacles, counts.markers) == (1, 3, 1, 1, 1)


def test_properties_and_markers_are_native_values(world):
    info = world.info("hero")
    assert (info.id, info.name, info.tags, info.properties) == ("hero", "Hero", ["player"], {"hp": 3})
    level = world.level_info
    assert (level.name, level.tags) == ("Test", ["small"])
    assert level.properties == LEVEL["properties"]
    assert [type(value) for value in level.properties.values()] == [int, float, list, dict]
    marker = world.marker("start")
    assert (marker.shape, marker.points) == ("rect", [(0, 0), (1, 0), (1, 2), (0, 2)])
    assert marker.properties == {"order": 1} and world.marker("none") is None and len(world.markers()) == 1


def test_positions_are_copies_that_stay_as_they_are(world):
    before = world.positions("hero")
    assert before.shape == (3, 2) and before.dtype == np.float64 and before.flags.owndata
    world.set_velocity("hero", (1, 0))
    world.step()
    world.spawn(blobsmith.Prefab.from_text(FALL))
    world.remove("hero")
    del world
    gc.collect()
    assert before.tolist() == [[0, 0], [2, 0], [0, 2]]


def test_positions_into_fills_arrays_of_any_stride(world):
    out, wide, reversed_rows = np.zeros((3, 2)), np.zeros((3, 4)), np.zeros((3, 2))
    world.positions_into("hero", out)
    world.positions_into("hero", wide[:, ::2])
    world.positions_into("hero", reversed_rows[::-1])
    assert out.tolist() == wide[:, ::2].tolist() == reversed_rows[::-1].tolist() == world.positions("hero").tolist()
    world.set_velocity("hero", (3, 4))
    world.velocities_into("hero", out)
    assert out.tolist() == [[3, 4]] * 3
    world.all_positions_into(out)
    assert out.tolist() == world.all_positions().tolist()


def test_positions_view_follows_the_world(world):
    hero, all_nodes = world.positions_view("hero"), world.all_positions_view()
    assert hero.base is not None and not hero.flags.owndata and not hero.flags.writeable
    assert np.shares_memory(hero, all_nodes) and np.shares_memory(hero, world.positions_view("hero"))
    start = world.snapshot()
    world.set_velocity("hero", (1, 2))
    calls = [
        lambda: world.step(3),
        lambda: world.advance(0.1),
        lambda: world.teleport("hero", (5, 0)),
        lambda: world.teleport_to("hero", (-3, 4)),
        lambda: world.restore(start),
    ]
    for call in calls:
        before = hero.tolist()
        call()
        assert before != hero.tolist() == world.positions("hero").tolist()
        assert all_nodes.tolist() == world.all_positions().tolist()
    with pytest.raises(ValueError):
        hero[0] = 0
    del world
    gc.collect()
    assert hero.tolist() == [[0, 0], [2, 0], [0, 2]]


def test_positions_view_keeps_the_last_positions_after_parts_have_come_or_gone(world):
    prefab = blobsmith.Prefab.from_text('{"format": 2, "bodies": [{"id": "other", "nodes": [{"position": [1, 1]}]}]}')
    old = world.positions_view("hero")
    spawned = world.spawn(prefab, (7, 7))
    kept = old.tolist()
    world.teleport("hero", (1, 1))
    assert old.tolist() == kept
    new = world.positions_view("hero")
    assert new.tolist() == world.positions("hero").tolist() != kept
    world.remove(spawned)
    world.teleport("hero", (1, 1))
    assert new.tolist() != world.positions("hero").tolist() == world.positions_view("hero").tolist()
    with pytest.raises(blobsmith.BlobsmithError):
        world.positions_view("missing")


def test_positions_into_refuses_what_does_not_fit(world):
    with pytest.raises(BlobsmithError, match="2 entries instead of 3"):
        world.positions_into("hero", np.zeros((2, 2)))
    with pytest.raises(BlobsmithError, match="2 columns"):
        world.positions_into("hero", np.zeros((2, 3)))
    locked = np.zeros((3, 2))
    locked.flags.writeable = False
    for out in (locked, np.zeros((3, 2), np.float32), np.zeros(6), [[0.0, 0.0]] * 3):
        with pytest.raises((TypeError, ValueError)):
            world.positions_into("hero", out)
    assert not locked.any()


def test_reading_gives_masses_areas_and_energies(world):
    assert (world.mass("hero"), world.area("hero"), world.aabb("hero")) == (3, 2, ((0, 0), (2, 2)))
    assert world.barycentre("hero") == pytest.approx((2 / 3, 2 / 3))
    world.set_velocity("hero", (2, 0))
    assert world.energy("hero").kinetic == 6 and world.total_energy().kinetic == 6
    assert (world.velocity("hero"), world.node_velocity("hero", 1)) == ((2, 0), (2, 0))
    assert (world.disc_position("ball"), world.radius("ball"), world.disc_mass("ball")) == ((10, 0), 1, 2)
    assert world.obstacle_shape("ground") == ("line", [(0, -5), (1, 0)], 0)
    assert not (world.is_blown_up("hero") or world.is_asleep("ball") or world.is_disc_blown_up("ball"))
    assert world.node_range("hero") == slice(0, 3, 1) and world.node_count("hero") == 3
    assert world.springs().shape == (0, 2) == world.sticks().shape


def test_actions_change_velocities_and_positions(world):
    # Mass 3 in all, and mass 2.
    world.apply_impulse("hero", (3, 0))
    world.apply_impulse("ball", np.array([0.0, 1.0]))
    assert (world.velocity("hero"), world.disc_velocity("ball")) == ((1, 0), (0, 0.5))
    world.apply_impulse(("hero", 0), [0, 1])
    assert world.node_velocity("hero", 0) == (1, 1)
    world.teleport_to(world.disc("ball"), (5, 5))
    world.teleport("ball", (1, 0))
    assert world.disc_position("ball") == (6, 5)
    world.pin("hero", 0)
    assert world.is_pinned("hero", 0)
    world.step(3)
    assert world.node_position("hero", 0) == (0, 0)
    world.unpin("hero", 0)
    assert not world.is_pinned("hero", 0)


def test_force_gives_force_times_time_over_mass(world):
    world.apply_force("ball", (4, 0))
    world.step(2)
    # One frame of length 1 and mass 2.
    assert world.disc_velocity("ball") == pytest.approx((2, 0))


def test_hand_pulls_until_it_is_released(world):
    hand = world.grab("ball", (20, 0))
    assert world.hands() == [hand]
    world.step(5)
    assert world.disc_velocity("ball")[0] > 0
    world.move_hand(hand, (0, 0))
    world.release(hand)
    assert world.hands() == []
    with pytest.raises(StaleHandleError, match="hand"):
        world.release(hand)


def test_spawn_places_a_prefab_and_remove_makes_handles_stale(world):
    prefab = blobsmith.Prefab.from_text(BALL)
    thrown = world.spawn(prefab, (0, 5), velocity=(0.5, 0))
    ball = world.disc("spawn-1/ball")
    assert world.parts_of_instance(thrown) == [ball]
    assert (world.disc_position(ball), world.disc_velocity(ball)) == ((0, 5), (0.5, 0))
    named = world.spawn(prefab, (1, 0), angle_deg=90, mirror=True, id="named")
    assert world.instance("named") == named and world.info(named).id == "named"
    world.remove(thrown)
    with pytest.raises(StaleHandleError, match="the disc was removed or never existed"):
        world.disc_position(ball)
    with pytest.raises(BlobsmithError, match="not the id of another instance"):
        world.spawn(prefab, id="named")
    assert world.part_counts.discs == 2


def test_links_connect_switch_and_remove(world):
    spring = world.connect_spring(("hero", 0), "ball", rest_length=5, stiffness=0.1)
    stick = world.connect_stick("ball", (12, 0), length=2, collide=False)
    pin = world.connect_pin(("hero", 1), (2, 0))
    assert world.links() == [spring, stick, pin]
    assert world.link_points(spring) == ((0, 0), (10, 0))
    assert world.is_link_on(pin)
    world.switch_link(pin, False)
    assert not world.is_link_on(pin)
    # The spring is 5 too long, so it pulls the ball to the left and the stick holds it.
    world.step()
    assert world.node_velocity("hero", 0)[0] > 0
    world.remove(spring)
    world.remove("ball")
    assert world.links() == [pin]
    with pytest.raises(LevelError, match="stiffness"):
        world.connect_spring(("hero", 0), (1, 1), rest_length=1, stiffness=-1)


def test_snapshot_restores_bits_and_handles(world):
    world.set_velocity("ball", (-1, 0))
    snapshot = world.snapshot()
    world.step(20)
    after = world.hash
    world.remove("hero")
    world.restore(snapshot)
    assert (world.frame, world.hash, snapshot.frame) == (0, snapshot.hash, 0)
    assert world.positions("hero").shape == (3, 2)
    world.step(20)
    assert world.hash == after


def test_copies_are_independent(world):
    copies = [world.copy(), copy.copy(world), copy.deepcopy(world)]
    world.set_velocity("ball", (1, 0))
    world.step()
    assert [other.frame for other in copies] == [0, 0, 0]
    assert copies[0].disc_position(world.disc("ball")) == (10, 0)


def test_handles_compare_hash_and_pickle(world):
    hero = world.body("hero")
    assert {hero: 1}[blobsmith.Body.from_bits(hero.bits)] == 1
    assert pickle.loads(pickle.dumps(hero)) == hero == eval(repr(hero), vars(blobsmith))
    assert hero != world.disc("ball") and hero != 1


def test_queries_find_parts(world):
    hero, ball = world.body("hero"), world.disc("ball")
    assert world.bodies_at((0.5, 0.5)) == [hero] and world.bodies_at((5, 5)) == []
    assert world.discs_at((10.5, 0)) == [ball]
    hit = world.raycast((5, 0), (1, 0), 8)
    assert (hit.part, hit.point, hit.normal, hit.fraction) == (ball, (9, 0), (-1, 0), 0.5)
    assert [one.part for one in world.raycast_all((-1, 0.5), (1, 0), 20)] == [hero, ball]
    assert world.overlap_circle((10, 0), 5) == [ball, world.obstacle("ground")]
    assert world.overlap_box((-1, -1), (20, 1)) == [hero, ball]
    assert world.sweep_circle((5, 0), 1, (4, 0)).fraction == pytest.approx(0.75)
    assert world.nearest_node((2.1, 0), 1) == (hero, 1) and world.nearest_node((50, 0), 1) is None
    only = QueryFilter(tag="player")
    assert world.overlap_box((-1, -1), (20, 1), only) == [hero]
    assert (only.tag, only.sensors, only.mask) == ("player", False, 2**32 - 1)
    with pytest.raises(BlobsmithError, match="`direction` must be a vector other than 0"):
        world.raycast((0, 0), (0, 0), 1)


def test_contact_events_have_phases_and_impulse():
    discs = [
        {"id": "left", "position": [-3, 0], "velocity": [1, 0], "radius": 1},
        {"id": "right", "position": [0, 0], "radius": 1},
    ]
    world = World.from_text(json.dumps({"format": 2, "world": {"gravity": [0, 0]}, "discs": discs}))
    world.set_contact_events(True)
    world.step(3)
    begin, end = world.take_events()
    # They touch after one frame, in the last of its 16 substeps. Equal masses, fully elastic: the whole momentum of 1 passes over.
    assert (begin.phase, begin.impulse, end.phase, end.impulse) == ("begin", 1, "end", 0)
    assert (begin.first, begin.second) == (world.disc("left"), world.disc("right"))
    assert begin.point == pytest.approx((-1, 0)) and begin.normal == pytest.approx((-1, 0))
    assert repr(begin).startswith("Contact(frame=0, substep=15, phase='begin', first=Disc.from_bits(")
    assert world.take_events() == [] and world.dropped_events == 0


def test_sensor_events_name_sensor_and_visitor():
    discs = [
        {"id": "ball", "position": [-3, 0], "velocity": [1, 0], "radius": 0.5},
        {"id": "goal", "position": [0, 0], "radius": 1, "motion": "Fixed", "collision": {"sensor": True}},
    ]
    world = World.from_text(json.dumps({"format": 2, "world": {"gravity": [0, 0]}, "discs": discs}))
    world.step(10)
    entered, left = world.take_events()
    assert isinstance(entered, blobsmith.SensorEntered) and isinstance(left, blobsmith.SensorLeft)
    assert (entered.sensor, entered.other) == (world.disc("goal"), world.disc("ball"))
    assert entered.frame < left.frame


def test_fault_events_name_the_part():
    world = World.from_file(GALLERY / "23-stiff-too-few-substeps.ron")
    world.step(600)
    faults = [event for event in world.take_events() if isinstance(event, blobsmith.Fault)]
    assert {event.fault for event in faults} <= {"collapsed", "blow_up", "many_impacts", "no_edge"}
    assert faults and faults[0].part in world.bodies()


def test_draw_list_slices_fit_its_arrays(world):
    drawn = world.draw()
    (body,) = drawn.bodies
    assert body.body == world.body("hero") and not body.has_skin and body.tint == (255, 255, 255, 255)
    assert drawn.triangles[body.triangles].tolist() == [[0, 1, 2]]
    (loop,) = drawn.loops[body.loops]
    outline = drawn.points[drawn.outlines[loop.points]]
    assert loop.is_closed and sorted(outline.tolist()) == [[0, 0], [0, 2], [2, 0]]
    assert drawn.points[body.points].tolist() == world.positions("hero").tolist() and drawn.uv.shape == (3, 2)
    assert (drawn.discs[0].disc, drawn.discs[0].center, drawn.discs[0].radius) == (world.disc("ball"), (10, 0), 1)


def test_draw_list_triangles_are_those_of_each_body():
    world = World.from_file(GALLERY / "15-stack.ron")
    drawn = world.draw()
    for body in drawn.bodies:
        rows = drawn.triangles[body.triangles]
        assert ((rows >= body.points.start) & (rows < body.points.stop)).all()
    assert sum(len(drawn.triangles[body.triangles]) for body in drawn.bodies) == len(drawn.triangles)


BAD_CALLS = [
    lambda world: world.positions("none"),
    lambda world: world.positions(blobsmith.Body.from_bits(2**64 - 1)),
    lambda world: world.positions(blobsmith.Body.from_bits(0)),
    lambda world: world.node_position("hero", 3),
    lambda world: world.set_velocity("hero", (float("nan"), 0)),
    lambda world: world.set_velocity("ground", (0, 0)),
    lambda world: world.apply_impulse(("hero", 2**40), (0, 0)),
    lambda world: world.apply_force("hero", (float("inf"), 0)),
    lambda world: world.advance(-1),
    lambda world: world.advance(float("nan")),
    lambda world: setattr(world, "seconds_per_frame", 0),
    lambda world: setattr(world, "max_frames", 0),
    lambda world: world.set_threads(0),
    lambda world: world.set_threads(10**9),
    lambda world: world.info("none"),
    lambda world: world.remove(blobsmith.Instance.from_bits(7)),
    lambda world: world.overlap_box((1, 1), (0, 0)),
    lambda world: world.overlap_circle((0, 0), -1),
    lambda world: world.spawn(blobsmith.Prefab.from_text(BALL), id="no/slash"),
    lambda world: world.spawn(blobsmith.Prefab.from_text(BALL), angle_deg=float("inf")),
    lambda world: world.connect_pin("hero", (0, 0)),
    lambda world: World.from_text(""),
    lambda world: World.from_text("[" * 100_000),
    lambda world: World.from_text('{"format": 99}'),
]


@pytest.mark.parametrize("index", range(len(BAD_CALLS)))
def test_bad_values_raise_blobsmith_errors_and_change_nothing(world, index):
    before = world.hash
    with pytest.raises(BlobsmithError):
        BAD_CALLS[index](world)
    assert world.hash == before


BAD_TYPES = [
    lambda world: world.positions(0),
    lambda world: world.positions(None),
    lambda world: world.positions(world.disc("ball")),
    lambda world: world.step("1"),
    lambda world: world.step(1.5),
    lambda world: world.set_velocity("hero", (1,)),
    lambda world: world.set_velocity("hero", ("a", "b")),
    lambda world: world.set_velocity(("hero",), (1, 0)),
    lambda world: World.from_text(b"\xff"),
    lambda world: World(),
    lambda world: world.restore(world),
]


@pytest.mark.parametrize("index", range(len(BAD_TYPES)))
def test_wrong_types_raise_native_errors(world, index):
    before = world.hash
    with pytest.raises((TypeError, ValueError)):
        BAD_TYPES[index](world)
    assert world.hash == before


@pytest.mark.parametrize("frames", [-1, 2**32])
def test_step_refuses_counts_that_do_not_fit(world, frames):
    with pytest.raises(OverflowError):
        world.step(frames)


def test_worlds_in_two_threads_give_the_hashes_of_one():
    paths = [GALLERY / "15-stack.ron", GALLERY / "01-first-blob.ron"]

    def run(path, hashes):
        world = World.from_file(path)
        for _ in range(60):
            world.step()
            hashes.append(world.hash)

    alone, together = [[], []], [[], []]
    for path, hashes in zip(paths, alone):
        run(path, hashes)
    threads = [threading.Thread(target=run, args=pair) for pair in zip(paths, together)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert alone == together and len(alone[0]) == 60


def test_one_world_in_many_threads_loses_no_frame():
    world = World.from_file(GALLERY / "01-first-blob.ron")
    alone = world.copy()
    alone.step(80)
    threads = [threading.Thread(target=lambda: [world.step() for _ in range(20)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        world.positions(world.bodies()[0])
    assert (world.frame, world.hash) == (80, alone.hash)


def test_other_threads_run_during_a_step():
    world = World.from_file(GALLERY / "16-pile-of-100.ron")
    count, done = 0, threading.Event()

    def step():
        world.step(60)
        done.set()

    thread = threading.Thread(target=step)
    thread.start()
    while not done.is_set():
        count += 1
        time.sleep(0.0005)
    thread.join()
    # With the interpreter's lock held the loop would run once or twice.
    assert count > 10


def test_step_stops_at_an_interrupt():
    world = World.from_file(GALLERY / "16-pile-of-100.ron")
    timer = threading.Timer(0.2, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        world.step(2**32 - 1)
    assert 0 < world.frame < 2**32 - 1
    world.step()


def test_finalizers_may_use_the_world(world):
    class Reader:
        def __init__(self):
            self.own = self

        def __del__(self):
            hashes.append(world.hash)

    hashes = []
    threshold = gc.get_threshold()
    gc.set_threshold(1)
    try:
        for _ in range(50):
            Reader()
            world.info("hero"), world.bodies(), world.draw(), world.take_events(), world.positions("hero")
    finally:
        gc.set_threshold(*threshold)
    gc.collect()
    assert len(hashes) == 50
