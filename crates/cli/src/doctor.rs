//! `mergemaker doctor`: says what is wrong with a server's installation.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use anyhow::Result;
use mergemaker_server::{Finding, Grade, examine};
use serde::Serialize;

use crate::place::wait;
use crate::{Verdict, output, serve};

/// Say what is wrong with a server's installation, and what to do
///
/// Takes the options of `serve`, and examines what a server started with them would use. Nothing is changed. The
/// exit code is 1 if there is a problem.
#[derive(clap::Args)]
#[group(skip)]
#[command(after_help = "Examples:
  mergemaker doctor
  mergemaker doctor --data /var/lib/mergemaker --addr 127.0.0.1:8080 --behind-proxy
  mergemaker doctor --json")]
pub(crate) struct Args {
    #[command(flatten)]
    serve: serve::Args,

    /// Print the findings as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    problems: usize,
    findings: Vec<Finding>,
}

pub(crate) fn run(args: &Args) -> Result<Verdict> {
    let findings = wait(examine(&args.serve.config()?))?;
    let problems = findings.iter().filter(|finding| finding.grade == Grade::Problem).count();
    if args.json {
        output::print_json(&Report { problems, findings })?;
    } else {
        let mut text: String = findings.iter().map(line).collect();
        let _ = match problems {
            0 => writeln!(text, "no problems found"),
            1 => writeln!(text, "1 problem found"),
            _ => writeln!(text, "{problems} problems found"),
        };
        output::print(&text)?;
    }
    Ok(if problems == 0 { Verdict::Good } else { Verdict::Bad })
}

/// A finding as a line.
fn line(finding: &Finding) -> String {
    let (word, colour) = match finding.grade {
        Grade::Good => ("ok", AnsiColor::Green),
        Grade::Note => ("note", AnsiColor::Cyan),
        Grade::Problem => ("problem", AnsiColor::Red),
    };
    let style = Style::new().fg_color(Some(colour.into()));
    let advice = finding.advice.as_ref().map_or(String::new(), |advice| format!("; {advice}"));
    let text = output::one_line(&format!("{}{advice}", finding.text));
    format!("{style}{word:<8}{style:#}{:<11} {text}\n", finding.about)
}
