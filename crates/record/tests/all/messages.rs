//! Error messages for documents that cannot be read.

use mergemaker_engine::Preset;
use mergemaker_record::{MOST_BYTES, MOST_EVENTS, Record, RecordError, display_name};

const RULES: &str = r#"{"preset":"classic"}"#;

/// A document of two players with these events.
fn document(events: &str) -> String {
    format!(
        r#"{{"format":"mergemaker-record","version":1,"rules":{RULES},"players":["a","b"],"events":[{events}]}}"#
    )
}

fn check(bytes: impl AsRef<[u8]>, expected: &str) {
    let bytes = bytes.as_ref();
    let error = Record::read(bytes).expect_err(&String::from_utf8_lossy(bytes));
    assert_eq!(error.to_string(), expected);
    assert!(error.to_string().chars().all(|character| !character.is_control()));
}

/// Errors of the whole document.
#[test]
fn documents_that_are_not_records() {
    check("", "the record cannot be read: it is empty");
    check("\u{feff}", "the record cannot be read: it is empty");
    check("[]", "the record cannot be read: expected an object in braces");
    check("null", "the record cannot be read: expected an object in braces");
    check("{", "the record is cut off: its end is missing");
    check("{}", "the record cannot be read: `format` is missing");
    check(b"{\"format\": \"\xff\"}", "the record is not UTF-8 text: byte 13 is invalid");
    check(r#"{"format":"chess"}"#, "this is not a game record: its `format` is not \"mergemaker-record\"");
    check(r#"{"format":7}"#, "this is not a game record: its `format` is not \"mergemaker-record\"");
    check(r#"{"format":"mergemaker-record"}"#, "the record cannot be read: `version` is missing");
    check(
        r#"{"format":"mergemaker-record","version":3}"#,
        "the record has version 3: this program reads versions 1 to 2",
    );
    check(
        r#"{"format":"mergemaker-record","version":-1}"#,
        "`version` cannot be read: expected a whole number",
    );
    check(
        r#"{"format":"mergemaker-record","version":1.0}"#,
        "`version` cannot be read: expected a whole number",
    );
    check(
        r#"{"format":"mergemaker-record","version":1e999}"#,
        "`version` cannot be read: expected a whole number",
    );
    check(
        r#"{"format":"mergemaker-record","format":"mergemaker-record"}"#,
        "the record cannot be read: duplicate field `format` at line 1 column 38",
    );
    check(document("") + "x", "the record cannot be read: trailing characters at line 1 column 104");
    check(
        document("").replace("\"b\"", "\"b\\ud800\""),
        "`players` cannot be read: unexpected end of hex escape",
    );
    check(" ".repeat(MOST_BYTES + 1), "the record is too large: it may have at most 4 MiB");
    let events = vec!["0"; MOST_EVENTS + 1].join(",");
    check(document(&events), "the record has 20001 events: the limit is 20000, more than any game has");
    let deep = document("").replace("\"events\"", &format!("\"more\":{},\"events\"", "[".repeat(100_000)));
    check(deep, "the record cannot be read: expected value at line 1 column 100099");
}

/// A document without events, with one text replaced.
fn with(from: &str, to: &str) -> String {
    document("").replace(from, to)
}

/// Errors in the rules.
#[test]
fn rules_that_cannot_be_read() {
    check(with(RULES, "7"), "`rules` cannot be read: expected an object in braces");
    let presets: Vec<&str> = Preset::ALL.iter().map(|preset| preset.id()).collect();
    check(
        with(RULES, r#"{"preset":"chess"}"#),
        &format!(
            "`rules` cannot be read: unknown variant `chess`, expected one of `{}`",
            presets.join("`, `")
        ),
    );
    check(
        with(RULES, r#"{"preset":"custom"}"#),
        "`rules` cannot be read: `bonuses` is missing: the preset custom must set every option",
    );
    check(
        with(RULES, r#"{"preset":"classic","trading":true}"#),
        "`rules` cannot be read: these options do not match the preset classic: set the \
            preset to `custom`",
    );
    check(
        with(RULES, r#"{"preset":"classic","dead_tile_exchange":"choice"}"#),
        "`rules` cannot be read: `dead_tile_exchange=choice` needs version 2 of the rules: set `version` to 2 \
            and give every option",
    );
    check(
        with(RULES, r#"{"preset":"tycoon","bank_shareholder":true}"#),
        "`rules` cannot be read: the bank can be a shareholder only with classic bonuses: choose \
            bonuses=classic or bank_shareholder=no (P5)",
    );
    check(
        with(RULES, r#"{"preset":"tycoon"}"#),
        "two players cannot play with tycoon bonuses: choose classic bonuses or three players (P6)",
    );
}

/// Errors in the players and in the list of events.
#[test]
fn lists_that_cannot_be_read() {
    check(with(r#"["a","b"]"#, r#"["a"]"#), "a game has 2 to 6 players, not 1 (S1)");
    check(
        with(r#"["a","b"]"#, "[1,2]"),
        "`players` cannot be read: invalid type: integer `1`, expected a string",
    );
    check(with(r#"["a","b"]"#, "null"), "the record cannot be read: `players` is missing");
    let long = format!(r#"["a","{}"]"#, "é".repeat(201));
    check(
        with(r#"["a","b"]"#, &long),
        "the name of player 1 is too long: it may have at most 200 characters",
    );
    check(
        with(r#""events":[]"#, r#""events":{}"#),
        "the record cannot be read: invalid type: map, expected a sequence at line 1 column 100",
    );
    check(with(r#","events":[]"#, ""), "the record cannot be read: `events` is missing");
}

/// Errors in the members that may follow the events.
#[test]
fn optional_members_that_cannot_be_read() {
    let check_with = |member: &str, value: &str, expected: &str| {
        check(with(r#""events":[]"#, &format!(r#""events":[],"{member}":{value}"#)), expected);
    };
    check_with("result", r#"{"cash":[1,2]}"#, "`result` cannot be read: missing field `winners`");
    check_with("result", "[[1,2],[0]]", "`result` cannot be read: expected an object in braces");
    check_with(
        "result",
        r#"{"cash":[-1,2],"winners":[0]}"#,
        "`result` cannot be read: invalid value: integer `-1`, expected a whole number of \
            dollars from 0 to 1000000000",
    );
    check_with(
        "result",
        r#"{"cash":[1.5,2],"winners":[0]}"#,
        "`result` cannot be read: invalid type: floating point `1.5`, expected a whole number \
            of dollars from 0 to 1000000000",
    );
    check_with(
        "result",
        r#"{"cash":[1,99999999999999999999],"winners":[0]}"#,
        "`result` cannot be read: invalid type: floating point `1e+20`, expected a whole \
            number of dollars from 0 to 1000000000",
    );
    check_with(
        "result",
        r#"{"cash":[1,2],"winners":[6]}"#,
        "`result` cannot be read: invalid value: integer `6`, expected a seat number from 0 to 5",
    );
    check_with(
        "result",
        r#"{"cash":[1,2],"cash":[1,2],"winners":[0]}"#,
        "`result` cannot be read: duplicate field `cash`",
    );
    check_with("seed", r#""00""#, "`seed` cannot be read: expected 64 hexadecimal digits in lower case");
    check_with(
        "commitment",
        "7",
        "`commitment` cannot be read: invalid type: integer `7`, expected a string",
    );
}

/// Checks the error of the second of two events. Events are numbered from 1.
fn check_event(event: &str, expected: &str) {
    let good = r#"{"kind":"pass","player":0}"#;
    check(document(&format!("{good},{event}")), &format!("event 2 cannot be read: {expected}"));
}

/// Errors in the kind of an event, and in its reason.
#[test]
fn kinds_and_reasons_that_cannot_be_read() {
    check_event("7", "expected an object in braces");
    check_event(r#"["pass",0]"#, "expected an object in braces");
    check_event("{}", "missing field `kind`");
    check_event(r#"{"kind":"pass","kind":"pass","player":0}"#, "duplicate field `kind`");
    check_event(
        r#"{"kind":"dance"}"#,
        "unknown variant `dance`, expected one of `start_tile`, `deal`, `discard`, \
            `trade_offer`, `trade_answer`, `declare_end`, `place`, `pass`, `found`, `survivor`, \
            `defunct`, `bank_tile`, `dispose`, `buy`, `draw`, `end`",
    );
    check_event(
        r#"{"kind":"end","reason":"boredom"}"#,
        "unknown variant `boredom`, expected one of `declared`, `all_tiles_played`, \
            `no_tile_played`",
    );
    check_event(
        r#"{"kind":"discard","player":0,"tiles":["1A"],"reason":""}"#,
        "unknown variant ``, expected `stuck_hand` or `unplayable`",
    );
}

/// Errors in the seat of an event.
#[test]
fn seats_that_cannot_be_read() {
    check_event(r#"{"kind":"pass"}"#, "missing field `player`");
    check_event(
        r#"{"kind":"pass","player":-1}"#,
        "invalid value: integer `-1`, expected a seat number from 0 to 5",
    );
    check_event(
        r#"{"kind":"pass","player":6}"#,
        "invalid value: integer `6`, expected a seat number from 0 to 5",
    );
    check_event(
        r#"{"kind":"pass","player":0.5}"#,
        "invalid type: floating point `0.5`, expected a seat number from 0 to 5",
    );
    check_event(
        r#"{"kind":"pass","player":1e99}"#,
        "invalid type: floating point `1e+99`, expected a seat number from 0 to 5",
    );
    check_event(
        r#"{"kind":"pass","player":18446744073709551616}"#,
        "invalid type: floating point `1.8446744073709552e+19`, expected a seat number from 0 \
            to 5",
    );
    check_event(
        r#"{"kind":"pass","player":"0"}"#,
        "invalid type: string \"0\", expected a seat number from 0 to 5",
    );
    check_event(r#"{"kind":"pass","player":0,"player":0}"#, "duplicate field `player`");
}

/// Errors in the tiles and chains of an event.
#[test]
fn tiles_and_chains_that_cannot_be_read() {
    check_event(
        r#"{"kind":"place","player":0,"tile":"13A"}"#,
        "invalid value: string \"13A\", expected a tile from \"1A\" to \"12I\"",
    );
    check_event(
        r#"{"kind":"place","player":0,"tile":["1A"]}"#,
        "invalid type: sequence, expected a tile from \"1A\" to \"12I\"",
    );
    check_event(
        r#"{"kind":"found","player":0,"chain":"Tower"}"#,
        "invalid value: string \"Tower\", expected a chain: luxor, tower, american, \
            worldwide, festival, imperial or continental",
    );
    check_event(
        r#"{"kind":"draw","player":0,"tiles":["1A","2A","3A","4A","5A","6A","7A"]}"#,
        "invalid length 7, expected an array with no more than 6 items",
    );
}

/// Errors in the shares and cash of an event.
#[test]
fn shares_and_cash_that_cannot_be_read() {
    check_event(
        r#"{"kind":"buy","player":0,"shares":{"tower":-1}}"#,
        "invalid value: integer `-1`, expected a number of shares from 0 to 25",
    );
    check_event(
        r#"{"kind":"buy","player":0,"shares":{"tower":1.5}}"#,
        "invalid type: floating point `1.5`, expected a number of shares from 0 to 25",
    );
    check_event(
        r#"{"kind":"buy","player":0,"shares":{"tower":300}}"#,
        "invalid value: integer `300`, expected a number of shares from 0 to 25",
    );
    check_event(r#"{"kind":"buy","player":0,"shares":{"tower":1,"tower":1}}"#, "tower is listed twice");
    check_event(
        r#"{"kind":"buy","player":0,"shares":[1]}"#,
        "invalid type: sequence, expected a number of shares for each chain, such as \
            {\"tower\": 2}",
    );
    check_event(
        r#"{"kind":"dispose","player":0,"chain":"tower","sell":256,"trade":0}"#,
        "invalid value: integer `256`, expected a number of shares from 0 to 25",
    );
    check_event(
        r#"{"kind":"trade_offer","player":0,"to":1,"give":{"cash":-5,"shares":{}},"take":{}}"#,
        "invalid value: integer `-5`, expected a whole number of dollars from 0 to 1000000000",
    );
    check_event(
        r#"{"kind":"trade_offer","player":0,"to":1,"give":{"cash":5000000000,"shares":{}},"take":{}}"#,
        "invalid value: integer `5000000000`, expected a whole number of dollars from 0 to \
            1000000000",
    );
    check_event(
        r#"{"kind":"trade_offer","player":0,"to":1,"give":[0,{}],"take":[5,{}]}"#,
        "expected an object in braces",
    );
}

/// Input quoted in a message can neither control a terminal nor fill the screen.
#[test]
fn messages_are_safe_to_show() {
    let event = format!(r#"{{"kind":"\u001b[31m{}"}}"#, "x".repeat(100_000));
    let error = Record::read(document(&event).as_bytes()).unwrap_err().to_string();
    assert!(error.starts_with("event 1 cannot be read: unknown variant `\u{fffd}[31mxxx"), "{error}");
    assert!(error.chars().count() < 400 && !error.contains('\u{1b}'));
    assert_eq!(display_name("Zoë 北京 \u{202e}abc\n\u{7}"), "Zoë 北京 \u{fffd}abc\u{fffd}\u{fffd}");
}

/// Unknown members are ignored everywhere. Names may contain anything that JSON allows.
#[test]
fn unknown_members_are_ignored() {
    let plain = document(r#"{"kind":"pass","player":0}"#);
    let more = document(r#"{"clock":{"left":[1e40,-0.5]},"kind":"pass","player":0,"note":null}"#)
        .replace("\"rules\"", "\"date\":\"today\",\"bots\":[{}],\"rules\"")
        .replace(RULES, r#"{"preset":"classic","theme":"hotels"}"#);
    assert_eq!(Record::read(more.as_bytes()), Record::read(plain.as_bytes()));
    let odd = plain.replace("\"a\"", r#""\u0000\u001b\"\\é""#);
    let record = Record::read(odd.as_bytes()).unwrap();
    assert_eq!(record.players[0], "\u{0}\u{1b}\"\\é");
    assert_eq!(Record::read(record.to_json().as_bytes()), Ok(record));
}

/// S2: the result, seed and commitment of a record may be missing or null.
#[test]
fn optional_members() {
    let null = document("").replace("\"events\"", r#""result":null,"seed":null,"commitment":null,"events""#);
    assert_eq!(Record::read(null.as_bytes()), Record::read(document("").as_bytes()));
    let error = Record::read(document("").as_bytes()).unwrap().verify().unwrap_err();
    assert_eq!(error.to_string(), "event 1 breaks S2: the record stops where `start_tile` by seat 0 is due");
    assert!(matches!(error, RecordError::Rule { event: 1, rule: "S2", .. }));
}
