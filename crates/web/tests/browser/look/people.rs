//! Page states with people and their tables, which scripts first create on the server.

use super::sights::Sight;
use crate::people::{CALL, PLAY};

/// Functions that create visitors and tables. Each is created once, and found again in local storage.
const MAKE: &str = "
    const visitor = () => call('GET', '/visitor');
    const leave = async () => { if (await visitor()) await call('POST', '/logout'); };
    const guest = async () => {
        if (!(await visitor())?.is_guest) { await leave(); await call('POST', '/guest', { name: 'Bartholomew Featherstone' }); }
    };
    const account = async () => {
        const own = { name: 'Annabel', password: 'correct horse' };
        if ((await visitor())?.name === own.name) return;
        await leave();
        if (localStorage.getItem('account')) return call('POST', '/login', own);
        await call('POST', '/guest', { name: own.name });
        await call('POST', '/claim', own);
        await call('POST', '/tokens', { label: 'my bot' });
        localStorage.setItem('account', own.name);
    };
    const once = async (name, make) => localStorage.getItem(name) ?? (localStorage.setItem(name, await make()), localStorage.getItem(name));
    // Add a game each time, up to four.
    const game = async () => {
        await account();
        const games = JSON.parse(localStorage.getItem('games') ?? '[]');
        if (games.length < 4) localStorage.setItem('games', JSON.stringify([...games, await play()]));
        return JSON.parse(localStorage.getItem('games'))[0];
    };
    const table = (name, seats, isStarted) => once(name, async () => {
        const { id } = await call('POST', '/tables', { seats });
        if (isStarted) await call('POST', `/tables/${id}/start`);
        return id;
    });
    const bot = { kind: 'bot', level: 'novice' }, open = { kind: 'open' };";

/// The page states, each with a script that creates it and returns its address.
pub(super) fn sights() -> Vec<Sight> {
    let sight = |name, make: &str, shows, steps| {
        let script = format!("(async () => {{ {CALL} const play = () => {PLAY}; {MAKE} {make} }})()");
        Sight { name, path: "", shows, game: None, steps, make: Some(script) }
    };
    vec![
        sight("account-guest", "await guest(); return '/account'", "#claim", &[]),
        sight("account", "await account(); return '/account'", ".end-token", &[]),
        sight("delete", "await account(); return '/account'", ".end-token", &["#delete"]),
        sight("profile", "await game(); return '/people/' + (await visitor()).id", ".rating-chart .dot", &[]),
        sight("nobody", "return '/people/0000000000000000'", ".notice", &[]),
        sight("leaderboard", "await game(); return '/leaderboard/2'", ".ranks tr.me", &[]),
        sight("leaderboard-empty", "return '/leaderboard/5'", "#nobody-rated", &[]),
        sight("games", "await game(); return '/games'", "#found > li", &[]),
        sight(
            "lobby",
            "await account(); return '/t/' + await table('a-lobby', [open, open, bot])",
            "#code",
            &[],
        ),
        sight(
            "table",
            "await account(); return '/t/' + await table('a-table', [open, bot, bot], true)",
            ".board",
            &[],
        ),
        // Card, log, clocks and chat share a column, without covering the hint.
        sight(
            "table-digital",
            "await account(); return '/t/' + await once('a-digital-table', async () => {
                const rules = { preset: 'digital' }, clock = { kind: 'per_decision', seconds: 600 };
                const { id } = await call('POST', '/tables', { rules, clock, hints: true, seats: [open, bot, bot, bot] });
                await call('POST', `/tables/${id}/start`);
                return id;
            })",
            ".ask.mine",
            &["#hint", ".hint b"],
        ),
        sight("home-tables", "await guest(); return '/'", ".tables a", &[]),
        sight(
            "introduce",
            "await leave(); return '/t/' + localStorage.getItem('a-lobby')",
            "#guest-name",
            &[],
        ),
        sight("no-table", "return '/t/0000000000000000'", ".notice", &[]),
        sight("game-over", "const id = await game(); await leave(); return '/t/' + id", ".notice", &[]),
        sight("account-new", "await leave(); return '/account'", "#log-in", &[]),
    ]
}
