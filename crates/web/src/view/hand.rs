//! The viewer's tiles, each coloured by what it would do.

use leptos::prelude::*;
use mergemaker_engine::{Action, Phase, Tile};
use mergemaker_web::scene::{Outlook, Scene};
use mergemaker_web::spoken::outlook;
use wasm_bindgen::JsCast;
use web_sys::{Element, PointerEvent};

use super::app::{Shared, shared};
use super::browser;
use super::game::Draft;

/// How far the pointer must move to drag a tile rather than press it.
const DRAG: f64 = 8.0;

/// A tile being dragged to the board.
#[derive(Clone, Copy)]
struct Drag {
    tile: Tile,
    from: (f64, f64),
    /// The distance dragged, or none while it is only pressed.
    by: Option<(f64, f64)>,
}

/// The tiles, and a preview of the chosen one.
///
/// A tile is chosen, which shows its preview, by hovering, by keyboard focus, or by a first tap. Pressing a
/// chosen tile places it.
#[component]
pub(crate) fn Hand(scene: Signal<Scene>, draft: Draft, act: Callback<Action>) -> impl IntoView {
    let shared = shared();
    let tiles = Memo::new(move |_| scene.with(|scene| (scene.hand(), scene.asked() == Some(Phase::Tile))));
    let drag = RwSignal::new(None::<Drag>);
    let own_drag = move |tile: Tile| drag.get().filter(|drag| drag.tile == tile).and_then(|drag| drag.by);
    // A drag ends with a click event on the tile, to be ignored.
    let was_dragged = StoredValue::new(false);
    let button = move |(index, (tile, outlook)): (usize, (Tile, Outlook)), can_place: bool| {
        let chain = match outlook {
            Outlook::Grow(chain) => chain.id(),
            _ => "",
        };
        let can_place = can_place && outlook.is_playable();
        let press = move |_| {
            if was_dragged.try_update_value(std::mem::take) == Some(true) {
                return;
            }
            if draft.tile.get_untracked() == Some(tile) && can_place {
                act.run(Action::Place { tile });
            } else {
                draft.tile.set(Some(tile));
            }
        };
        let take = move |event: PointerEvent| {
            was_dragged.set_value(false);
            if can_place && event.is_primary() && event.button() == 0 {
                // Capture the pointer to receive all its moves.
                if let Some(element) = tile_under(&event) {
                    let _ = element.set_pointer_capture(event.pointer_id());
                }
                drag.set(Some(Drag { tile, from: position(&event), by: None }));
            }
        };
        let carry = move |event: PointerEvent| {
            let Some(now) = drag.get_untracked().filter(|drag| drag.tile == tile) else { return };
            let (x, y) = position(&event);
            let by = (x - now.from.0, y - now.from.1);
            if now.by.is_none() {
                if by.0.hypot(by.1) < DRAG {
                    return;
                }
                was_dragged.set_value(true);
                draft.tile.set(Some(tile));
            }
            drag.set(Some(Drag { by: Some(by), ..now }));
        };
        let drop = move |event: PointerEvent| {
            let dragged = own_drag(tile).is_some();
            drag.set(None);
            if dragged && is_over_square(&event, tile) {
                act.run(Action::Place { tile });
            }
        };
        view! {
            <button class=format!("tile {} {chain}", outlook.id()) data-tile=tile.to_string()
                class:dragged=move || own_drag(tile).is_some()
                style:transform=move || own_drag(tile).map(|(x, y)| format!("translate({x}px, {y}px)")).unwrap_or_default()
                aria-pressed=move || (draft.tile.get() == Some(tile)).to_string()
                aria-describedby="preview"
                on:click=press
                on:focus=move |event| if is_by_keyboard(&event) && can_look(scene) { draft.tile.set(Some(tile)) }
                on:pointerenter=move |event| if is_mouse(&event) && can_look(scene) { draft.tile.set(Some(tile)) }
                on:pointerdown=take
                on:pointermove=carry
                on:pointerup=drop
                on:pointercancel=move |_| drag.set(None)>
                <kbd aria-hidden="true">{index + 1}</kbd>{tile.to_string()}
            </button>
        }
    };
    view! {
        <div class="hand" role="group" aria-label=shared.say("hand")>
            {move || {
                let (hand, can_place) = tiles.get();
                hand.into_iter().enumerate().map(|tile| button(tile, can_place)).collect_view()
            }}
        </div>
        <p id="preview" class="preview" aria-live="polite">
            {move || draft.tile.get().map(|tile| scene.with(|scene| preview(shared, scene, tile)))}
        </p>
    }
}

/// The tiles when there is nothing to decide: for viewing only.
#[component]
pub(crate) fn StillHand(#[prop(into)] scene: Signal<Scene>) -> impl IntoView {
    let tile = |(tile, outlook): (Tile, Outlook)| {
        view! { <span class=format!("tile {}", outlook.id())>{tile.to_string()}</span> }
    };
    view! {
        <p class="hand still">{move || scene.with(|scene| scene.hand().into_iter().map(tile).collect_view())}</p>
    }
}

/// Whether pointing at a tile shows its preview: not during other decisions.
pub(crate) fn can_look(scene: Signal<Scene>) -> bool {
    scene.with_untracked(|scene| scene.asked().is_none_or(|phase| phase == Phase::Tile))
}

fn position(event: &PointerEvent) -> (f64, f64) {
    (f64::from(event.client_x()), f64::from(event.client_y()))
}

fn target(event: &web_sys::Event) -> Option<Element> {
    event.target().and_then(|target| target.dyn_into().ok())
}

fn tile_under(event: &PointerEvent) -> Option<Element> {
    target(event)?.closest(".tile").ok().flatten()
}

/// Whether a mouse hovers: a finger only sends such events when it presses.
pub(crate) fn is_mouse(event: &PointerEvent) -> bool {
    event.pointer_type() == "mouse"
}

/// Whether the focus came from the keyboard, not from a press, which chooses or places by itself.
pub(crate) fn is_by_keyboard(event: &web_sys::FocusEvent) -> bool {
    target(event).is_some_and(|element| element.matches(":focus-visible").unwrap_or(false))
}

/// Whether a tile is dropped on its square, or close enough for a broad finger.
fn is_over_square(event: &PointerEvent, tile: Tile) -> bool {
    let square = browser::document().query_selector(&format!(".board [data-tile='{tile}']")).ok().flatten();
    square.is_some_and(|square| {
        let (box_, (x, y)) = (square.get_bounding_client_rect(), position(event));
        let (across, down) = (x - box_.x() - box_.width() / 2.0, y - box_.y() - box_.height() / 2.0);
        across.abs().max(down.abs()) <= 1.25 * box_.width()
    })
}

/// A preview of a tile: sizes, prices and payments.
fn preview(shared: Shared, scene: &Scene, tile: Tile) -> String {
    let words = shared.words();
    outlook(scene, &scene.narrator(&words, shared.theme()), tile)
}
