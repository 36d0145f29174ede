//! Disc impacts in order, with their formulas filled in (002 §1.iv; 000 §D.2 against hulls).

use super::ExplainReport;
use super::contacts::write_response;
use crate::cli::tables::{Table, in_brackets, number, vector};
use crate::engine::trace::{DiscEvent, DiscImpact};
use std::io::{self, Write};

pub(super) fn write(report: &ExplainReport, out: &mut impl Write) -> io::Result<()> {
    let events = &report.trace.disc_events;
    if report.names.0.discs.is_empty() {
        return Ok(());
    }
    let h = number(report.trace.substep_time);
    writeln!(out, "\nimpacts of discs: {}; t since the start of the substep, which lasts h = {h}", events.len())?;
    if events.is_empty() {
        return Ok(());
    }
    let mut table =
        Table::new(["", "t", "t/h", "level time", "disc", "meets", "point", "closing", "v after", "other's v after"]);
    for event in events {
        table.row(vec![
            format!("#{}", event.order),
            number(event.time),
            number(event.part),
            number(report.trace.time + event.time),
            report.names.disc(event.disc),
            report.names.met(event.kind, event.other),
            vector(event.point),
            number(event.closing_speed()),
            vector(event.velocity_after),
            if event.other_mass.is_some() { vector(event.other_velocity_after) } else { "-".into() },
        ]);
    }
    table.write(out, "  ")?;
    for event in events {
        one(report, out, event)?;
    }
    Ok(())
}

fn one(report: &ExplainReport, out: &mut impl Write, event: &DiscEvent) -> io::Result<()> {
    writeln!(
        out,
        "\n#{} t = {} of h = {}: {} meets {}",
        event.order,
        number(event.time),
        number(report.trace.substep_time),
        report.names.disc(event.disc),
        report.names.met(event.kind, event.other)
    )?;
    match (&event.hull, event.kind) {
        (Some(hull), _) => {
            writeln!(
                out,
                "  centre {}, deepest point M {}; hull edge {}, outward normal {}",
                vector(event.position),
                vector(event.point),
                hull.edge,
                vector(event.normal)
            )?;
            write_response(out, &hull.response, &hull.after)
        }
        (None, DiscImpact::Disc) => exchange(out, event),
        (None, _) => bounce(out, event),
    }
}

/// 002 §1.iv with the velocity change scaled by (1+e)/2; n points from the first disc to the second.
fn exchange(out: &mut impl Write, event: &DiscEvent) -> io::Result<()> {
    let n = -event.normal;
    let (u1, u2) = (event.velocity_before.dot(n), event.other_velocity_before.dot(n));
    let scale = u1.abs().max(u2.abs());
    let [mu1, mu2] = [event.velocity_after, event.other_velocity_after].map(|w| without_rounding(w.dot(n), scale));
    let other = event.other_position.map_or_else(String::new, vector);
    let mass = |mass: Option<f64>| mass.map_or_else(|| "infinite".into(), number);
    writeln!(out, "  centres {} and {other}, touching at {}", vector(event.position), vector(event.point))?;
    writeln!(
        out,
        "  n = {}, m1 = {}, m2 = {}, e = {}",
        vector(n),
        mass(event.mass),
        mass(event.other_mass),
        number(event.restitution)
    )?;
    writeln!(out, "  u1 = v1·n = {}·{} = {}", vector(event.velocity_before), vector(n), number(u1))?;
    writeln!(out, "  u2 = v2·n = {}·{} = {}", vector(event.other_velocity_before), vector(n), number(u2))?;
    let e1 = number(1.0 + event.restitution);
    let changed = |own: &str, other: &str, u_own: f64, u_other: f64, masses: [Option<f64>; 2], mu: f64| {
        let (a, b) = (number(u_own), in_brackets(u_other));
        let own_in_brackets = in_brackets(u_own);
        match masses {
            [None, _] => format!("  mu{own} = u{own} = {} (immovable)", number(mu)),
            [Some(_), None] => format!(
                "  mu{own} = u{own} + (1+e)(u{other} - u{own}) = {a} + {e1}·({b} - {own_in_brackets}) = {}",
                number(mu)
            ),
            [Some(m), Some(m_other)] => format!(
                "  mu{own} = u{own} + (1+e) m{other} (u{other} - u{own})/(m1 + m2) = {a} + {e1}·{}·({b} - {own_in_brackets})/{} = {}",
                number(m_other),
                number(m + m_other),
                number(mu)
            ),
        }
    };
    writeln!(out, "{}", changed("1", "2", u1, u2, [event.mass, event.other_mass], mu1))?;
    writeln!(out, "{}", changed("2", "1", u2, u1, [event.other_mass, event.mass], mu2))?;
    writeln!(out, "  w1 = v1 + (mu1 - u1) n = {}", vector(event.velocity_after))?;
    writeln!(out, "  w2 = v2 + (mu2 - u2) n = {}", vector(event.other_velocity_after))
}

/// 002 §2 and 003: only the normal component changes.
fn bounce(out: &mut impl Write, event: &DiscEvent) -> io::Result<()> {
    let (n, e) = (event.normal, event.restitution);
    let u = event.velocity_before.dot(n);
    let mu = without_rounding(event.velocity_after.dot(n), u.abs());
    writeln!(out, "  centre {}, touching at {}", vector(event.position), vector(event.point))?;
    writeln!(out, "  n = {}, e = {}", vector(n), number(e))?;
    writeln!(out, "  u = v·n = {}·{} = {}", vector(event.velocity_before), vector(n), number(u))?;
    // In a circle, a disc may slide along chords. With restitution 0 only rounding remains of mu, which counts as zero.
    let scale = event.velocity_before.length();
    if (mu + e * u).abs() <= 1e-9 * scale * (1.0 + e) {
        writeln!(out, "  mu = -e u = -{}·{} = {}", number(e), in_brackets(u), number(mu))?;
    } else {
        writeln!(out, "  mu = {}: it slides along the inside of the circle, by chords", number(mu))?;
    }
    writeln!(out, "  w = v + (mu - u) n = {}", vector(event.velocity_after))
}

/// Zero for a difference that is mere rounding of numbers of this size.
fn without_rounding(value: f64, scale: f64) -> f64 {
    if value.abs() <= 1e-14 * scale { 0.0 } else { value }
}
