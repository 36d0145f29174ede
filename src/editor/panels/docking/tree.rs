//! Layouts as trees of tiles and back. The tree is made anew for each UI frame; tiles keep their ids while the layout
//! keeps its structure.

use crate::editor::settings::layout::{Area, Part, Split, SplitAxis, TabGroup};
use crate::editor::settings::tabs::Tab;
use egui_tiles::{Container, Linear, LinearDir, Tabs, Tile, TileId, Tiles, Tree};
use std::collections::{BTreeMap, BTreeSet};

/// What a tile shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pane {
    /// The canvas with the timeline.
    Canvas,
    /// A panel.
    Tab(Tab),
}

/// Ids of tiles: the canvas, the panels, and then the groups and splits in drawing order.
const CANVAS: u64 = 1;
const FIRST_TAB: u64 = 2;
const FIRST_CONTAINER: u64 = 1000;

/// A fitted layout as a tree, and what is needed to read it back.
pub struct LayoutTree {
    /// The tiles.
    pub tree: Tree<Pane>,
    /// By split and part: the drawn size, and the size that the layout stores.
    sizes: BTreeMap<(u64, u64), (f32, Option<f32>)>,
    /// Groups that have no room now, but are not hidden by the user.
    without_room: BTreeSet<u64>,
    next: u64,
}

impl LayoutTree {
    /// The tree of a fitted layout, whose stored form is `kept`. Both have the same structure.
    pub fn new(fitted: &Area, kept: &Area) -> Self {
        let tree = Tree::empty(egui::Id::unique("docking"));
        let mut made = Self { tree, sizes: BTreeMap::new(), without_room: BTreeSet::new(), next: FIRST_CONTAINER };
        let root = made.add(fitted, kept);
        made.tree.root = Some(root);
        made
    }

    fn tiles(&mut self) -> &mut Tiles<Pane> {
        &mut self.tree.tiles
    }

    fn add(&mut self, fitted: &Area, kept: &Area) -> TileId {
        match fitted {
            Area::Canvas => {
                let id = TileId::from_u64(CANVAS);
                self.tiles().insert(id, Tile::Pane(Pane::Canvas));
                id
            }
            Area::Tabs(group) => {
                let id = self.container();
                let is_kept_hidden = matches!(kept, Area::Tabs(kept) if kept.is_hidden);
                if group.is_hidden && !is_kept_hidden {
                    self.without_room.insert(id.0);
                }
                let children: Vec<TileId> = group.tabs.iter().map(|tab| self.tab(*tab)).collect();
                let mut tabs = Tabs::new(children);
                tabs.active = Some(tile_of(group.open));
                self.tiles().insert(id, Tile::Container(Container::Tabs(tabs)));
                self.tiles().set_visible(id, !group.is_hidden);
                id
            }
            Area::Split(split) => self.add_split(split, kept),
        }
    }

    fn add_split(&mut self, split: &Split, kept: &Area) -> TileId {
        let id = self.container();
        let kept = match kept {
            Area::Split(kept) if kept.parts.len() == split.parts.len() => kept,
            _ => split,
        };
        let known: Vec<f32> = split.parts.iter().filter_map(|part| part.size).collect();
        let usual = if known.is_empty() { 1.0 } else { known.iter().sum::<f32>() / known.len() as f32 };
        let dir = if split.axis == SplitAxis::Row { LinearDir::Horizontal } else { LinearDir::Vertical };
        let mut linear = Linear::new(dir, Vec::new());
        for (part, kept) in split.parts.iter().zip(&kept.parts) {
            let child = self.add(&part.area, &kept.area);
            let size = part.size.unwrap_or(usual);
            linear.children.push(child);
            linear.shares.set_share(child, size);
            self.sizes.insert((id.0, child.0), (size, kept.size));
        }
        self.tiles().insert(id, Tile::Container(Container::Linear(linear)));
        id
    }

    fn tab(&mut self, tab: Tab) -> TileId {
        let id = tile_of(tab);
        self.tiles().insert(id, Tile::Pane(Pane::Tab(tab)));
        id
    }

    fn container(&mut self) -> TileId {
        self.next += 1;
        TileId::from_u64(self.next)
    }

    /// The layout's areas after the user has moved, resized or opened tiles.
    pub fn read(&self) -> Option<Area> {
        self.area(self.tree.root?)?.tidy(&mut Default::default())
    }

    fn area(&self, id: TileId) -> Option<Area> {
        match self.tree.tiles.get(id)? {
            Tile::Pane(Pane::Canvas) => Some(Area::Canvas),
            Tile::Pane(Pane::Tab(tab)) => TabGroup::of([*tab]).map(Area::Tabs),
            Tile::Container(Container::Tabs(tabs)) => self.group(id, tabs),
            Tile::Container(Container::Linear(linear)) => {
                let axis = if linear.dir == LinearDir::Horizontal { SplitAxis::Row } else { SplitAxis::Column };
                let part = |child: &TileId| {
                    Some(Part { area: self.area(*child)?, size: self.size(id, *child, linear.shares[*child]) })
                };
                Some(Area::Split(Split { axis, parts: linear.children.iter().filter_map(part).collect() }))
            }
            Tile::Container(Container::Grid(grid)) => {
                Some(Area::split(SplitAxis::Row, grid.children().filter_map(|child| self.area(*child))))
            }
        }
    }

    /// The size to store: changed only if the user has moved the border; the default for a part that is new here.
    fn size(&self, split: TileId, child: TileId, share: f32) -> Option<f32> {
        let (drawn, stored) = self.sizes.get(&(split.0, child.0)).copied()?;
        if (share - drawn).abs() < 0.5 { stored } else { Some(share) }
    }

    fn group(&self, id: TileId, tabs: &Tabs) -> Option<Area> {
        let (mut inside, mut has_canvas) = (Vec::new(), false);
        tabs.children.iter().for_each(|child| self.collect(*child, &mut inside, &mut has_canvas));
        let mut group = TabGroup::of(inside);
        if let Some(group) = &mut group {
            group.is_hidden = !self.tree.tiles.is_visible(id) && !self.without_room.contains(&id.0);
            if let Some(Pane::Tab(open)) = tabs.active.and_then(|active| self.tree.tiles.get_pane(&active)) {
                group.open = *open;
            }
        }
        let group = group.map(Area::Tabs);
        // A panel that was dropped on the canvas goes below it.
        if has_canvas { Some(Area::split(SplitAxis::Column, [Area::Canvas].into_iter().chain(group))) } else { group }
    }

    fn collect(&self, id: TileId, tabs: &mut Vec<Tab>, has_canvas: &mut bool) {
        match self.tree.tiles.get(id) {
            Some(Tile::Pane(Pane::Canvas)) => *has_canvas = true,
            Some(Tile::Pane(Pane::Tab(tab))) => tabs.push(*tab),
            Some(Tile::Container(container)) => {
                container.children().for_each(|child| self.collect(*child, tabs, has_canvas));
            }
            None => {}
        }
    }
}

fn tile_of(tab: Tab) -> TileId {
    TileId::from_u64(FIRST_TAB + tab as u64)
}
