//! Colours, spacing and fonts of the window, from the palette of the exported pictures.

use super::icons;
use super::settings::ThemeChoice;
use crate::picture::{Palette, Rgba};
use egui::style::{ScrollStyle, Selection, WidgetVisuals, Widgets};
use egui::{
    Color32, Context, CornerRadius, FontDefinitions, FontFamily, FontId, Frame, Margin, Shadow, Stroke, Style,
    TextStyle, Ui, Visuals, vec2,
};

/// Space between groups of controls.
pub const GAP: f32 = 8.0;
/// Side of a toolbar button.
pub const BUTTON: f32 = 28.0;
/// Size of a toolbar icon.
pub const ICON: f32 = 18.0;
/// Size of an icon beside text.
pub const SMALL_ICON: f32 = 15.0;

/// Converts a colour of the picture palette.
pub fn color(rgba: Rgba) -> Color32 {
    Color32::from_rgba_unmultiplied(rgba.0, rgba.1, rgba.2, rgba.3)
}

/// Surface colours of a theme, from back to front.
struct Surfaces {
    /// Text fields and insets.
    well: Color32,
    /// Panels.
    panel: Color32,
    /// Buttons.
    control: Color32,
    /// Hovered buttons.
    hovered: Color32,
    /// Pressed buttons.
    pressed: Color32,
    /// Windows and menus.
    raised: Color32,
    /// Lines between panels.
    line: Color32,
    /// Text.
    text: Color32,
    /// Secondary text.
    weak: Color32,
    /// Emphasized text.
    strong: Color32,
    /// Selection.
    accent: Color32,
}

fn surfaces(choice: ThemeChoice) -> Surfaces {
    let accent = color(Palette::of(choice.picture()).selection);
    let hex = |rgb: u32| color(Rgba::hex(rgb));
    match choice {
        ThemeChoice::Dark => Surfaces {
            well: hex(0x101317),
            panel: hex(0x1b1f26),
            control: hex(0x2a303a),
            hovered: hex(0x353d49),
            pressed: hex(0x414b59),
            raised: hex(0x21262e),
            line: hex(0x2d343e),
            text: hex(0xc3ccd6),
            weak: hex(0xa0acba),
            strong: hex(0xf2f5f8),
            accent,
        },
        ThemeChoice::Light => Surfaces {
            well: hex(0xffffff),
            panel: hex(0xf1f4f7),
            control: hex(0xe0e6ec),
            hovered: hex(0xd3dbe3),
            pressed: hex(0xc3cdd8),
            raised: hex(0xffffff),
            line: hex(0xd5dce3),
            text: hex(0x34404d),
            weak: hex(0x53606d),
            strong: hex(0x0f1720),
            accent,
        },
    }
}

fn widget(fill: Color32, stroke: Stroke, text: Color32) -> WidgetVisuals {
    WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: stroke,
        corner_radius: CornerRadius::same(5),
        fg_stroke: Stroke::new(1.0, text),
        expansion: 0.0,
    }
}

fn visuals(choice: ThemeChoice) -> Visuals {
    let s = surfaces(choice);
    let palette = Palette::of(choice.picture());
    let base = match choice {
        ThemeChoice::Dark => Visuals::dark(),
        ThemeChoice::Light => Visuals::light(),
    };
    let shadow = Shadow {
        offset: [0, 6],
        blur: 20,
        spread: 0,
        color: Color32::from_black_alpha(if base.dark_mode { 110 } else { 40 }),
    };
    Visuals {
        widgets: Widgets {
            noninteractive: widget(s.panel, Stroke::new(1.0, s.line), s.text),
            // Check boxes and slider rails need more contrast than buttons.
            inactive: WidgetVisuals { bg_fill: s.pressed, ..widget(s.control, Stroke::NONE, s.text) },
            hovered: widget(s.hovered, Stroke::NONE, s.strong),
            active: widget(s.pressed, Stroke::new(1.0, s.accent), s.strong),
            open: widget(s.hovered, Stroke::NONE, s.strong),
        },
        selection: Selection { bg_fill: s.accent.gamma_multiply(0.38), stroke: Stroke::new(1.0, s.strong) },
        hyperlink_color: s.accent,
        weak_text_color: Some(s.weak),
        faint_bg_color: s.raised.gamma_multiply(0.6),
        extreme_bg_color: s.well,
        code_bg_color: s.control,
        warn_fg_color: warning(choice),
        error_fg_color: color(palette.error),
        window_corner_radius: CornerRadius::same(8),
        menu_corner_radius: CornerRadius::same(7),
        window_fill: s.raised,
        window_stroke: Stroke::new(1.0, s.line),
        panel_fill: s.panel,
        window_shadow: shadow,
        popup_shadow: shadow,
        slider_trailing_fill: true,
        handle_shape: egui::style::HandleShape::Circle,
        indent_has_left_vline: false,
        striped: false,
        ..base
    }
}

