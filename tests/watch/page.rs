//! Generates `docs/watch.md` from the registries of probes and functions.

use blobsmith::debugger::probes::{self, Scope, ValueKind};
use blobsmith::debugger::watch::{DEEPEST, FUNCTIONS, FunctionGroup, LONGEST};

const HEAD: &str = "\
# Watch expressions

A watch expression is a number to plot or a condition to stop at. The same text works in the window (*Breakpoints*), \
in `blobsmith run LEVEL --until EXPR`, in level files and in a running game ([flight recorder](flight-recorder.md)). \
This page is generated: `BLESS=1 cargo test --test watch` \
writes it.

```text
body(\"left\").area_ratio < 80%
max(node.speed) > 2 and frame > 10
any(triangle.area <= 0)
rise(energy.total) > 5%
changed(edge(\"left\", 3))
touching(\"left\", \"right\")
mean(body(\"left\").node.y) < start(body(\"left\").bottom)
link(\"rope\").force > 50
entered(\"goal\", body(\"left\"))
```

* **Parts.** `body(\"left\")` selects a body by name, `body(0)` by its index in the file, from 0. \
  `node(\"left\", 3)`, `spring(…)`, `stick(…)` and `triangle(…)` are parts of a body. `disc(0)` or `disc(\"ball\")` is a disc, \
  `link(0)` or `link(\"rope\")` a link by its id. The id of a body or disc works where no part has it as its name, and \
  `node(\"left\", \"hand\")` is the node with that label. \
  A point and a word select the quantity: `body(\"left\").area`.
* **Sets.** The word alone is the set of all: `node.speed` has one number per node, `body(\"left\").node.speed` one per node \
  of one body. Operators work element by element. `max`, `min`, `sum`, `mean`, `count`, `any` and `all` reduce a set to \
  one value: `count(node.speed > 2 and node.y < 0)`.
* **Operators**, from weak to strong: `or`; `and`; `not`; `<` `<=` `>` `>=` `==` `!=`; `+` `-`; `*` `/`; unary `-`; \
  `^`. Parentheses group. `80%` is 0.8. `true`, `false`, `nan` and `inf` are values.
* **Moments.** An expression is evaluated once per frame or once per substep. `previous`, `change`, `changed` and \
  `rise` compare with the frame or substep before.
* **The last substep.** Quantities marked ◦ describe the substep that led to the moment. They need a trace or the detectors, \
  so the run is slower. Evaluated per frame, they describe the frame's last substep. Evaluate per substep to miss no \
  contact. `wrong_edges`, `wrong_edge`, `flips` and `problem` miss nothing: evaluated per frame, they count in all its substeps.
* **`nan`** marks undefined values. Arithmetic with it gives `nan`; comparisons with it are false, except `!=`. \
  `finite(a)` tests for it.
* Quantities marked ? are conditions: true or false. All others are numbers, in the unit that their row names: m, l and t are \
  mass, length and time of the level. Counts and ratios have none.\n* **Unit of an expression.** It follows from its quantities: products, quotients, whole powers and square roots combine their \
  units, and sums keep a common unit. Plots and their exported tables, watches and the table of parts show it. \
  Different units in a sum give none.
";

fn page() -> String {
    let mut page = HEAD.to_owned();
    page += &format!("* An expression has at most {LONGEST} bytes and {DEEPEST} levels of brackets and operators.\n");
    page += "\n## Quantities\n";
    for scope in Scope::ALL {
        let owner = match scope {
            Scope::World => "Of the whole level: the word alone".to_owned(),
            _ => format!("Of a {}: `{}.…`, or `{}.…` for all", scope.word(), scope.example(), scope.word()),
        };
        page += &format!("\n### {owner}\n\n| word | unit | meaning |\n| --- | --- | --- |\n");
        for probe in probes::of(scope) {
            let condition = if probe.kind == ValueKind::Truth { " ?" } else { "" };
            let of_substep = if probe.reading.is_of_substep() { " ◦" } else { "" };
            let unit = probe.unit().to_string();
            let (id, title, explanation) = (probe.id, probe.title, probe.explanation);
            page += &format!("| `{id}`{condition}{of_substep} | {unit} | **{title}.** {explanation} |\n");
        }
    }
    page += "\n## Functions\n";
    for group in FunctionGroup::ALL {
        page += &format!("\n### {}\n\n| form | result |\n| --- | --- |\n", group.title());
        for function in FUNCTIONS.iter().filter(|function| function.group == group) {
            let of_substep = if group == FunctionGroup::Contacts { " ◦" } else { "" };
            page += &format!("| `{}`{of_substep} | {} |\n", function.form, function.explanation);
        }
    }
    page
}

#[test]
fn watch_page_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/watch.md");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, page()).expect("docs can be written");
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert!(written.replace("\r\n", "\n") == page(), "docs/watch.md is out of date: BLESS=1 cargo test --test watch");
}
