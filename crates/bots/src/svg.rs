//! SVG: the few shapes our charts need, readable on light and dark backgrounds.

use std::fmt::{self, Write as _};

/// A picture under construction. Later shapes cover earlier ones.
///
/// Shapes and texts are styled by class. Every picture has `faint` and `strong` for text, `middle` and `end`
/// for text anchored at its middle or end, and `grid` for grid lines. [`Svg::style`] adds others.
///
/// ```
/// use mergemaker_bots::svg::Svg;
/// let mut svg = Svg::new(120, 40, "One dot", "A dot at the left.");
/// svg.style(".dot{fill:#2f6fd6}", ".dot{fill:#6ea8ff}");
/// svg.circle((20.0, 20.0), 5.0, "dot");
/// svg.text((30.0, 24.5), "strong", "steady & sound");
/// let text = svg.finish();
/// assert!(text.contains(r#"<circle class="dot" cx="20" cy="20" r="5"/>"#));
/// assert!(text.contains("steady &amp; sound"));
/// ```
#[derive(Clone, Debug)]
pub struct Svg {
    width: u32,
    height: u32,
    title: String,
    description: String,
    light: String,
    dark: String,
    body: String,
}

/// A point: distances from the left and top edges.
pub type Point = (f64, f64);

const LIGHT: &str = "\
text{font:13px system-ui,sans-serif;fill:#1f2328}.faint{fill:#636c76}.strong{font-weight:600}\
.middle{text-anchor:middle}.end{text-anchor:end}.ground{fill:#fff}.grid{stroke:#e1e5ea}";
const DARK: &str = "text{fill:#e6edf3}.faint{fill:#929ba6}.ground{fill:#0f141a}.grid{stroke:#2b323b}";

impl Svg {
    /// An empty picture. Title and description are for screen readers.
    #[must_use]
    pub fn new(width: u32, height: u32, title: &str, description: &str) -> Svg {
        let (title, description) = (title.to_owned(), description.to_owned());
        Svg { width, height, title, description, light: LIGHT.into(), dark: DARK.into(), body: String::new() }
    }

    /// Adds to the style sheets of the light and the dark theme.
    pub fn style(&mut self, light: &str, dark: &str) {
        self.light.push_str(light);
        self.dark.push_str(dark);
    }

    /// A text whose baseline starts at a point.
    pub fn text(&mut self, at: Point, class: &str, text: &str) {
        let (class, x, y, text) = (escape(class), Number(at.0), Number(at.1), escape(text));
        let _ = writeln!(self.body, r#"<text class="{class}" x="{x}" y="{y}">{text}</text>"#);
    }

    /// A line from one point to another.
    pub fn line(&mut self, from: Point, to: Point, class: &str) {
        let class = escape(class);
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(Number);
        let _ = writeln!(self.body, r#"<line class="{class}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>"#);
    }

    /// A rectangle with slightly rounded corners, given by its upper left corner and its size.
    pub fn rect(&mut self, corner: Point, size: Point, class: &str) {
        let class = escape(class);
        let [x, y, width, height] = [corner.0, corner.1, size.0.max(0.0), size.1.max(0.0)].map(Number);
        let place = format!(r#"x="{x}" y="{y}" width="{width}" height="{height}""#);
        let _ = writeln!(self.body, r#"<rect class="{class}" {place} rx="2"/>"#);
    }

    /// A circle around a point.
    pub fn circle(&mut self, centre: Point, radius: f64, class: &str) {
        let class = escape(class);
        let [x, y, radius] = [centre.0, centre.1, radius].map(Number);
        let _ = writeln!(self.body, r#"<circle class="{class}" cx="{x}" cy="{y}" r="{radius}"/>"#);
    }

    /// A line through all these points.
    pub fn polyline(&mut self, points: &[Point], class: &str) {
        let points: Vec<String> =
            points.iter().map(|point| format!("{},{}", Number(point.0), Number(point.1))).collect();
        let (class, points) = (escape(class), points.join(" "));
        let _ = writeln!(self.body, r#"<polyline class="{class}" fill="none" points="{points}"/>"#);
    }

    /// The finished picture as text.
    #[must_use]
    pub fn finish(self) -> String {
        let Svg { width, height, body, .. } = &self;
        let (title, description) = (escape(&self.title), escape(&self.description));
        let (light, dark) = (escape(&self.light), escape(&self.dark));
        let size = format!(r#"width="{width}" height="{height}" viewBox="0 0 {width} {height}""#);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" {size} role=\"img\">\n\
             <title>{title}</title>\n<desc>{description}</desc>\n\
             <style>{light}@media(prefers-color-scheme:dark){{{dark}}}</style>\n\
             <rect class=\"ground\" width=\"{width}\" height=\"{height}\"/>\n{body}</svg>\n"
        )
    }
}

/// Escapes text for XML and replaces characters that XML does not allow.
///
/// ```
/// assert_eq!(mergemaker_bots::svg::escape("a<b> & \u{1b}"), "a&lt;b&gt; &amp; \u{fffd}");
/// ```
#[must_use]
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            character if character.is_control() => escaped.push('\u{fffd}'),
            character => escaped.push(character),
        }
    }
    escaped
}

/// A length rounded to a tenth, without a trailing `.0`.
struct Number(f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Adding 0.0 turns a negative zero into a plain one.
        let tenths = (self.0 * 10.0).round() / 10.0 + 0.0;
        write!(f, "{tenths}")
    }
}
