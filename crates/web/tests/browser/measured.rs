//! Measures frame times during a game, and memory over a long time. `cargo xtask measure` checks frame times
//! against the targets, other runs against ten times as much.

use std::time::{Duration, Instant};

use mergemaker_engine::Preset;
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::driver::{Page, quoted};
use crate::senses::{game, open};
use crate::tables::NUMBER;
use crate::{Visit, is_measured, limit};

/// The limit for the median frame time in milliseconds: 60 frames per second plus clock jitter.
const FRAME: f64 = 17.5;
/// The limit for a single long task and for all of them in twelve seconds, in milliseconds.
const BUSY: f64 = 100.0;
const BUSY_IN_ALL: f64 = 300.0;
/// Longer than a game of bots takes at normal pace.
const WHOLE_GAME: Duration = Duration::from_mins(10);

/// Frames are on time while bots play at normal pace with motion.
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
    assert!(moved * 8 > times.len() as u64, "frames with motion: {moved}");
    assert!(part(50) <= limit(FRAME), "half of the frames within {:.1} ms", part(50));
    let is_idle = longest <= limit(BUSY) && tasks.iter().sum::<f64>() <= limit(BUSY_IN_ALL);
    assert!(is_idle, "busy for {tasks:.0?} ms");
    assert_eq!(page.complaints().await, [""; 0]);
}

/// A page's resources after garbage collection.
#[derive(Debug)]
struct Held {
    heap: f64,
    nodes: f64,
    listeners: f64,
    wasm: f64,
}

/// A resource by name, with its tolerance between games.
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

/// A script that speeds up the page's clock.
fn hurry(haste: f64) -> String {
    format!(
        "(() => {{ const haste = {haste}; \
             for (const clock of [Date, performance]) {{ const now = clock.now.bind(clock); const start = now(); \
                 clock.now = () => start + (now() - start) * haste; }} \
             for (const name of ['setTimeout', 'setInterval']) {{ const real = window[name].bind(window); \
                 window[name] = (what, wait = 0, ...rest) => real(what, wait / haste, ...rest); }} }})()"
    )
}

/// Plays the same game with its review repeatedly in one page: after the first third, no resource grows.
/// WebAssembly memory never shrinks, so a longer game would raise it for good. `HOURS` prolongs the test,
/// with bots at normal pace and all motion. `HASTE` speeds up the page's clock, which also measures the
/// hours.
#[tokio::test]
async fn nothing_grows_over_many_games() {
    let mut visit = Visit::start().await;
    visit.ask("Performance.enable", json!({})).await;
    let variable = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<f64>().ok());
    let (hours, haste) = (variable("HOURS").unwrap_or(0.0), variable("HASTE").unwrap_or(1.0));
    if hours > 0.0 {
        visit.prepare("localStorage.setItem('pace', 'normal')").await;
        visit.prepare(&hurry(haste)).await;
    }
    let started = Instant::now();
    let game = game(Preset::Renegade, false, 0);
    let keep = format!("localStorage.setItem('game', {})", quoted(&game.to_text()));
    open(&mut visit, &game).await;
    let mut seen = Vec::new();
    let mut decisions = 0;
    for round in 0.. {
        let is_over = started.elapsed().as_secs_f64() * haste >= hours * 3_600.0;
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
        // Walk through the review in steps.
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
        println!("{:.0} s, {decisions} decisions: {:?}", started.elapsed().as_secs_f64(), seen[round]);
        visit.evaluate(&keep).await;
        visit.click("header .brand").await;
        visit.wait_for("#continue").await;
        visit.click("#continue").await;
        visit.wait_until("!!document.querySelector('.board') && !document.querySelector('#again')").await;
    }
    let third = seen.len() / 3;
    // Compare medians: temporary resources vary between samples.
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
        // It grows in steps of a few pages and never shrinks.
        ("the program's memory", |held| held.wasm, 384.0 * 1_024.0),
    ];
    for (name, what, slack) in figures {
        let (before, after) = (usual(before, what), usual(after, what));
        assert!(after <= before + slack, "{name} grew from {before} to {after}");
    }
    assert_eq!(visit.complaints().await, [""; 0]);
}
