//! What is measured while a game moves, and over a long time: frames and memory. `cargo xtask measure` holds the frames
//! to the targets, the checks to ten times as much.

use std::time::{Duration, Instant};

use mergemaker_engine::Preset;
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::driver::{Page, quoted};
use crate::senses::{game, open};
use crate::tables::NUMBER;
use crate::{Visit, is_measured, limit};

/// The longest that the frame in the middle may take, in milliseconds: sixty in a second, and a little for the clock.
const FRAME: f64 = 17.5;
/// The longest that the page may be busy at once while things move, and in all twelve seconds.
const BUSY: f64 = 100.0;
const BUSY_IN_ALL: f64 = 300.0;
/// Longer than a whole game of bots takes at their usual pace.
const WHOLE_GAME: Duration = Duration::from_mins(10);

/// Bots play at their usual pace, tiles fly and money is counted, and the frames come as they should.
#[tokio::test]
async fn sixty_frames_a_second_while_things_move() {
    let mut visit = Visit::start().await;
    let mut page = visit.newcomer().await;
    let watch = "new PerformanceObserver((list) => { (window.tasks ??= []).push(...list.getEntries().map((task) => task.duration)); }) \
        .observe({ type: 'longtask' })";
    open(&mut page, &game(Preset::Renegade, false, 90)).await;
    page.wait_until("document.querySelector('.game').dataset.number > 91").await;
    page.evaluate(watch).await;
    let time = if is_measured() { 12_000 } else { 4_000 };
    let frames = page
        .evaluate(&format!(
            "new Promise((done) => {{ const frames = []; let moved = 0; let last = performance.now(); const from = last; \
             const frame = (now) => {{ frames.push(now - last); last = now; \
                 if (document.getAnimations().length > 0) moved += 1; \
                 if (now - from < {time}) requestAnimationFrame(frame); else done({{ frames, moved }}); }}; \
             requestAnimationFrame(frame); }})"
        ))
        .await;
    let moved = frames["moved"].as_u64().unwrap();
    let mut times: Vec<f64> = frames["frames"].as_array().unwrap().iter().filter_map(Value::as_f64).collect();
    times.sort_by(f64::total_cmp);
    let part = |hundredth: usize| times[times.len() * hundredth / 100];
    let tasks: Vec<f64> = serde_json::from_value(page.evaluate("window.tasks ?? []").await).unwrap();
    let longest = tasks.iter().copied().fold(0.0, f64::max);
    println!(
        "{} frames, {moved} of them with motion; half within {:.1} ms, 90 % within {:.1}, 99 % within {:.1}; \
         {} long tasks, the longest {longest:.0} ms",
        times.len(),
        part(50),
        part(90),
        part(99),
        tasks.len()
    );
    assert!(moved * 8 > times.len() as u64, "things move: {moved}");
    assert!(part(50) <= limit(FRAME), "half of the frames within {:.1} ms", part(50));
    let is_idle = longest <= limit(BUSY) && tasks.iter().sum::<f64>() <= limit(BUSY_IN_ALL);
    assert!(is_idle, "busy for {tasks:.0?} ms");
    assert_eq!(page.troubles().await, [""; 0]);
}

/// What a page holds, once everything is swept that nobody needs.
#[derive(Debug)]
struct Held {
    heap: f64,
    nodes: f64,
    listeners: f64,
    wasm: f64,
}

