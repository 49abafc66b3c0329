//! Parses a chapter into cases and their lines.

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
    pub(crate) content: Content,
    pub(crate) rows: Vec<String>,
}

/// The parsed content of a line.
pub(crate) enum Content {
    /// `rules: classic`
    Setup { key: String, value: String },
    /// `0 places 5E`, or refused: `0 places 5E ! T8 tile.dead`
    Decision { seat: String, action: String, refused: Option<String> },
    /// `= cash 0: $9000`
    Expects { key: String, value: String },
}

/// An error message with its place in a file.
pub(crate) fn at_line(file: &str, number: usize, text: impl std::fmt::Display) -> String {
    format!("crates/engine/tests/rules/{file}.txt:{number}: {text}")
}

/// Reads the cases of a chapter.
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
            let name = read_title(title).map_err(|why| at_line(file, number, why))?;
            cases.push(Case { file: file.to_owned(), number, name, lines: Vec::new() });
            continue;
        }
        let case =
            cases.last_mut().ok_or_else(|| at_line(file, number, "this comes before the first case"))?;
        if is_row(line) {
            let above = case.lines.last_mut().filter(|above| above.draws_board());
            above
                .ok_or_else(|| at_line(file, number, "a row of the board must come below `board:`"))?
                .rows
                .push(line.to_owned());
        } else {
            let content = read_line(line).map_err(|why| at_line(file, number, why))?;
            case.lines.push(Line { number, content, rows: Vec::new() });
        }
    }
    match cases.iter().find(|case| !case.lines.iter().any(Line::tests_something)) {
        Some(case) => Err(at_line(file, case.number, "the case has neither an expectation nor a refusal")),
        None => Ok(cases),
    }
}

/// The column numbers, which may come above a board.
const RULER: &str = "  123456789012";

impl Line {
    fn draws_board(&self) -> bool {
        match &self.content {
            Content::Setup { key, .. } | Content::Expects { key, .. } => key == "board",
            Content::Decision { .. } => false,
        }
    }

    fn tests_something(&self) -> bool {
        match &self.content {
            Content::Setup { .. } => false,
            Content::Decision { refused, .. } => refused.is_some(),
            Content::Expects { .. } => true,
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
        (0, _) => Err("a title must begin with the rules it covers"),
        (_, []) => Err("a title must name the case after its rules"),
        (_, name) => Ok(name.join(" ")),
    }
}

fn is_row(line: &str) -> bool {
    matches!(line.as_bytes(), [b'A'..=b'I', b' ', ..])
}

fn read_line(line: &str) -> Result<Content, &'static str> {
    let key_and_value = |text: &str| {
        let (key, value) = text.split_once(':').ok_or("a colon is missing")?;
        Ok((key.to_owned(), value.strip_prefix(' ').unwrap_or(value).to_owned()))
    };
    if let Some(expectation) = line.strip_prefix("= ") {
        let (key, value) = key_and_value(expectation)?;
        return Ok(Content::Expects { key, value });
    }
    if line.starts_with(|symbol: char| symbol.is_ascii_digit()) {
        let (decision, refused) = match line.split_once(" ! ") {
            Some((decision, refused)) => (decision, Some(refused.to_owned())),
            None => (line, None),
        };
        let (seat, action) = decision.split_once(' ').ok_or("a decision is a seat and an action")?;
        return Ok(Content::Decision { seat: seat.to_owned(), action: action.to_owned(), refused });
    }
    let (key, value) = key_and_value(line)?;
    Ok(Content::Setup { key, value })
}
