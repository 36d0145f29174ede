//! Ranking of the palette: typed words, and the entry that must come first.

use super::window::{Window, square};
use blobsmith::editor::features::palette;
use blobsmith::level::Place;
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable;

/// Typed words, and the id of the entry that must come first.
const QUERIES: &[(&str, &str)] = &[
    // Files.
    ("new", "command new"),
    ("blank", "command new"),
    ("examples", "command gallery"),
    ("open", "command open"),
    ("load", "command open"),
    ("svg", "command import"),
    ("import drawing", "command import"),
    ("save", "command save"),
    ("save as", "command save-as"),
    ("export png", "command export-picture"),
    ("screenshot", "command export-picture"),
    ("record", "command save-run"),
    ("side by side", "command side-by-side"),
    ("exit", "command quit"),
    // Changes.
    ("undo", "command undo"),
    ("redo", "command redo"),
    ("undo history", "command history"),
    ("cut", "command cut"),
    ("copy", "command copy"),
    ("paste", "command paste"),
    ("paste in place", "command paste-in-place"),
    ("clone", "command duplicate"),
    ("remove", "command delete"),
    ("rename", "command rename"),
    ("group", "command group-parts"),
    ("folder", "command group-parts"),
    ("pin", "tool pin"),
    ("anchor", "tool pin"),
    ("unpin", "command pin"),
    // Selection.
    ("select all", "command select-all"),
    ("deselect", "command select-nothing"),
    ("invert selection", "command invert-selection"),
    ("select similar", "command select-same-kind"),
    // Bodies.
    ("rectangle", "command insert-rectangle"),
    ("square", "command insert-rectangle"),
    ("ball", "command insert-disc"),
    ("crate", "command insert-crate"),
    ("rope", "command insert-rope"),
    ("cloth", "command insert-cloth"),
    ("ground", "command insert-floor"),
    ("wheel", "command insert-wheel"),
    ("gear", "command insert-gear"),
    ("hills", "command insert-terrain"),
    ("balloon", "command insert-balloon"),
    ("sensor", "command insert-sensor"),
    ("trigger", "command insert-sensor"),
    ("zone", "command insert-sensor"),
    ("goal", "command insert-sensor"),
    // Tools.
    ("knife", "tool knife"),
    ("slice", "tool knife"),
    ("split body", "tool knife"),
    ("draw", "tool polygon"),
    ("pen", "tool polygon"),
    ("ruler", "tool measure"),
    ("measure distance", "tool measure"),
    ("hand", "tool hand"),
    ("grab", "tool hand"),
    ("pan", "tool pan"),
    ("move", "tool select"),
    ("add node", "tool node"),
    ("spring", "tool spring"),
    ("rod", "tool stick"),
    ("wall", "tool obstacle"),
    ("particle", "tool disc"),
    // Arranging.
    ("rotate", "command turn-left"),
    ("rotate clockwise", "command turn-right"),
    ("flip", "command mirror-horizontally"),
    ("flip horizontal", "command mirror-horizontally"),
    ("flip vertical", "command mirror-vertically"),
    ("mirror", "command mirror-horizontally"),
    ("symmetry", "command mirror"),
    ("align", "command align-left"),
    ("align top", "command align-top"),
    ("align center", "command align-center"),
    ("distribute", "command distribute-horizontally"),
    ("even spacing", "command distribute-horizontally"),
    ("distribute vertically", "command distribute-vertically"),
    ("snap", "command snap"),
    ("snap to grid", "command snap"),
    ("nudge right", "command nudge-right"),
    // Meshes.
    ("mesh", "command remesh"),
    ("triangulate", "command fill-hull"),
    ("rest length", "command rest-as-drawn"),
    ("density", "command masses-by-area"),
    // Time.
    ("play", "command play"),
    ("pause", "command play"),
    ("step", "command step-frame"),
    ("next frame", "command step-frame"),
    ("previous frame", "command back-frame"),
    ("restart", "command restart"),
    ("reset", "command restart"),
    ("slow motion", "command slower"),
    ("go to frame", "command go-to-frame"),
    ("loop", "command toggle-loop"),
    ("bookmark", "command add-bookmark"),
    // View.
    ("zoom in", "command zoom-in"),
    ("zoom to fit", "command fit"),
    ("zoom to selection", "command fit-selection"),
    ("dark mode", "command toggle-theme"),
    ("font size", "command larger-text"),
    ("compare", "command toggle-twin"),
    ("why", "command why"),
    ("grid", "layer grid"),
    ("texture", "layer fill"),
    ("velocity", "overlay velocities"),
    ("forces", "overlay force-total"),
    ("center of mass", "overlay barycentres"),
    ("legend", "setting Legend on the canvas"),
    // Panels.
    ("gravity", "place World settings"),
    ("substeps", "place World settings"),
    ("properties", "place Inspect the selection"),
    ("stiffness", "place Inspect the selection"),
    ("layers", "place What is shown"),
    ("hide", "place Outline of the level"),
    ("energy", "place Plots"),
    ("graph", "place Plots"),
    ("errors", "place Problems of the level and its run"),
    ("diagnose", "place Problems of the level and its run"),
    ("parameter sweep", "place Sweep: many variants at once"),
    ("breakpoint", "place Breakpoints and watches"),
    ("tests", "place Expectations"),
    // Help.
    ("help", "command guide"),
    ("shortcuts", "command shortcuts"),
    ("tutorial", "command tour"),
    ("version", "command about"),
    // Everyday words that were tried later.
    ("template", "command gallery"),
    ("close", "command quit"),
    ("backup", "command restore-backup"),
    ("older version", "command restore-backup"),
    ("save image", "command export-picture"),
    ("erase", "command delete"),
    ("circle", "command insert-disc"),
    ("ellipse", "command insert-disc"),
    ("chain", "command insert-rope"),
    ("add floor", "command insert-floor"),
    ("add rectangle", "command insert-rectangle"),
    ("new body", "command insert-rectangle"),
    ("polygon", "tool polygon"),
    ("draw wall", "tool obstacle"),
    ("resize", "tool select"),
    ("scale object", "tool select"),
    ("connect two nodes", "tool spring"),
    ("delete spring", "command delete"),
    ("fix a point", "tool pin"),
    ("move up", "command nudge-up"),
    ("rotate 90 degrees", "command turn-left"),
    ("align bottom edges", "command align-bottom"),
    ("center vertically", "command align-middle"),
    ("same distance", "command distribute-horizontally"),
    ("toggle grid", "layer grid"),
    ("hide grid", "layer grid"),
    ("finer mesh", "command remesh"),
    ("more triangles", "command remesh"),
    ("start simulation", "command play"),
    ("stop", "command play"),
    ("frame by frame", "command step-frame"),
    ("go back one frame", "command back-frame"),
    ("half speed", "command slower"),
    ("speed up", "command faster"),
    ("center view", "command fit"),
    ("light theme", "command toggle-theme"),
    ("hide side panel", "command toggle-inspector"),
    ("bigger font", "command larger-text"),
    ("change gravity", "place World settings"),
    ("time step", "place World settings"),
    ("edit mass", "place Inspect the selection"),
    ("bounciness", "place Inspect the selection"),
    ("show forces", "overlay force-total"),
    ("show velocity", "overlay velocities"),
    ("node labels", "overlay node-ids"),
    ("trajectory", "overlay trails"),
    ("collision points", "overlay contacts"),
    ("lock body", "place Outline of the level"),
    ("find problems", "place Problems of the level and its run"),
    ("why does it explode", "place Problems of the level and its run"),
    ("unit tests", "place Expectations"),
    ("try many values", "place Sweep: many variants at once"),
    ("undo last change", "command undo"),
    ("insert ball", "command insert-disc"),
    ("insert disc", "command insert-disc"),
    ("create wheel", "command insert-wheel"),
    ("show center of mass", "overlay barycentres"),
    ("hide nodes", "layer nodes"),
    ("draw polygon", "tool polygon"),
    ("draw outline", "tool polygon"),
    ("outline", "place Outline of the level"),
    ("measure angle", "tool measure"),
    ("freeze node", "tool pin"),
    ("reset simulation", "command restart"),
    ("play slower", "command slower"),
    ("previous step", "command back-frame"),
    ("save copy", "command save-as"),
    ("contact list", "place Last substep"),
    ("set substeps", "place World settings"),
    ("edit stiffness", "place Inspect the selection"),
    ("show stress", "overlay strain"),
    ("compare two runs", "command toggle-twin"),
    ("find a bug", "place Problems of the level and its run"),
    ("keyboard help", "command shortcuts"),
    ("cut a body in half", "tool knife"),
    ("space out evenly", "command distribute-horizontally"),
    ("rename a body", "command rename"),
    ("export as svg", "command export-picture"),
    ("bug", "command save-bundle"),
    ("bug report", "command save-bundle"),
    ("ledger", "place Plots"),
    ("material", "place Materials"),
    ("materials", "place Materials"),
];

