//! Which crate may use which: the arrows of the design, held over `cargo metadata`.
//!
//! Normal and build dependencies must follow the table. Dev-dependencies are free to leave it, as a test may
//! want a helper from elsewhere, but all arrows together never form a cycle.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, ensure};
use cargo_metadata::{DependencyKind, MetadataCommand};

/// Each crate and what it may use. Where an arrow of the design can be read in two ways:
///
/// - An arrow reaches through: `engine ← record ← bots` lets bots use engine too.
/// - cli is the one binary, so it starts the server and the terminal client, though nothing else uses tui.
///   It holds the browser client only as built files, so nothing at all uses web.
/// - xtask stands beside the layers: it uses none of them and none uses it.
const MAY_USE: &[(&str, &[&str])] = &[
    ("engine", &[]),
    ("record", &["engine"]),
    ("bots", &["engine", "record"]),
    ("voice", &["engine", "record", "bots"]),
    ("arena", &["engine", "record", "bots"]),
    ("protocol", &["engine", "record"]),
    ("server", &["engine", "record", "bots", "protocol"]),
    ("web", &["engine", "record", "bots", "voice", "protocol"]),
    ("tui", &["engine", "record", "bots", "voice", "protocol"]),
    ("python", &["engine", "record", "bots", "voice"]),
    ("cli", &["engine", "record", "bots", "voice", "arena", "protocol", "server", "tui"]),
    ("xtask", &[]),
];

const TABLE: &str = "the table in xtask/src/deps.rs";

/// Fails when a crate of the workspace uses what it may not.
pub(crate) fn check() -> Result<()> {
    let graph = workspace_graph()?;
    let problems = problems(&graph);
    for problem in &problems {
        eprintln!("{problem}");
    }
    let count = problems.len();
    ensure!(problems.is_empty(), "the crates do not fit {TABLE}: fix what is named above ({count} in all)");
    println!("{} crates use only what they may", graph.len());
    Ok(())
}

/// The crates of the workspace, each with those of our crates it uses.
type Graph = BTreeMap<String, Vec<Arrow>>;

struct Arrow {
    to: String,
    /// Whether only tests use it.
    is_dev: bool,
}

fn workspace_graph() -> Result<Graph> {
    let metadata = MetadataCommand::new()
        .no_deps()
        .exec()
        .context("cargo cannot read the workspace: see `cargo metadata --no-deps`")?;
    let graph = metadata.packages.iter().map(|package| {
        // Ours are those with a path; all others come from a registry.
        let ours = package.dependencies.iter().filter(|dependency| dependency.path.is_some());
        let arrows = ours.map(|dependency| Arrow {
            to: short_name(&dependency.name).to_owned(),
            is_dev: dependency.kind == DependencyKind::Development,
        });
        (short_name(&package.name).to_owned(), arrows.collect())
    });
    Ok(graph.collect())
}

/// The folder's name, which is the package's name without the product's.
fn short_name(package: &str) -> &str {
    package.strip_prefix("mergemaker-").unwrap_or(package)
}

fn problems(graph: &Graph) -> Vec<String> {
    let mut problems = Vec::new();
    for (name, arrows) in graph {
        match MAY_USE.iter().find(|(row, _)| row == name) {
            Some((_, may_use)) => problems.extend(wrong_arrows(name, arrows, may_use)),
            None => problems.push(format!("{name} has no row: add it to {TABLE}")),
        }
    }
    if let Some(cycle) = find_cycle(graph) {
        problems.push(format!("{} is a cycle: take one of its arrows out", cycle.join(" -> ")));
    }
    problems
}

fn wrong_arrows(name: &str, arrows: &[Arrow], may_use: &[&str]) -> Vec<String> {
    let allowed = if may_use.is_empty() { "none of our crates".to_owned() } else { may_use.join(", ") };
    let wrong = arrows.iter().filter(|arrow| !arrow.is_dev && !may_use.contains(&arrow.to.as_str()));
    wrong.map(|arrow| format!("{name} uses {}: it may use {allowed}", arrow.to)).collect()
}

/// A cycle over all arrows, its first crate repeated at the end.
fn find_cycle(graph: &Graph) -> Option<Vec<&str>> {
    let mut done = BTreeSet::new();
    graph.keys().find_map(|start| cycle_from(graph, start, &mut Vec::new(), &mut done))
}

