//! Explanatory motion, drawn with browser animations: only transforms and opacity, at most 600 ms, and
//! nothing waits for them.

use leptos::prelude::*;
use mergemaker_engine::{Money, Seat, Tile};
use mergemaker_web::motion::Motion;
use mergemaker_web::scene::Scene;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DomRect, Element};

use super::app::{Shared, shared};
use super::browser;

/// The duration of a tile's flight, in milliseconds.
const FLIGHT: f64 = 320.0;
/// The duration of flying and counting money.
const PAYMENT: f64 = 550.0;
/// The duration for one square, and the longest delay of the last square.
const SQUARE: f64 = 260.0;
const SPREAD: f64 = 300.0;

/// The motion of a game screen.
#[derive(Clone, Copy)]
pub(crate) struct Stage {
    /// The former position of the tile the viewer just placed.
    origin: StoredValue<Option<(Tile, [f64; 3])>>,
    /// Incremented with every scene, to end running animations.
    run: StoredValue<u32>,
    /// Removes flown elements.
    sweep: StoredValue<Option<gloo_timers::callback::Timeout>, LocalStorage>,
    shared: Shared,
}

impl Stage {
    pub(crate) fn new() -> Stage {
        let stage = Stage {
            origin: StoredValue::new(None),
            run: StoredValue::new(0),
            sweep: StoredValue::new_local(None),
            shared: shared(),
        };
        on_cleanup(move || stage.sweep.dispose());
        stage
    }

    /// Records the position of a tile of the hand about to be placed.
    pub(crate) fn note(self, tile: Tile) {
        let place = find(&format!(".hand [data-tile=\"{tile}\"]")).map(|tile| middle(&tile));
        self.origin.set_value(place.map(|place| (tile, place)));
    }

    /// Ends all animations, and shows the final figures.
    pub(crate) fn clear(self, scene: &Scene) {
        self.run.update_value(|run| *run += 1);
        if let Some(layer) = layer() {
            layer.set_inner_html("");
        }
        for seat in scene.view.seats() {
            if let (Some(text), Some(cash)) = (figure(seat), scene.view.cash(seat)) {
                text.set_node_value(Some(&cash.to_string()));
            }
        }
    }

    /// Starts the animations.
    pub(crate) fn play(self, motions: &[Motion]) {
        let mut counts = Vec::new();
        for motion in motions {
            match motion {
                Motion::Tile { tile, from } => self.fly(*tile, *from),
                Motion::Ripple { squares } => {
                    for (square, delay) in timed(squares) {
                        let frames = r#"[{"transform":"none"},{"transform":"scale(1.13)","offset":0.4},{"transform":"none"}]"#;
                        animate(&square, frames, SQUARE, delay + FLIGHT * 0.6);
                    }
                }
                Motion::Takeover { was, squares } => {
                    for (square, delay) in timed(squares) {
                        let name = square.get_attribute("data-tile").unwrap_or_default();
                        let class = format!("square chain {}", was.id());
                        if let Some(ghost) = ghost(&class, &self.shared.letter(*was), &square) {
                            let _ = ghost.set_attribute("data-was", &name);
                            let frames =
                                r#"[{"transform":"none","opacity":1},{"transform":"scale(.2)","opacity":0}]"#;
                            animate(&ghost, frames, SQUARE, delay);
                        }
                    }
                }
                Motion::Money { player, cash, before } => {
                    pay(*player, *before, *cash);
                    counts.push((*player, *before, *cash));
                }
            }
        }
        self.count(counts);
        let layer = layer();
        let sweep = gloo_timers::callback::Timeout::new(650, move || {
            if let Some(layer) = layer {
                layer.set_inner_html("");
            }
        });
        self.sweep.set_value(Some(sweep));
    }

    /// The square flies from the hand, or from the row of the player who placed it, and lands.
    fn fly(self, tile: Tile, from: Seat) {
        let Some(square) = square(tile) else { return };
        let own = self.origin.try_update_value(Option::take).flatten();
        let own = own.filter(|(own, _)| *own == tile).map(|(_, place)| place);
        let row = || find(&format!("[data-seat=\"{}\"] th", from.index())).map(|row| middle(&row));
        let here = middle(&square);
        let start = match own.or_else(row) {
            Some(from) if from[2] > 0.0 && here[2] > 0.0 => {
                format!("translate({:.0}px,{:.0}px) scale(.8)", from[0] - here[0], from[1] - here[1])
            }
            _ => "scale(1.6)".to_owned(),
        };
        let frames = format!(
            r#"[{{"transform":"{start}","opacity":0.7,"zIndex":5}},
                {{"transform":"scale(1.15)","opacity":1,"zIndex":5,"offset":0.75,"easing":"ease-in"}},
                {{"transform":"none","zIndex":5}}]"#
        );
        animate(&square, &frames, FLIGHT, 0.0);
    }

    /// Cash counts up or down to its new value.
    fn count(self, counts: Vec<(Seat, Money, Money)>) {
        let started = browser::now();
        let run = self.run.get_value();
        let counts = counts.into_iter().filter_map(|(seat, from, to)| Some((figure(seat)?, from, to)));
        frame(self.run, run, started, counts.collect());
    }
}

type Count = (web_sys::Node, Money, Money);

