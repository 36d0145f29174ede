//! Tests of materials.

use super::*;
use crate::level::{Node, Role, Spring};

/// Three unit squares of two triangles each, total mass 4, with one spring of stiffness 0.2.
fn level() -> Level {
    let square = |id: &str| Body {
        id: id.to_owned(),
        nodes: [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(Node::at).to_vec(),
        springs: vec![Spring { a: 0, b: 1, rest_length: 1.0, stiffness: 0.2, damping: 0.02 }],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
        ..Body::default()
    };
    Level { bodies: vec![square("a"), square("b"), square("c")], ..Level::default() }
}

fn masses_of(body: &Body) -> Vec<f64> {
    body.nodes.iter().filter_map(|node| measure::mass(node.role)).collect()
}

#[test]
fn material_change_reaches_all_its_bodies_and_no_other() {
    let mut level = level();
    let clay = add(&mut level, "Clay", 0).unwrap();
    assign(&mut level, &[Place::Body(0), Place::Node(1, 2)], Some(clay)).unwrap();
    set(&mut level, clay, MaterialField::Friction, Some(0.9)).unwrap();
    set(&mut level, clay, MaterialField::Stiffness, Some(1.5)).unwrap();
    let got: Vec<_> = level.bodies.iter().map(|body| (body.friction, body.springs[0].stiffness)).collect();
    assert_eq!(got, [(0.9, 1.5), (0.9, 1.5), (0.3, 0.2)]);
    assert!(set(&mut level, clay, MaterialField::Friction, Some(-1.0)).is_err());
    assert!(set(&mut level, 7, MaterialField::Friction, Some(1.0)).is_err());
    assert!(set(&mut level, clay, MaterialField::MassDensity, Some(0.0)).is_err());
}

#[test]
fn mass_density_divides_triangles_among_corners() {
    let mut level = level();
    let clay = add(&mut level, "Clay", 0).unwrap();
    assign(&mut level, &[Place::Body(0)], Some(clay)).unwrap();
    assert_eq!(masses_of(&level.bodies[0]), [1.0; 4], "a new material has no density");
    set(&mut level, clay, MaterialField::MassDensity, Some(6.0)).unwrap();
    // Each triangle weighs 3 and gives 1 to each corner; nodes 0 and 2 are corners of both.
    let expected = [2.0, 1.0, 2.0, 1.0];
    assert!(masses_of(&level.bodies[0]).iter().zip(expected).all(|(mass, expected)| (mass - expected).abs() < 1e-12));
    let BodyValue::One(density) = value_of(&level.bodies[0], MaterialField::MassDensity) else { panic!("one density") };
    assert!((density - 6.0).abs() < 1e-12);
    assert_eq!(value_of(&level.bodies[1], MaterialField::MassDensity), BodyValue::Mixed);
    level.bodies[2].triangles.clear();
    assert_eq!(value_of(&level.bodies[2], MaterialField::MassDensity), BodyValue::Nothing);
}

#[test]
fn body_edited_by_hand_differs_until_applied_again() {
    let mut level = level();
    let clay = add(&mut level, "Clay", 0).unwrap();
    assert_eq!(material_of(&level, 0), Some(clay));
    assign(&mut level, &[Place::Body(1)], Some(clay)).unwrap();
    level.bodies[1].gas = 7.0;
    level.bodies[1].springs[0].damping = 0.5;
    let other = |level: &Level| differences(&level.bodies[1], &materials(level)[clay]);
    assert_eq!(other(&level), [MaterialField::Damping, MaterialField::Gas]);
    // A change of another number leaves the difference.
    set(&mut level, clay, MaterialField::Friction, Some(0.0)).unwrap();
    assert_eq!(other(&level), [MaterialField::Damping, MaterialField::Gas]);
    apply_again(&mut level, &[Place::Body(1)]).unwrap();
    assert!(other(&level).is_empty());
    assert_eq!((level.bodies[1].gas, level.bodies[1].springs[0].damping), (2.0, 0.02));
}

#[test]
fn update_from_a_body_changes_the_other_bodies() {
    let mut level = level();
    let clay = add(&mut level, "Clay", 0).unwrap();
    assign(&mut level, &[Place::Body(0), Place::Body(1)], Some(clay)).unwrap();
    level.bodies[0].gas = 9.0;
    level.bodies[0].springs.push(Spring { a: 1, b: 2, rest_length: 1.0, stiffness: 3.0, damping: 0.02 });
    let made = update_from(&mut level, 0).unwrap();
    let said = "1 body of the material changed too; stiffness differs within the body, so the material leaves it open";
    assert_eq!(made.said, said);
    assert_eq!((level.bodies[1].gas, level.bodies[1].springs[0].stiffness), (9.0, 0.2));
    assert_eq!((materials(&level)[clay].gas, materials(&level)[clay].stiffness), (Some(9.0), None));
    assert!(differences(&level.bodies[0], &materials(&level)[clay]).is_empty());
    assert!(update_from(&mut level, 2).is_err());
}

#[test]
fn material_list_keeps_names_unique_and_bodies_in_one_material() {
    let mut level = level();
    let clay = add(&mut level, "Clay", 0).unwrap();
    let other = add(&mut level, "Clay", 0).unwrap();
    let copy = duplicate(&mut level, clay).unwrap();
    let names = |level: &Level| materials(level).iter().map(|one| one.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&level), ["Clay", "Clay 2", "Clay 3"]);
    assert!(rename(&mut level, other, "Clay").is_err() && rename(&mut level, other, " ").is_err());
    rename(&mut level, other, " Rubber ").unwrap();
    assign(&mut level, &[Place::Body(0), Place::Body(2)], Some(clay)).unwrap();
    assign(&mut level, &[Place::Body(2)], Some(copy)).unwrap();
    assert_eq!((bodies_of(&level, clay), bodies_of(&level, copy)), (vec![0], vec![2]));
    assign(&mut level, &[Place::Body(0)], None).unwrap();
    assert_eq!(material_of(&level, 0), None);
    level.bodies[2].restitution = 0.125;
    delete(&mut level, clay).unwrap();
    assert_eq!(names(&level), ["Rubber", "Clay 3"]);
    assert_eq!((material_of(&level, 2), level.bodies[2].restitution), (Some(1), 0.125));
    assert!(delete(&mut level, 5).is_err() && assign(&mut level, &[Place::World], Some(0)).is_err());
}

#[test]
fn pinned_nodes_and_barycentres_keep_their_role_under_a_density() {
    let mut level = level();
    let mean = Node { role: Role::Barycentre, ..Node::at([0.5, 0.5]) };
    level.bodies[0].nodes.push(mean);
    level.bodies[0].nodes[0].pinned = true;
    let clay = add(&mut level, "Clay", 0).unwrap();
    assign(&mut level, &[Place::Body(0)], Some(clay)).unwrap();
    set(&mut level, clay, MaterialField::MassDensity, Some(2.0)).unwrap();
    assert!(level.bodies[0].nodes[0].pinned);
    assert_eq!(level.bodies[0].nodes[4].role, Role::Barycentre);
    assert!((masses_of(&level.bodies[0]).iter().sum::<f64>() - 2.0).abs() < 1e-12);
}
