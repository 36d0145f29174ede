//! `docs/watch.md`, as the registry of probes and functions says it itself.

use blobsmith::debugger::probes::{self, Scope, ValueKind};
use blobsmith::debugger::watch::{DEEPEST, FUNCTIONS, FunctionGroup, LONGEST};

const HEAD: &str = "\
# Watch expressions

An expression says what to watch in a run: a number to plot, or a condition to stop at. The same text works in the \
window (*Breakpoints*), in `blobsmith run LEVEL --until EXPR` and in level files. This page is made from the program's \
own lists: `BLESS=1 cargo test --test watch` writes it again.

```text
body(\"left\").area_ratio < 80%
max(node.speed) > 2 and frame > 10
any(triangle.area <= 0)
rise(energy.total) > 5%
changed(edge(\"left\", 3))
touching(\"left\", \"right\")
mean(body(\"left\").node.y) < start(body(\"left\").bottom)
```

* **Parts.** `body(\"left\")` is a body by its name, `body(0)` by its number in the file, counted from 0. \
  `node(\"left\", 3)`, `spring(…)`, `stick(…)` and `triangle(…)` are parts of a body, `disc(0)` or `disc(\"ball\")` a disc. \
  A point and a word say what is measured: `body(\"left\").area`.
* **Sets.** The word alone is all of them: `node.speed` is one number for each node, `body(\"left\").node.speed` for each \
  of one body. Signs work element by element, and `max`, `min`, `sum`, `mean`, `count`, `any` and `all` make one value \
  of the set: `count(node.speed > 2 and node.y < 0)`.
* **Signs**, from weak to strong: `or`; `and`; `not`; `<` `<=` `>` `>=` `==` `!=`; `+` `-`; `*` `/`; `-` before a number; \
  `^`. Brackets as usual. `80%` is 0.8. `true`, `false`, `nan` and `inf` are values.
* **Moments.** An expression is looked at once each frame or once each substep. `previous`, `change`, `changed` and \
  `rise` compare with the moment before, which is a frame ago or a substep ago accordingly.
* **The last substep.** What is marked ◦ tells of the substep that led to the moment, so it must be explained while the \
  run goes on, which takes longer. Looked at each frame, that is the frame's last substep: to miss no contact, look at \
  each substep.
* **`nan`** is what cannot be measured. What is reckoned with it is `nan`; a comparison with it is false, except `!=`. \
  `finite(a)` asks for it.
* Marked ? are conditions: true or false. All others are numbers, in the units of the level.
";

fn page() -> String {
    let mut page = HEAD.to_owned();
    page += &format!("* An expression has at most {LONGEST} bytes and {DEEPEST} levels of brackets and signs.\n");
    page += "\n## What can be measured\n";
    for scope in Scope::ALL {
        let owner = match scope {
            Scope::World => "Of everything: the word alone".to_owned(),
            _ => format!("Of a {}: `{}.…`, or `{}.…` for all", scope.word(), scope.example(), scope.word()),
        };
        page += &format!("\n### {owner}\n\n| word | what it is |\n| --- | --- |\n");
        for probe in probes::of(scope) {
            let condition = if probe.kind == ValueKind::Truth { " ?" } else { "" };
            let told = if probe.reading.is_of_substep() { " ◦" } else { "" };
            page += &format!("| `{}`{condition}{told} | **{}.** {} |\n", probe.id, probe.title, probe.explanation);
        }
    }
    page += "\n## Functions\n";
    for group in FunctionGroup::ALL {
        page += &format!("\n### {}\n\n| form | what it gives |\n| --- | --- |\n", group.title());
        for function in FUNCTIONS.iter().filter(|function| function.group == group) {
            let told = if group == FunctionGroup::Contacts { " ◦" } else { "" };
            page += &format!("| `{}`{told} | {} |\n", function.form, function.explanation);
        }
    }
    page
}

#[test]
fn the_page_of_watch_expressions_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/watch.md");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, page()).expect("docs can be written");
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert!(written.replace("\r\n", "\n") == page(), "docs/watch.md is out of date: BLESS=1 cargo test --test watch");
}
