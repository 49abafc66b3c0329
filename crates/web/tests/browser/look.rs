//! The layout and accessibility of every page, on small and large screens, light and dark.

pub(crate) mod page_states;
mod people;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::Visit;
use crate::driver::{DESKTOP, PHONE, Page, Screen, quoted, screens};
use page_states::{PageState, page_states};

/// Finds layout errors.
const LAYOUT: &str = include_str!("look/layout.js");
/// Finds accessibility errors.
const ACCESS: &str = include_str!("look/access.js");
/// Finds errors of the focused element, or returns `null` without one.
const FOCUS: &str = include_str!("look/focus.js");

/// Roles that need a name.
const NAMED: [&str; 14] = [
    "button", "checkbox", "combobox", "dialog", "grid", "gridcell", "group", "heading", "image", "link",
    "radio", "region", "table", "textbox",
];

async fn show(visit: &mut Visit, state: &PageState) {
    match &state.game {
        Some(game) => visit.keep("game", game).await,
        None => visit.forget("game").await,
    }
    if state.set_up.is_some() {
        visit.open("/").await;
    }
    let made = match &state.set_up {
        Some(script) => visit.evaluate(script).await.as_str().map(ToOwned::to_owned),
        None => None,
    };
    visit.open(made.as_deref().unwrap_or(state.path)).await;
    visit.wait_for(state.ready).await;
    for step in state.steps {
        if let Some(key) = step.strip_prefix("key ") {
            visit.key(key).await;
        } else if let Some(there) = step.strip_prefix("if ") {
            // Only if the screen ready it.
            let is_seen = format!("document.querySelector({}).offsetParent !== null", quoted(there));
            if visit.evaluate(&is_seen).await == true {
                visit.click(there).await;
            }
        } else {
            visit.click(step).await;
        }
    }
    // Scrolling to the result of a step may take another frame.
    visit.wait_for_frame().await;
}

/// Expects the refusals of pages about missing things.
pub(crate) fn expect_nothing_there(page: &mut Page) {
    for path in ["/nowhere", "/api/people/0000000000000000", "/api/tables/0000000000000000"] {
        page.expect_refusal(404, path);
    }
}

async fn findings(page: &mut Page, script: &str) -> Vec<String> {
    serde_json::from_value(page.evaluate(script).await).expect("a list of findings")
}

#[tokio::test]
async fn every_page_looks_right_on_every_screen() {
    let mut visit = Visit::start().await;
    expect_nothing_there(&mut visit);
    let mut found = BTreeSet::new();
    for state in page_states() {
        for screen in [PHONE, DESKTOP] {
            visit.resize(screen).await;
            visit.prefer("light").await;
            show(&mut visit, &state).await;
            for scheme in ["light", "dark"] {
                visit.prefer(scheme).await;
                let script = LAYOUT.replace("WIDTH", &screen.width.to_string());
                let mut here = findings(&mut visit, &script).await;
                here.extend(findings(&mut visit, ACCESS).await);
                here.extend(visit.complaints().await);
                let Screen { name, .. } = screen;
                visit.shot(&format!("{}-{name}-{scheme}", state.name)).await;
                found.extend(here.into_iter().map(|text| format!("{} {name} {scheme}: {text}", state.name)));
            }
        }
    }
    let found: Vec<String> = found.into_iter().collect();
    assert!(found.is_empty(), "{} findings:\n{}", found.len(), found.join("\n"));
}

/// Every page fits in every language. The longest words are not English.
#[tokio::test]
async fn every_language_fits() {
    let mut visit = Visit::start().await;
    expect_nothing_there(&mut visit);
    let mut found = Vec::new();
    for language in ["de", "fr"] {
        visit.prepare(&format!("localStorage.setItem('language', '{language}')")).await;
        for state in page_states() {
            for screen in [PHONE, DESKTOP] {
                visit.resize(screen).await;
                show(&mut visit, &state).await;
                let script = LAYOUT.replace("WIDTH", &screen.width.to_string());
                let here = findings(&mut visit, &script).await;
                found.extend(
                    here.iter().map(|text| format!("{} {} {language}: {text}", state.name, screen.name)),
                );
            }
        }
    }
    assert!(found.is_empty(), "{} findings:\n{}", found.len(), found.join("\n"));
}

#[tokio::test]
async fn every_page_can_be_heard_and_reached_by_keyboard() {
    let mut visit = Visit::start().await;
    expect_nothing_there(&mut visit);
    let mut found = BTreeSet::new();
    for state in page_states() {
        show(&mut visit, &state).await;
        let spoken = visit.spoken().await;
        for (role, _) in
            spoken.iter().filter(|(role, name)| NAMED.contains(&role.as_str()) && name.is_empty())
        {
            found.insert(format!("{}: a {role} without a name", state.name));
        }
        // Tab once around the page: after the last element nothing has the focus.
        let (mut stops, mut rounds) = (0, 0);
        while rounds < 2 && stops < 80 {
            visit.key("Tab").await;
            let here = visit.evaluate(FOCUS).await;
            let Some(here) = here.as_array() else {
                rounds += 1;
                continue;
            };
            stops += 1;
            found.extend(
                here.iter().map(|text| format!("{}: {}", state.name, text.as_str().unwrap_or_default())),
            );
        }
        if stops == 0 {
            found.insert(format!("{}: nothing can be reached with Tab", state.name));
        }
    }
    let found: Vec<String> = found.into_iter().collect();
    assert!(found.is_empty(), "{} findings:\n{}", found.len(), found.join("\n"));
}

/// The README's screenshots: name, page state and screen.
const PICTURES: [(&str, &str, Screen); 4] = [
    ("game", "tile", DESKTOP),
    ("review", "review-judged", DESKTOP),
    ("learn", "learn", DESKTOP),
    ("phone", "buy", PHONE),
];

/// The path of a README screenshot.
fn picture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures").join(format!("{name}.png"))
}

#[test]
fn the_readme_has_its_pictures() {
    for (name, ..) in PICTURES {
        assert!(picture(name).exists(), "{name} is missing: run the ignored test below with SCREENS=1");
    }
}

#[tokio::test]
#[ignore = "run with SCREENS=1 to take the README's pictures again"]
async fn take_the_pictures_of_the_readme() {
    let mut visit = Visit::start().await;
    visit.prepare("localStorage.setItem('work', '20')").await;
    visit.prefer("light").await;
    for (name, state, screen) in PICTURES {
        let state =
            page_states().into_iter().find(|other| other.name == state).expect("a page state has this name");
        visit.resize(screen).await;
        show(&mut visit, &state).await;
        let shot = format!("readme-{name}");
        visit.shot(&shot).await;
        std::fs::copy(screens().join(format!("{shot}.png")), picture(name)).unwrap();
    }
}