/// A figure of what is held, by name, and by how much it may differ from one game to another.
type Figure = (&'static str, fn(&Held) -> f64, f64);

async fn held(page: &mut Page) -> Held {
    for _ in 0..2 {
        page.ask("HeapProfiler.collectGarbage", json!({})).await;
    }
    let metrics = page.ask("Performance.getMetrics", json!({})).await;
    let metric = |name: &str| {
        let all = metrics["metrics"].as_array().unwrap();
        all.iter().find(|metric| metric["name"] == name).unwrap()["value"].as_f64().unwrap()
    };
    let [heap, nodes, listeners] = ["JSHeapUsedSize", "Nodes", "JSEventListeners"].map(metric);
    let module = "(async () => { const script = document.querySelector('link[rel=modulepreload]').href; \
        const wasm = await (await import(script)).default(); return wasm.memory.buffer.byteLength; })()";
    let wasm = page.evaluate(module).await.as_f64().unwrap();
    Held { heap, nodes, listeners, wasm }
}

/// A script that lets the page's clock run faster.
fn hurry(haste: f64) -> String {
    format!(
        "(() => {{ const haste = {haste}; \
             for (const clock of [Date, performance]) {{ const now = clock.now.bind(clock); const start = now(); \
                 clock.now = () => start + (now() - start) * haste; }} \
             for (const name of ['setTimeout', 'setInterval']) {{ const real = window[name].bind(window); \
                 window[name] = (what, wait = 0, ...rest) => real(what, wait / haste, ...rest); }} }})()"
    )
}

/// One game again and again with its review, in one and the same page: from a third of the way on, nothing grows. Always
/// the same game, since a program's memory never shrinks: a longer one would raise it for good, and nothing would be lost.
/// `HOURS` makes it as long as one likes, with bots at their usual pace and all motion; `HASTE` lets the page's clock run
/// so many times faster, and the hours are by that clock.
#[tokio::test]
async fn nothing_grows_over_many_games() {
    let mut visit = Visit::start().await;
    visit.ask("Performance.enable", json!({})).await;
    let told = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<f64>().ok());
    let (hours, haste) = (told("HOURS").unwrap_or(0.0), told("HASTE").unwrap_or(1.0));
    if hours > 0.0 {
        visit.prepare("localStorage.setItem('pace', 'normal')").await;
        visit.prepare(&hurry(haste)).await;
    }
    let begun = Instant::now();
    let game = game(Preset::Renegade, false, 0);
    let keep = format!("localStorage.setItem('game', {})", quoted(&game.to_text()));
    open(&mut visit, &game).await;
    let mut seen = Vec::new();
    let mut decisions = 0;
    for round in 0.. {
        let is_over = begun.elapsed().as_secs_f64() * haste >= hours * 3_600.0;
        if round >= 12 && is_over {
            break;
        }
        let game_begun = Instant::now();
        while hours > 0.0 && !visit.has("#again").await && game_begun.elapsed() < WHOLE_GAME {
            sleep(Duration::from_secs(1)).await;
        }
        visit.wait_for("#again").await;
        let number = visit.evaluate(NUMBER).await;
        decisions += number.as_u64().unwrap();
        // Through the review, from the beginning to the end, in steps.
        visit.click("#review").await;
        visit.wait_for("#slider").await;
        let walk = "(async () => { const slider = document.querySelector('#slider'); const most = Number(slider.max); \
            for (let at = 1; at <= most; at += 7) { slider.value = at; \
                slider.dispatchEvent(new Event('input', { bubbles: true })); \
                await new Promise(requestAnimationFrame); } })()";
        visit.evaluate(walk).await;
        visit.evaluate("history.back()").await;
        visit.wait_for("#again").await;
        seen.push(held(&mut visit).await);
        println!("{:.0} s, {decisions} decisions: {:?}", begun.elapsed().as_secs_f64(), seen[round]);
        visit.evaluate(&keep).await;
        visit.click("header .brand").await;
        visit.wait_for("#continue").await;
        visit.click("#continue").await;
        visit.wait_until("!!document.querySelector('.board') && !document.querySelector('#again')").await;
    }
    let third = seen.len() / 3;
    // What moves at the moment of a look is gone at the next: only what stays has grown.
    let usual = |part: &[Held], what: fn(&Held) -> f64| {
        let mut all: Vec<f64> = part.iter().map(what).collect();
        all.sort_by(f64::total_cmp);
        all[all.len() / 2]
    };
    let (before, after) = (&seen[third..2 * third], &seen[seen.len() - third..]);
    let figures: [Figure; 4] = [
        ("the heap", |held| held.heap, 200_000.0),
        ("nodes", |held| held.nodes, 20.0),
        ("listeners", |held| held.listeners, 20.0),
        // It grows by steps of a few pages, and never shrinks.
        ("the program's memory", |held| held.wasm, 384.0 * 1_024.0),
    ];
    for (name, what, slack) in figures {
        let (before, after) = (usual(before, what), usual(after, what));
        assert!(after <= before + slack, "{name} grew from {before} to {after}");
    }
    assert_eq!(visit.troubles().await, [""; 0]);
}
