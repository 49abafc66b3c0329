//! Page states with people and their tables, which scripts first create on the server.

use super::page_states::PageState;
use crate::people::{CALL, PLAY};

/// Functions that create visitors and tables. Each is created once, and found again in local storage.
const MAKE: &str = "
    const visitor = () => call('GET', '/visitor');
    const leave = async () => { if (await visitor()) await call('POST', '/logout'); };
    const guest = async () => {
        if (!(await visitor())?.is_guest) { await leave(); await call('POST', '/guest', { name: 'Bartholomew Featherstone' }); }
    };
    const account = async (name = 'Annabel') => {
        const own = { name, password: 'correct horse' };
        if ((await visitor())?.name === name) return;
        await leave();
        if (localStorage.getItem(name)) return call('POST', '/login', own);
        await call('POST', '/guest', { name });
        await call('POST', '/claim', own);
        await call('POST', '/tokens', { label: 'my bot' });
        localStorage.setItem(name, name);
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
    // A game of Annabel's in which Bartholomew is away.
    const together = (name) => once(name, async () => {
        await account();
        const { id } = await call('POST', '/tables', { seats: [open, open] });
        await account('Bartholomew');
        await call('POST', `/tables/${id}/join`, {});
        await account();
        await call('POST', `/tables/${id}/start`);
        return id;
    });
    // Hands the visitor's seat to a bot, and waits for that and for as much of the game as bots can play.
    const handOver = (id, isDone) => new Promise((done) => {
        const socket = new WebSocket(location.origin.replace('http', 'ws') + '/ws');
        socket.onopen = () => {
            socket.send(JSON.stringify({ type: 'subscribe', table: id }));
            socket.send(JSON.stringify({ type: 'leave_seat', table: id }));
        };
        socket.onmessage = ({ data }) => {
            const { type, table } = JSON.parse(data);
            if (type === 'table' && isDone(table)) { socket.close(); done(); }
        };
    });
    // The table of a rematch that Annabel has asked for, where a seat is kept for Bartholomew.
    const rematch = () => once('a-rematch', async () => {
        const id = await together('a-game-of-two');
        await handOver(id, (table) => table.seats[0].stand_in);
        await account('Bartholomew');
        await handOver(id, (table) => table.state === 'over');
        await account();
        return (await call('POST', `/tables/${id}/rematch`)).id;
    });
    const bot = { kind: 'bot', level: 'novice' }, open = { kind: 'open' };";

/// The page states, each with a script that creates it and returns its address.
pub(super) fn page_states() -> Vec<PageState> {
    let state = |name, make: &str, ready, steps| {
        let script = format!("(async () => {{ {CALL} const play = () => {PLAY}; {MAKE} {make} }})()");
        PageState { name, path: "", ready, game: None, steps, set_up: Some(script) }
    };
    vec![
        state("account-guest", "await guest(); return '/account'", "#claim", &[]),
        state("account", "await account(); return '/account'", ".end-token", &[]),
        state("delete", "await account(); return '/account'", ".end-token", &["#delete"]),
        state("profile", "await game(); return '/people/' + (await visitor()).id", ".rating-chart .dot", &[]),
        state("nobody", "return '/people/0000000000000000'", ".notice", &[]),
        state("leaderboard", "await game(); return '/leaderboard/2'", ".ranks tr.me", &[]),
        state("leaderboard-empty", "return '/leaderboard/5'", "#nobody-rated", &[]),
        state("games", "await game(); return '/games'", "#found > li", &[]),
        state(
            "lobby",
            "await account(); return '/t/' + await table('a-lobby', [open, open, bot])",
            "#code",
            &[],
        ),
        state(
            "table",
            "await account(); return '/t/' + await table('a-table', [open, bot, bot], true)",
            ".board",
            &[],
        ),
        state("away", "const id = await together('an-absence'); await account(); return '/t/' + id", "[data-let-bot-play]", &[]),
        state("reserved", "const id = await rematch(); await account('Bartholomew'); return '/t/' + id", "#decline", &[]),
        // Card, log, clocks and chat share a column, without covering the hint.
        state(
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
        state("home-tables", "await guest(); return '/'", ".tables a", &[]),
        state(
            "introduce",
            "await leave(); return '/t/' + localStorage.getItem('a-lobby')",
            "#guest-name",
            &[],
        ),
        state("no-table", "return '/t/0000000000000000'", ".notice", &[]),
        state("game-over", "const id = await game(); await leave(); return '/t/' + id", ".notice", &[]),
        state("account-new", "await leave(); return '/account'", "#log-in", &[]),
    ]
}
