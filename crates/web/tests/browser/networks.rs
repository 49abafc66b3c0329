//! Bots that use a network: they run in the worker and decide the same as natively.

use mergemaker_bots::net::{self, Net, Networks};
use mergemaker_bots::{Budget, Level};
use mergemaker_engine::{Action, Dice, Game, Preset, RandomDealer, Rules, Table, View};
use mergemaker_web::think::{WorkerReply, WorkerRequest};

use crate::Visit;
use crate::driver::Page;
use crate::play::{check_result, decide_by_mouse, next_decision};
use crate::senses::{game, open};

/// Plays by mouse until the game is over.
async fn play_to_end(page: &mut Page) {
    for turn in 0.. {
        assert!(turn < 500, "the game does not end");
        let asked = next_decision(page).await;
        if asked == "over" {
            return;
        }
        decide_by_mouse(page, &asked, turn).await;
    }
}

/// How often the worker was started. It fetches the network.
async fn workers(page: &mut Page) -> usize {
    let names = "performance.getEntriesByType('resource').map((file) => new URL(file.name).pathname) \
        .filter((name) => name === '/worker.js')";
    page.evaluate(names).await.as_array().unwrap().len()
}

#[tokio::test]
async fn whole_games_against_networks() {
    let mut visit = Visit::start().await;
    for level in ["expert", "adept", "master"] {
        visit.open("/").await;
        assert_eq!(workers(&mut visit).await, 0, "the worker starts only when needed");
        visit.click(&format!("[name=level][value={level}] + span")).await;
        visit.click("#play-now").await;
        play_to_end(&mut visit).await;
        assert!(!visit.has(".banner").await, "the network was loaded");
        check_result(&mut visit).await;
        assert_eq!(workers(&mut visit).await, 1, "one worker serves all bots");
    }
}

/// A game continues without the network, with a message.
#[tokio::test]
async fn a_game_continues_without_the_network() {
    let mut visit = Visit::start().await;
    // A worker that fails at once.
    visit.prepare("window.Worker = class { constructor() { setTimeout(() => this.onerror?.(new Event('error')), 20); } postMessage() {} terminate() {} }").await;
    visit.open("/").await;
    visit.click("[name=level][value=expert] + span").await;
    visit.click("#play-now").await;
    for turn in 0..6 {
        let asked = next_decision(&mut visit).await;
        decide_by_mouse(&mut visit, &asked, turn).await;
    }
    visit.wait_for(".banner").await;
    assert!(visit.text(".banner").await.contains("play like Steady"));
}

/// Views of the player to act, from games by various rules.
fn moments(count: usize) -> Vec<View> {
    let mut moments = Vec::new();
    for seed in 0.. {
        let preset = Preset::NAMED[seed as usize % Preset::NAMED.len()];
        let Ok(table) = Table::new(Rules::of(preset), 2 + seed as usize % 5) else { continue };
        let mut dealer = RandomDealer::new(Dice::new(seed));
        let mut game = Game::start(table, &mut dealer, &mut ());
        let mut bots = [Level::Steady.bot(), Level::Novice.bot()];
        while let Some(seat) = game.to_act() {
            let view = game.view(Some(seat));
            if view.legal_actions().len() > 1 {
                moments.push(view);
            }
            if moments.len() == count {
                return moments;
            }
            let bot = &mut *bots[seat.index() % 2];
            let action = mergemaker_bots::decide(bot, &game, &mut Dice::new(1), Budget::default()).action;
            game.apply_unchecked(&action, &mut dealer, &mut ());
        }
    }
    moments
}

/// The decisions of the page's worker.
async fn decided(page: &mut Page, level: Level, views: &[View]) -> Vec<Action> {
    let requests: Vec<WorkerRequest> = views
        .iter()
        .zip(0..)
        .map(|(view, id)| WorkerRequest::Decide {
            id,
            level,
            view: Box::new(*view),
            offered: None,
            number: u64::from(id),
        })
        .collect();
    let script = format!(
        "(async () => {{ const requests = {}; const version = new URL(document.querySelector('script[src*=boot]').src).search; \
         const worker = new Worker('/worker.js' + version, {{ type: 'module' }}); const replies = []; \
         return await new Promise((done, fail) => {{ worker.onerror = fail; worker.onmessage = ({{ data }}) => {{ \
             const reply = JSON.parse(data); \
             if (reply.type === 'ready') requests.forEach((request) => worker.postMessage(JSON.stringify(request))); else replies.push(reply); \
             if (replies.length === requests.length) done(replies); }}; }}); }})()",
        serde_json::to_string(&requests).unwrap()
    );
    let replies: Vec<WorkerReply> = serde_json::from_value(page.evaluate(&script).await).unwrap();
    let action = |reply: &WorkerReply| match reply {
        WorkerReply::Decided { action, .. } => *action,
        other => panic!("{other:?}"),
    };
    replies.iter().map(action).collect()
}

/// A network decides the same in the browser and natively.
#[tokio::test]
async fn a_network_decides_the_same_everywhere() {
    let networks = Networks::of(Net::read(net::SMALL).unwrap().into());
    let mut visit = Visit::start().await;
    open(&mut visit, &game(Preset::Renegade, true, 0)).await;
    let moments = moments(1_000);
    for (level, views) in
        [(Level::Expert, &moments[..]), (Level::Adept, &moments), (Level::Master, &moments[..40])]
    {
        let there = decided(&mut visit, level, views).await;
        let here: Vec<Action> = views
            .iter()
            .zip(0..)
            .map(|(view, number)| {
                level.think(&networks, view, None, &mut Dice::new(number), Budget::default()).unwrap()
            })
            .collect();
        let differ = here.iter().zip(&there).filter(|(here, there)| here != there).count();
        assert_eq!(differ, 0, "{level} decides differently in {differ} of {}", views.len());
    }
}