fn frame(runs: StoredValue<u32>, run: u32, started: f64, counts: Vec<Count>) {
    if counts.is_empty() {
        return;
    }
    let part = ((browser::now() - started) / PAYMENT).clamp(0.0, 1.0);
    for (text, from, to) in &counts {
        text.set_node_value(Some(&partway(*from, *to, part).to_string()));
    }
    if part < 1.0 {
        request_animation_frame(move || {
            if runs.try_get_value() == Some(run) {
                frame(runs, run, started, counts);
            }
        });
    }
}

/// An intermediate amount, in hundreds.
fn partway(from: Money, to: Money, part: f64) -> Money {
    let steps = from.0.abs_diff(to.0) / 100;
    let gone = 100 * (0..steps).take_while(|&step| f64::from(step) < f64::from(steps) * part).count() as u32;
    if part >= 1.0 {
        to
    } else if to > from {
        Money(from.0 + gone)
    } else {
        Money(from.0 - gone)
    }
}

/// An amount flies between the bank, shown by the market, and a player.
fn pay(player: Seat, before: Money, cash: Money) {
    let bank = find(".market caption, .purse").map(|bank| middle(&bank));
    let purse = find(&format!("[data-cash=\"{}\"]", player.index())).map(|cell| middle(&cell));
    let (Some(bank), Some(purse), Some(layer)) = (bank, purse, layer()) else { return };
    if bank[2] == 0.0 || purse[2] == 0.0 {
        return;
    }
    let is_gain = cash > before;
    let (sign, amount) =
        if is_gain { ("+", cash.saturating_sub(before)) } else { ("−", before.saturating_sub(cash)) };
    let (from, to) = if is_gain { (bank, purse) } else { (purse, bank) };
    let Ok(label) = browser::document().create_element("span") else { return };
    label.set_class_name(if is_gain { "flying gain" } else { "flying" });
    label.set_text_content(Some(&format!("{sign}{amount}")));
    let _ = layer.append_child(&label);
    let at = |place: [f64; 3], scale: f64| {
        format!("translate({:.0}px,{:.0}px) translate(-50%,-50%) scale({scale})", place[0], place[1])
    };
    let frames = format!(
        r#"[{{"transform":"{}","opacity":0}},{{"transform":"{}","opacity":1,"offset":0.25}},{{"transform":"{}","opacity":1,"offset":0.8}},{{"transform":"{}","opacity":0}}]"#,
        at(from, 0.8),
        at(from, 1.1),
        at(to, 1.0),
        at(to, 0.8)
    );
    animate(&label, &frames, PAYMENT, 0.0);
}

/// The squares, each with its delay in milliseconds.
fn timed(squares: &[(Tile, u8)]) -> impl Iterator<Item = (Element, f64)> + '_ {
    let farthest = squares.last().map_or(1, |(_, distance)| *distance).max(1);
    let step = (SPREAD / f64::from(farthest)).min(60.0);
    squares.iter().filter_map(move |(tile, distance)| Some((square(*tile)?, step * f64::from(*distance))))
}

/// An overlay on a square that looks as the square did before.
fn ghost(class: &str, text: &str, square: &Element) -> Option<Element> {
    let ghost = browser::document().create_element("div").ok()?;
    ghost.set_class_name(class);
    let rect: DomRect = square.get_bounding_client_rect();
    let place = format!("position:absolute;left:{}px;top:{}px", rect.left(), rect.top());
    // Set by script, because the content security policy forbids style attributes.
    let style = ghost.dyn_ref::<web_sys::HtmlElement>()?.style();
    style.set_css_text(&place);
    let letter = browser::document().create_element("span").ok()?;
    letter.set_class_name("letter");
    letter.set_text_content(Some(text));
    ghost.append_child(&letter).ok()?;
    layer()?.append_child(&ghost).ok()?;
    Some(ghost)
}

fn layer() -> Option<Element> {
    browser::document().get_element_by_id("flight")
}

fn find(selector: &str) -> Option<Element> {
    browser::document().query_selector(selector).ok().flatten()
}

fn square(tile: Tile) -> Option<Element> {
    find(&format!(".board [data-tile=\"{tile}\"]"))
}

/// The element with a player's cash.
fn figure(seat: Seat) -> Option<web_sys::Node> {
    let text = find(&format!("[data-cash=\"{}\"]", seat.index()))?.first_child()?;
    (text.node_type() == web_sys::Node::TEXT_NODE).then_some(text)
}

/// The centre of an element and its width, 0 if hidden.
fn middle(element: &Element) -> [f64; 3] {
    let rect = element.get_bounding_client_rect();
    [rect.left() + rect.width() / 2.0, rect.top() + rect.height() / 2.0, rect.width()]
}

/// Animates an element, with the first and last keyframes applied before and after.
fn animate(element: &Element, frames: &str, duration: f64, delay: f64) {
    let options =
        format!(r#"{{"duration":{duration},"delay":{delay},"fill":"backwards","easing":"ease-out"}}"#);
    let options = if element.closest("#flight").ok().flatten().is_some() {
        options.replace("backwards", "both")
    } else {
        options
    };
    // Browsers without animations just show the result.
    let animate = js_sys::Reflect::get(element, &"animate".into())
        .ok()
        .and_then(|it| it.dyn_into::<js_sys::Function>().ok());
    if let (Some(animate), Ok(frames), Ok(options)) =
        (animate, js_sys::JSON::parse(frames), js_sys::JSON::parse(&options))
    {
        let _: Result<JsValue, JsValue> = animate.call2(element, &frames, &options);
    }
}