fn style(choice: ThemeChoice) -> Style {
    let mut style = Style { visuals: visuals(choice), ..Style::default() };
    style.text_styles = [
        (TextStyle::Small, FontId::new(11.5, FontFamily::Proportional)),
        (TextStyle::Body, FontId::new(13.5, FontFamily::Proportional)),
        (TextStyle::Button, FontId::new(13.5, FontFamily::Proportional)),
        (TextStyle::Heading, FontId::new(17.0, FontFamily::Proportional)),
        (TextStyle::Monospace, FontId::new(12.5, FontFamily::Monospace)),
    ]
    .into();
    let spacing = &mut style.spacing;
    spacing.item_spacing = vec2(8.0, 6.0);
    spacing.button_padding = vec2(8.0, 4.0);
    spacing.interact_size = vec2(40.0, 24.0);
    spacing.icon_width = 16.0;
    spacing.icon_width_inner = 9.0;
    spacing.icon_spacing = 7.0;
    spacing.slider_width = 130.0;
    spacing.slider_rail_height = 4.0;
    spacing.menu_margin = Margin::same(6);
    spacing.window_margin = Margin::same(14);
    spacing.menu_spacing = 4.0;
    spacing.tooltip_width = 320.0;
    spacing.indent = 16.0;
    // Scroll bars beside the contents, not over it, keep shortcuts and fields readable.
    spacing.scroll = ScrollStyle::thin();
    style.interaction.selectable_labels = false;
    style.interaction.tooltip_delay = 0.35;
    style.animation_time = 0.1;
    style
}

/// Installs fonts and both styles; called once at the start.
pub fn install(ctx: &Context) {
    let mut fonts = FontDefinitions::default();
    icons::install(&mut fonts);
    ctx.set_fonts(fonts);
    ctx.set_style_of(egui::Theme::Dark, style(ThemeChoice::Dark));
    ctx.set_style_of(egui::Theme::Light, style(ThemeChoice::Light));
    // Ctrl with plus and minus zooms the canvas; the interface scale has its own shortcuts.
    ctx.options_mut(|options| options.zoom_with_keyboard = false);
}

/// Applies the user's theme and scale.
pub fn choose(ctx: &Context, choice: ThemeChoice, ui_scale: f32) {
    let theme = match choice {
        ThemeChoice::Dark => egui::Theme::Dark,
        ThemeChoice::Light => egui::Theme::Light,
    };
    if ctx.theme() != theme {
        ctx.set_theme(theme);
    }
    if (ctx.zoom_factor() - ui_scale).abs() > 1e-3 {
        ctx.set_zoom_factor(ui_scale);
    }
}

/// Frame of a bar at the window's edge.
pub fn bar(ui: &Ui) -> Frame {
    Frame::new().fill(ui.visuals().panel_fill).inner_margin(Margin::symmetric(8, 3))
}

/// Frame of a panel.
pub fn panel(ui: &Ui) -> Frame {
    Frame::new().fill(ui.visuals().panel_fill).inner_margin(Margin::symmetric(10, 8))
}

/// Frame of a card over the canvas.
pub fn card(ui: &Ui) -> Frame {
    Frame::new()
        .fill(ui.visuals().panel_fill)
        .stroke(ui.visuals().window_stroke)
        .corner_radius(7)
        .inner_margin(Margin::symmetric(10, 8))
}

/// Frame of a modal window.
pub fn dialog(ctx: &Context) -> Frame {
    Frame::window(&ctx.global_style()).inner_margin(Margin::same(16))
}

