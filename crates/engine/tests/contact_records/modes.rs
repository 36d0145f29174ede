//! Records in every mode, in the gallery, and while nothing takes them.

use super::*;

/// Blobs of a frame of gas and springs that overlap each other, with obstacles, bounds and discs: 900 bodies, more than 1,024 pairs, so
/// that threads share them.
fn pile(seed: u64, integrator: Integrator) -> Level {
    let mut random = random(seed);
    let mut bodies = vec![fixed(block([-2.0, -3.0], [32.0, 0.3], [0.0; 2]))];
    for index in 0..900 {
        let corner = [(index % 30) as f64 + 0.2 * random(), (index / 30) as f64 + 0.2 * random()];
        let velocity = [random() - 0.5, random() - 0.5];
        let mut body = block(corner, [corner[0] + 1.05, corner[1] + 1.05], velocity);
        let spring = |[a, b]: [usize; 2]| Spring { a, b, rest_length: 1.05, stiffness: 0.2, damping: 0.02 };
        body.springs = body.hull.iter().copied().map(spring).collect();
        body.triangles = vec![[0, 1, 2], [0, 2, 3]];
        body.gas = 0.1;
        bodies.push(body);
    }
    let discs = (0..40).map(|index| disc([0.8 * index as f64, 31.5 + random()], [0.0, -1.0], 2.0)).collect();
    let obstacles = vec![obstacle(ObstacleShape::Segment([-1.0, 4.0], [31.0, 12.0]))];
    let mut level = Level { bodies, discs, obstacles, ..level() };
    (level.world.integrator, level.world.substeps) = (integrator, 5);
    level.world.bounds = Some(Bounds { min: [0.0, -9.0], max: [31.0, 40.0], restitution: 0.5 });
    level
}

/// The stage of a record in a level without penalty forces.
fn stage(record: &ContactRecord) -> u32 {
    match (record.moving, record.other) {
        (Place::Node(..), Place::Obstacle(_) | Place::World) => 0,
        (Place::Node(body, _), Place::HullEdge(other, _)) => 1 + u32::from(body == other),
        _ => 3,
    }
}

/// In every mode: the plain instruction set is the reference engine, the others are the batched one; a trace needs the reference again.
#[test]
fn records_have_the_same_bits_in_every_mode() {
    for (seed, integrator) in INTEGRATORS.into_iter().enumerate() {
        let mut level = pile(seed as u64, integrator);
        level.world.contact.edge_choice = CHOICES[seed + 1];
        level.world.contact.self_contact = seed == 1;
        let with = |set, threads| {
            let mut world = recording(&level);
            assert!(world.set_instruction_set(set));
            world.set_threads(Threads::new(threads));
            world
        };
        let mut reference = with(InstructionSet::Plain, 1);
        let mut others: Vec<World> = InstructionSet::available().map(|set| with(set, 1)).collect();
        others.extend([2, 3].map(|threads| with(InstructionSet::best(), threads)));
        let (mut traced, mut trace) = (with(InstructionSet::best(), 2), Trace::default());
        let mut silent = World::new(&level).unwrap();
        for substep in 0..6 {
            reference.step_substep();
            let records = reference.take_contacts();
            assert!(records.len() > 1000 && records.is_sorted_by_key(stage), "{} records", records.len());
            for world in &mut others {
                world.step_substep();
                assert!(world.take_contacts() == records, "{integrator:?}, {substep}, {:?}", world.instruction_set());
            }
            traced.step_substep_traced(&mut trace);
            assert!(traced.take_contacts() == records, "{integrator:?}, {substep}, traced");
            assert!(trace.pairs.len() > 1024);
            silent.step_substep();
            assert!([&reference, &traced].into_iter().chain(&others).all(|world| world.hash() == silent.hash()));
        }
    }
}

/// Sixty frames of every gallery level: recording changes no bit, and each resolved contact has its record.
#[test]
fn gallery_has_the_same_bits_and_a_record_per_counted_contact() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "ron"));
    assert!(files.len() > 60);
    for file in files {
        let level = flatten::load_flat(&file).unwrap();
        let (mut silent, mut world) = (World::new(&level).unwrap(), recording(&level));
        let mut counted = 0;
        for _ in 0..60 {
            silent.step_frame();
            world.step_frame();
            let mut records = world.take_contacts();
            if level.world.contact.decor != Decor::Impulse {
                // Penalty forces are not counted.
                let is_free = |place: Place| place.body().is_none_or(|body| world.layout().bodies[body].is_dynamic);
                records.retain(|record| is_free(record.moving) && is_free(record.other));
            }
            // The bounds count once for both coordinates of a node, and not for discs.
            let is_clamp = |record: &ContactRecord| record.other == Place::World;
            records.retain(|record| !is_clamp(record) || !matches!(record.moving, Place::Disc(_)));
            records.dedup_by(|next, record| {
                is_clamp(next) && is_clamp(record) && next.moving == record.moving && next.substep == record.substep
            });
            counted += records.len() as u64;
        }
        let counts = world.counts();
        // Several impacts of a disc in a substep have one record.
        let resolved = counts.contacts + counts.obstacle_hits;
        let has_impacts = counts.disc_impacts > 0;
        assert!(counted == resolved || (has_impacts && (1..resolved).contains(&counted)), "{}", file.display());
        assert_eq!(world.hash(), silent.hash(), "{}", file.display());
        assert!(silent.take_contacts().is_empty());
    }
}

