//! A chapter as it is written: cases, and the lines of each.

/// The chapters, in the order of the rulebook.
pub(crate) const CHAPTERS: &[&str] = &[
    "setup",
    "turn",
    "unplayable",
    "exchange",
    "mergers",
    "bonuses",
    "buying",
    "bank",
    "trading",
    "end",
    "knowledge",
];

/// One case: its title and its lines.
pub(crate) struct Case {
    pub(crate) file: String,
    pub(crate) number: usize,
    pub(crate) name: String,
    pub(crate) lines: Vec<Line>,
}

/// One line of a case, with the rows of the board drawn below it.
pub(crate) struct Line {
    pub(crate) number: usize,
    pub(crate) says: Says,
    pub(crate) rows: Vec<String>,
}

/// What a line is about.
pub(crate) enum Says {
    /// `rules: classic`
    Setup { key: String, value: String },
    /// `0 places 5E`, perhaps refused: `! T8 tile.dead`
    Decision { seat: String, action: String, refused: Option<String> },
    /// `= cash 0: $9000`
    Expects { key: String, value: String },
}

/// Where something is wrong in a file.
pub(crate) fn fault(file: &str, number: usize, text: impl std::fmt::Display) -> String {
    format!("crates/engine/tests/rules/{file}.txt:{number}: {text}")
}

/// The cases of a chapter.
pub(crate) fn read_chapter(file: &str) -> Result<Vec<Case>, String> {
    let path = format!("{}/tests/rules/{file}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
    let mut cases: Vec<Case> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let is_note = line.starts_with('(') && line.ends_with(')');
        if line.is_empty() || is_note || line == RULER {
            continue;
        }
        if let Some(title) = line.strip_prefix("# ") {
            let name = read_title(title).map_err(|why| fault(file, number, why))?;
            cases.push(Case { file: file.to_owned(), number, name, lines: Vec::new() });
            continue;
        }
        let case =
            cases.last_mut().ok_or_else(|| fault(file, number, "this stands before the first case"))?;
        if is_row(line) {
            let above = case.lines.last_mut().filter(|above| above.draws_board());
            above
                .ok_or_else(|| fault(file, number, "a row of the board stands below `board:` only"))?
                .rows
                .push(line.to_owned());
        } else {
            let says = read_line(line).map_err(|why| fault(file, number, why))?;
            case.lines.push(Line { number, says, rows: Vec::new() });
        }
    }
    match cases.iter().find(|case| !case.lines.iter().any(Line::tests_something)) {
        Some(case) => Err(fault(file, case.number, "the case has neither an expectation nor a refusal")),
        None => Ok(cases),
    }
}

/// The numbers of the columns, which may stand above a board.
const RULER: &str = "  123456789012";

impl Line {
    fn draws_board(&self) -> bool {
        match &self.says {
            Says::Setup { key, .. } | Says::Expects { key, .. } => key == "board",
            Says::Decision { .. } => false,
        }
    }

    fn tests_something(&self) -> bool {
        match &self.says {
            Says::Setup { .. } => false,
            Says::Decision { refused, .. } => refused.is_some(),
            Says::Expects { .. } => true,
        }
    }
}

/// `T8 T11 a dead tile is replaced`: at least one rule, then a name.
fn read_title(title: &str) -> Result<String, &'static str> {
    let is_id = |word: &str| {
        word.strip_prefix(['B', 'S', 'T', 'M', 'P', 'X', 'E', 'K'])
            .is_some_and(|number| number.parse::<u8>().is_ok())
    };
    let words: Vec<&str> = title.split(' ').collect();
    let ids = words.iter().take_while(|word| is_id(word)).count();
    match (ids, &words[ids..]) {
        (0, _) => Err("a title begins with the rules it covers"),
        (_, []) => Err("a title says what the case is about"),
        (_, name) => Ok(name.join(" ")),
    }
}

fn is_row(line: &str) -> bool {
    matches!(line.as_bytes(), [b'A'..=b'I', b' ', ..])
}

fn read_line(line: &str) -> Result<Says, &'static str> {
    let key_and_value = |text: &str| {
        let (key, value) = text.split_once(':').ok_or("a colon is missing")?;
        Ok((key.to_owned(), value.strip_prefix(' ').unwrap_or(value).to_owned()))
    };
    if let Some(expectation) = line.strip_prefix("= ") {
        let (key, value) = key_and_value(expectation)?;
        return Ok(Says::Expects { key, value });
    }
    if line.starts_with(|symbol: char| symbol.is_ascii_digit()) {
        let (decision, refused) = match line.split_once(" ! ") {
            Some((decision, refused)) => (decision, Some(refused.to_owned())),
            None => (line, None),
        };
        let (seat, action) = decision.split_once(' ').ok_or("who decides what?")?;
        return Ok(Says::Decision { seat: seat.to_owned(), action: action.to_owned(), refused });
    }
    let (key, value) = key_and_value(line)?;
    Ok(Says::Setup { key, value })
}