/// Colour of warnings in panels. The one of pictures is too pale as text on a light panel.
fn warning(choice: ThemeChoice) -> Color32 {
    match choice {
        ThemeChoice::Dark => color(Palette::of(choice.picture()).warning),
        ThemeChoice::Light => color(Rgba::hex(0x8f5500)),
    }
}

/// Colour of a severity.
pub fn severity(choice: ThemeChoice, severity: crate::level::checks::Severity) -> Color32 {
    use crate::level::checks::Severity;
    let palette = Palette::of(choice.picture());
    match severity {
        Severity::Error => color(palette.error),
        Severity::Warning => warning(choice),
        Severity::Hint => color(palette.hint),
    }
}

/// Contrast of opaque colours, 1 to 21 (WCAG 2.2).
#[cfg(test)]
pub(crate) fn contrast(a: Color32, b: Color32) -> f64 {
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    let luminance =
        |color: Color32| 0.2126 * linear(color.r()) + 0.7152 * linear(color.g()) + 0.0722 * linear(color.b());
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::access::focus_ring;
    use crate::editor::features::timeline::marks::MarkKind;
    use crate::editor::features::timeline::panel::marks;
    use crate::level::checks::Severity;

    #[test]
    fn contrast_of_black_and_white_is_21() {
        assert!((contrast(Color32::WHITE, Color32::BLACK) - 21.0).abs() < 1e-9);
    }

    /// WCAG 2.2, 1.4.3: at least 4.5 for text.
    #[test]
    fn text_contrasts_with_its_surfaces() {
        for choice in [ThemeChoice::Dark, ThemeChoice::Light] {
            let s = surfaces(choice);
            for surface in [s.well, s.panel, s.raised, s.control, s.hovered] {
                for text in [s.text, s.weak, s.strong] {
                    let found = contrast(text, surface);
                    assert!(found >= 4.5, "{choice:?}: {text:?} on {surface:?}: {found}");
                }
            }
            // Colours of severities and links stand on panels and windows.
            for surface in [s.well, s.panel, s.raised] {
                let severities = [Severity::Error, Severity::Warning, Severity::Hint].map(|it| severity(choice, it));
                for text in severities.into_iter().chain([s.accent]) {
                    let found = contrast(text, surface);
                    assert!(found >= 4.5, "{choice:?}: {text:?} on {surface:?}: {found}");
                }
            }
        }
    }

    /// WCAG 2.2, 1.4.11 and technique C40: one of the two colours has at least 3 to any background.
    #[test]
    fn focus_ring_contrasts_with_any_background() {
        let [inner, outer] = focus_ring::COLORS;
        assert!(contrast(inner, outer) >= 9.0);
        for level in 0..=255 {
            let ground = Color32::from_gray(level);
            assert!(contrast(inner, ground).max(contrast(outer, ground)) >= 3.0, "{level}");
        }
    }

    /// WCAG 2.2, 1.4.11 and 1.4.3: marks on the visited part of the track, on its rest and in windows; letters in them.
    #[test]
    fn marks_of_the_timeline_contrast_with_the_track() {
        for choice in [ThemeChoice::Dark, ThemeChoice::Light] {
            let s = surfaces(choice);
            for kind in MarkKind::ALL {
                let mark = color(marks::tint(kind, &Palette::of(choice.picture())));
                assert_eq!(mark.a(), 255, "{choice:?}: {kind:?}");
                for surface in [s.well, s.line, s.raised] {
                    let found = contrast(mark, surface);
                    assert!(found >= 3.0, "{choice:?}: {kind:?} on {surface:?}: {found}");
                }
                let found = contrast(mark, s.well);
                assert!(!marks::has_letter(kind) || found >= 4.5, "{choice:?}: letter of {kind:?}: {found}");
            }
        }
    }

    /// The badge of an open tab is on the colour of the selection.
    #[test]
    fn badge_of_an_open_tab_contrasts_with_it() {
        for choice in [ThemeChoice::Dark, ThemeChoice::Light] {
            let (s, visuals) = (surfaces(choice), visuals(choice));
            let ground = s.panel.blend(visuals.selection.bg_fill);
            let found = contrast(visuals.strong_text_color(), ground);
            assert!(found >= 4.5, "{choice:?}: {found}");
        }
    }
}