fn wrong(window: &Window) -> Vec<String> {
    let first = |words: &str| {
        let found = palette::find(
            palette::entries(&window.harness.ctx, &window.app().view(), window.app().toolbox.entry.id),
            words,
            &[],
        );
        found.into_iter().next().map_or(String::new(), |found| found.entry.id)
    };
    let of = QUERIES.iter().map(|(words, id)| (words, first(words), id));
    of.filter(|(_, first, id)| first != *id).map(|(words, first, id)| format!("{words}: {first} for {id}")).collect()
}

#[test]
fn ranking_puts_the_expected_entry_first() {
    assert!(QUERIES.len() >= 100);
    let mut window = Window::with(square());
    let nothing = wrong(&window);
    assert!(nothing.is_empty(), "nothing selected: {nothing:#?}");
    window.app_mut().selection = vec![Place::Body(0)].into();
    let body = wrong(&window);
    assert!(body.is_empty(), "a body selected: {body:#?}");
}

#[test]
fn palette_ranks_whole_words_before_beginnings() {
    let window = Window::with(square());
    let found = palette::find(
        palette::entries(&window.harness.ctx, &window.app().view(), window.app().toolbox.entry.id),
        "node",
        &[],
    );
    let has_word = |title: &str, fits: &dyn Fn(&str) -> bool| title.to_lowercase().split([' ', '-']).any(fits);
    let whole = |title: &str| has_word(title, &|word| matches!(word, "node" | "nodes"));
    let commands: Vec<_> = found.iter().filter(|found| found.entry.id.starts_with("command")).collect();
    let last_whole = commands.iter().rposition(|found| whole(&found.entry.title)).unwrap();
    let first_other = commands.iter().position(|found| found.synonym.is_none() && !whole(&found.entry.title));
    assert!(first_other.is_none_or(|first| first > last_whole));
}