fn cycle_from<'a>(
    graph: &'a Graph,
    name: &'a str,
    path: &mut Vec<&'a str>,
    done: &mut BTreeSet<&'a str>,
) -> Option<Vec<&'a str>> {
    if let Some(first) = path.iter().position(|step| *step == name) {
        path.push(name);
        return Some(path[first..].to_vec());
    }
    if !done.insert(name) {
        return None;
    }
    path.push(name);
    let arrows = graph.get(name).map_or(&[][..], Vec::as_slice);
    let cycle = arrows.iter().find_map(|arrow| cycle_from(graph, &arrow.to, path, done));
    path.pop();
    cycle
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws a graph as lines `from -> to` or, for dev-dependencies, `from ~> to`; a line of one word is a
    /// crate that uses nothing.
    fn graph(drawing: &str) -> Graph {
        let mut graph = Graph::new();
        for line in drawing.lines().map(str::trim).filter(|line| !line.is_empty()) {
            match *line.split_whitespace().collect::<Vec<_>>() {
                [name] => {
                    graph.entry(name.to_owned()).or_default();
                }
                [from, arrow, to] => {
                    let arrow = Arrow { to: to.to_owned(), is_dev: arrow == "~>" };
                    graph.entry(from.to_owned()).or_default().push(arrow);
                    graph.entry(to.to_owned()).or_default();
                }
                _ => panic!("not an arrow: {line}"),
            }
        }
        graph
    }

    fn check(drawing: &str, expected: &[&str]) {
        assert_eq!(problems(&graph(drawing)), expected, "{drawing}");
    }

    #[test]
    fn the_arrows_of_the_design_are_right() {
        check(
            "record -> engine
             bots -> record
             bots -> engine
             voice -> bots
             arena -> bots
             protocol -> record
             server -> protocol
             server -> bots
             web -> protocol
             web -> bots
             web -> voice
             tui -> protocol
             python -> voice
             cli -> arena
             cli -> voice
             cli -> server
             cli -> tui
             xtask",
            &[],
        );
    }

    #[test]
    fn an_arrow_upwards_is_wrong() {
        check("engine -> record", &["engine uses record: it may use none of our crates"]);
        check("bots -> arena", &["bots uses arena: it may use engine, record"]);
        check("protocol -> bots", &["protocol uses bots: it may use engine, record"]);
    }

    #[test]
    fn nothing_uses_cli_web_python_or_xtask() {
        for last in ["cli", "web", "python", "xtask"] {
            for (from, _) in MAY_USE.iter().filter(|(from, _)| *from != last) {
                let problems = problems(&graph(&format!("{from} -> {last}")));
                assert!(problems[0].starts_with(&format!("{from} uses {last}: ")), "{problems:?}");
            }
        }
    }

    #[test]
    fn only_cli_uses_tui() {
        check("cli -> tui", &[]);
        check("server -> tui", &["server uses tui: it may use engine, record, bots, protocol"]);
    }

    #[test]
    fn a_crate_without_a_row_is_wrong() {
        check("museum -> engine", &["museum has no row: add it to the table in xtask/src/deps.rs"]);
    }

    #[test]
    fn a_dev_dependency_may_leave_the_table() {
        check("python ~> arena", &[]);
    }

    #[test]
    fn a_dev_dependency_never_closes_a_cycle() {
        check(
            "record -> engine
             bots -> record
             engine ~> bots",
            &["bots -> record -> engine -> bots is a cycle: take one of its arrows out"],
        );
        check("engine ~> engine", &["engine -> engine is a cycle: take one of its arrows out"]);
    }

    #[test]
    fn two_ways_to_one_crate_are_no_cycle() {
        check(
            "bots -> engine
             bots -> record
             record -> engine",
            &[],
        );
    }

    #[test]
    fn the_table_itself_has_no_cycle_and_no_row_missing() {
        let rows = MAY_USE.iter().flat_map(|(from, to)| to.iter().map(move |to| format!("{from} -> {to}\n")));
        check(&rows.collect::<String>(), &[]);
    }

    #[test]
    fn the_workspace_is_read_with_short_names() {
        let graph = workspace_graph().unwrap();
        assert!(graph.contains_key("engine") && graph.contains_key("xtask"));
        assert!(graph["record"].iter().any(|arrow| arrow.to == "engine" && !arrow.is_dev));
    }
}