/// The first 100,000 records are kept; the later ones are dropped until they are taken.
#[test]
fn records_that_are_not_taken_are_bounded() {
    let mut level = pile(1, Integrator::Verlet);
    level.world.substeps = 100;
    let (mut kept, mut taken) = (recording(&level), recording(&level));
    let mut all = Vec::new();
    while all.len() <= 110_000 {
        kept.step_substep();
        taken.step_substep();
        all.extend(taken.take_contacts());
    }
    let records = kept.take_contacts();
    assert_eq!(records.len(), 100_000);
    assert!(records == all[..100_000]);
    kept.step_substep();
    taken.step_substep();
    assert!(kept.take_contacts() == taken.take_contacts());
}

#[test]
fn records_are_off_by_default_and_cleared_by_restore() {
    let tip = polygon(&[[0.0, 0.2], [1.0, 2.0], [-1.0, 2.0]], [2.0, -3.0]);
    let level = Level { bodies: vec![fixed(block([-5.0, -5.0], [5.0, 0.0], [0.0; 2])), tip], ..level() };
    let mut world = World::new(&level).unwrap();
    let start = world.state().clone();
    let layout = world.shared_layout().clone();
    world.step_substep();
    assert!(!world.records_contacts() && world.take_contacts().is_empty());
    world.set_contact_recording(true);
    assert!(world.records_contacts());
    let other_layout = World::new(&level).unwrap().shared_layout().clone();
    for layout in [&layout, &other_layout] {
        world.restore_under(layout, &start);
        world.step_substep();
        world.restore(&start);
        assert!(world.records_contacts() && world.take_contacts().is_empty(), "restored");
        world.step_substep();
        world.restore_under(layout, &start);
        assert!(world.records_contacts() && world.take_contacts().is_empty(), "restored under a layout");
    }
    world.step_substep();
    world.set_contact_recording(false);
    world.restore_under(&layout, &start);
    world.step_substep();
    assert!(world.take_contacts().is_empty(), "switched off");
    world.set_contact_recording(true);
    world.restore(&start);
    world.step_substep();
    world.set_contact_recording(false);
    assert_eq!(world.take_contacts().len(), 1, "recorded before it was switched off");
}

/// Body, disc and obstacle as sensors have no contact.
#[test]
fn sensors_are_no_contacts() {
    let tip = polygon(&[[0.0, 0.2], [1.0, 2.0], [-1.0, 2.0]], [2.0, -3.0]);
    let floor = fixed(block([-5.0, -5.0], [5.0, 0.0], [0.0; 2]));
    let circle = obstacle(ObstacleShape::Circle { center: [8.0, 0.0], radius: 1.0 });
    let discs = vec![disc([3.0, 0.6], [0.0, -3.0], 1.0), disc([8.0, 1.6], [0.0, -3.0], 1.0)];
    let mut level = Level { bodies: vec![floor, tip], discs, obstacles: vec![circle], ..level() };
    assert_eq!(first_contacts(&level).len(), 3);
    level.bodies[0].collision.sensor = true;
    level.obstacles[0].collision.sensor = true;
    assert!(first_contacts(&level).is_empty());
}

/// A heap without restitution collapses: a pair of discs has many impacts in a substep, and one record.
#[test]
fn impacts_of_one_pair_in_a_substep_are_one_record() {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels/38-zeno-heap.ron");
    let mut world = recording(&flatten::load_flat(&file).unwrap());
    while world.state().frame < 40 {
        world.step_substep();
        let parts: Vec<[Place; 2]> = world.take_contacts().iter().map(|own| [own.moving, own.other]).collect();
        assert!(parts.windows(2).all(|two| two[0] < two[1]), "{parts:?}");
    }
    assert!(world.counts().disc_impacts > 100_000, "{:?}", world.counts());
}

/// A disc that stays asleep is the moving part of no contact; others may still hit it.
#[test]
fn discs_that_sleep_have_no_records() {
    let mut random = random(3);
    let at = |index: usize| {
        [0.6 + (index % 14) as f64 * 1.05 + 0.5 * (index / 14 % 2) as f64, 0.6 + 0.95 * (index / 14) as f64]
    };
    let discs = (0..140).map(|index| Disc {
        restitution: 0.3,
        radius: 0.45 + 0.05 * random(),
        ..disc(at(index), [0.0; 2], 1.0)
    });
    let mut level = Level { discs: discs.collect(), ..level() };
    (level.world.gravity, level.world.substeps) = ([0.0, -0.02], 4);
    level.world.bounds = Some(Bounds { min: [0.0, 0.0], max: [15.4, 99.0], restitution: 0.3 });
    let mut world = recording(&level);
    let (mut sleepers, mut contacts) = (0, 0);
    while world.state().frame < 150 {
        let before = world.state().disc_asleep.clone();
        world.step_substep();
        let sleeps: Vec<bool> = before.iter().zip(&world.state().disc_asleep).map(|(was, is)| was & is).collect();
        sleepers += sleeps.iter().filter(|sleeps| **sleeps).count();
        let records = world.take_contacts();
        contacts += records.len();
        assert!(records.iter().all(|record| !matches!(record.moving, Place::Disc(disc) if sleeps[disc])));
    }
    assert!(sleepers > 1000 && contacts > 1000, "{sleepers} times asleep, {contacts} contacts");
}
