//! What there is to see of people and their tables. It is made on the server first, once, and then looked at.

use super::sights::Sight;
use crate::people::{CALL, PLAY};

/// Who is to look, and what is to be there. Each is made once, and found again by what the page keeps.
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
    // One more each time, until there are some.
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

/// The pages, each with what makes it and the address it is at.
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
        // Card, log, clocks and chat in one column, and a hint that none of them covers.
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
