//! The review of a game: any moment, from any seat, with analysis on request.

mod charts;
mod judged;
mod moments;
mod walk;

use leptos::prelude::*;
use leptos::task::spawn_local;
use mergemaker_record::RecordError;
use mergemaker_web::open::{self, FileEntry, Opened};
use mergemaker_web::review::Review;

use super::app::{Themed, shared};
use super::browser;
use super::local;
use super::net;
use moments::Moments;

/// The review of a game: of a table, of the local game, or of a record file.
#[component]
pub(crate) fn ReviewPage(which: Option<String>) -> impl IntoView {
    let shared = shared();
    let review = RwSignal::new_local(None::<Review>);
    // The table where the game was played, if any.
    let table = RwSignal::new(None::<String>);
    let games = RwSignal::new_local(Vec::<FileEntry>::new());
    let trouble = RwSignal::new(String::new());
    let refuse = move |error: &RecordError| trouble.set(open::error_text(error, &shared.words()));
    // If a file cannot be read, the open game stays.
    let open = move |text: &str, from: Option<String>| match open::read(text) {
        Ok(Opened::Game(read)) => {
            trouble.set(String::new());
            games.set(Vec::new());
            table.set(from);
            review.set(Some(*read));
        }
        Ok(Opened::Games(found)) => {
            trouble.set(String::new());
            games.set(found);
        }
        Err(error) => refuse(&error),
    };
    match which {
        None => {}
        Some(which) if which == "local" => match local::kept_review() {
            Some(kept) => review.set(Some(kept)),
            None => trouble.set(shared.fill("no-record", &[])),
        },
        Some(which) => {
            spawn_local(async move {
                match net::record(which.clone()).await {
                    Some(text) => open(&text, Some(which)),
                    None => trouble.set(shared.fill("no-record", &[])),
                }
            });
        }
    }
    let read = move |file: Option<web_sys::File>| {
        let Some(file) = file else { return };
        spawn_local(async move {
            if let Some(text) = browser::read_file(&file).await {
                open(&text, None);
            }
        });
    };
    let choose = Callback::new(move |event: web_sys::Event| {
        let input = event_target::<web_sys::HtmlInputElement>(&event);
        read(input.files().and_then(|files| files.get(0)));
        // Allow choosing the same file again.
        input.set_value("");
    });
    let drop = move |event: web_sys::DragEvent| {
        event.prevent_default();
        read(event.data_transfer().and_then(|data| data.files()).and_then(|files| files.get(0)));
    };
    let pick = move |text: &str| match Review::read(text) {
        Ok(read) => {
            trouble.set(String::new());
            games.set(Vec::new());
            table.set(None);
            review.set(Some(read));
        }
        Err(error) => refuse(&error),
    };
    let entry = move |entry: FileEntry| {
        let number = shared.fill("game-number", &[("number", entry.number.into())]);
        match entry.players {
            Ok(players) => view! {
                <li><button on:click=move |_| pick(&entry.text)>
                    <b>{number}</b>" "{players.join(", ")}" "<span class="quiet">{entry.result}</span></button></li>
            }
            .into_any(),
            Err(error) => {
                let text = open::error_text(&error, &shared.words());
                view! { <li class="quiet"><b>{number}</b>" "{text}</li> }.into_any()
            }
        }
    };
    let is_choosing = Memo::new(move |_| !games.read().is_empty());
    view! {
        <div class="drop" on:dragover=|event: web_sys::DragEvent| event.prevent_default() on:drop=drop>
            {move || (!trouble.read().is_empty()).then(|| view! { <p class="banner" id="record-trouble" role="alert">{trouble.get()}</p> })}
            {move || is_choosing.get().then(|| view! {
                <section class="sheet card" id="games"><h2>{shared.say("choose-game")}</h2>
                    <ol class="games">{games.get().into_iter().map(entry).collect_view()}</ol>
                    <button on:click=move |_| games.set(Vec::new())>{shared.say("close")}</button>
                </section>
            })}
            {move || match review.get() {
                Some(review) => {
                    let (theme, table) = (shared.theme_of(review.end().rules()), table.get_untracked());
                    view! { <Themed theme><Moments review table choose/></Themed> }.into_any()
                }
                None => view! {
                    <section class="sheet card">
                        <h1>{shared.say("review")}</h1>
                        <p class="quiet">{shared.say("open-record-about")}</p>
                        <OpenRecord label="open-record" choose/>
                    </section>
                }.into_any(),
            }}
        </div>
    }
}

/// The file input.
#[component]
fn OpenRecord(label: &'static str, choose: Callback<web_sys::Event>) -> impl IntoView {
    let shared = shared();
    view! {
        <label class="file">{shared.say(label)}
            <input type="file" id="record" accept=".json,.jsonl,application/json" on:change=move |event| choose.run(event)/></label>
    }
}