/// The tool was called *Outline*, as the panel is.
#[test]
fn palette_finds_the_polygon_tool_by_its_old_name() {
    let window = Window::with(square());
    let entries = palette::entries(&window.harness.ctx, &window.app().view(), window.app().toolbox.entry.id);
    assert_eq!(entries.iter().filter(|entry| entry.title == "Outline").count(), 0, "one name, one meaning");
    let found = palette::find(entries, "outline", &[]);
    let tool = found.iter().take(5).find(|found| found.entry.id == "tool polygon").expect("among the first");
    assert_eq!(tool.entry.title, "Polygon");
    assert!(tool.synonym.is_some_and(|synonym| synonym.contains("outline")), "{:?}", tool.synonym);
}

#[test]
fn palette_entries_show_their_menu_path_and_the_matching_synonym() {
    let mut window = Window::with(square());
    window.key(Modifiers::COMMAND, Key::K);
    window.harness.event(Event::Text("line up".to_owned()));
    window.harness.run_steps(3);
    assert!(window.harness.query_all_by_label("Arrange > Align > Left sides").next().is_some());
    assert!(window.harness.query_all_by_label("line up").next().is_some());
    let entries = palette::entries(&window.harness.ctx, &window.app().view(), window.app().toolbox.entry.id);
    assert!(entries.iter().all(|entry| !entry.path.is_empty()));
    assert!(entries.iter().any(|entry| entry.full() == "Edit > Tools > Knife"));
}
