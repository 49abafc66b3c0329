//! Checks the allowed dependencies between our crates against `cargo metadata`.
//!
//! Normal and build dependencies must follow the table. Dev-dependencies may leave it, as tests may need
//! helpers from elsewhere, but all dependencies together must not form a cycle.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, ensure};
use cargo_metadata::{DependencyKind, MetadataCommand};

/// Each crate and the crates it may use:
///
/// - Dependencies are transitive: bots uses record and so may use engine.
/// - cli is the only binary, so only it uses server. It embeds the web client as built files, so nothing uses web.
/// - xtask uses no other crate, and no other crate uses it.
const MAY_USE: &[(&str, &[&str])] = &[
    ("engine", &[]),
    ("record", &["engine"]),
    ("bots", &["engine", "record"]),
    ("voice", &["engine", "record", "bots"]),
    ("arena", &["engine", "record", "bots"]),
    ("protocol", &["engine", "record"]),
    ("server", &["engine", "record", "bots", "protocol"]),
    ("web", &["engine", "record", "bots", "voice", "protocol"]),
    ("python", &["engine", "record", "bots", "voice"]),
    ("cli", &["engine", "record", "bots", "voice", "arena", "protocol", "server"]),
    ("xtask", &[]),
];

const TABLE: &str = "the table in xtask/src/deps.rs";

/// Fails if a crate uses one that it may not.
pub(crate) fn check() -> Result<()> {
    let graph = workspace_graph()?;
    let problems = problems(&graph);
    for problem in &problems {
        eprintln!("{problem}");
    }
    let count = problems.len();
    ensure!(problems.is_empty(), "{count} dependencies violate {TABLE}: fix those named above");
    println!("{} crates have only allowed dependencies", graph.len());
    Ok(())
}

/// The crates of the workspace with their dependencies on each other.
type Graph = BTreeMap<String, Vec<Dependency>>;

struct Dependency {
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
        // Our crates have a path; all others come from a registry.
        let ours = package.dependencies.iter().filter(|dependency| dependency.path.is_some());
        let dependencies = ours.map(|dependency| Dependency {
            to: short_name(&dependency.name).to_owned(),
            is_dev: dependency.kind == DependencyKind::Development,
        });
        (short_name(&package.name).to_owned(), dependencies.collect())
    });
    Ok(graph.collect())
}

/// The package name without the product's prefix, which is the folder's name.
fn short_name(package: &str) -> &str {
    package.strip_prefix("mergemaker-").unwrap_or(package)
}

fn problems(graph: &Graph) -> Vec<String> {
    let mut problems = Vec::new();
    for (name, dependencies) in graph {
        match MAY_USE.iter().find(|(row, _)| row == name) {
            Some((_, may_use)) => problems.extend(wrong_dependencies(name, dependencies, may_use)),
            None => problems.push(format!("{name} has no row: add it to {TABLE}")),
        }
    }
    if let Some(cycle) = find_cycle(graph) {
        problems.push(format!("{} is a cycle: remove one of these dependencies", cycle.join(" -> ")));
    }
    problems
}

fn wrong_dependencies(name: &str, dependencies: &[Dependency], may_use: &[&str]) -> Vec<String> {
    let allowed = if may_use.is_empty() { "none of our crates".to_owned() } else { may_use.join(", ") };
    let wrong = dependencies
        .iter()
        .filter(|dependency| !dependency.is_dev && !may_use.contains(&dependency.to.as_str()));
    wrong.map(|dependency| format!("{name} uses {}: it may use {allowed}", dependency.to)).collect()
}

/// Finds a cycle; its first crate is repeated at the end.
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
    let dependencies = graph.get(name).map_or(&[][..], Vec::as_slice);
    let cycle = dependencies.iter().find_map(|dependency| cycle_from(graph, &dependency.to, path, done));
    path.pop();
    cycle
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parses a graph from lines `from -> to` or, for dev-dependencies, `from ~> to`. A line of one word is a
    /// crate without dependencies.
    fn graph(drawing: &str) -> Graph {
        let mut graph = Graph::new();
        for line in drawing.lines().map(str::trim).filter(|line| !line.is_empty()) {
            match *line.split_whitespace().collect::<Vec<_>>() {
                [name] => {
                    graph.entry(name.to_owned()).or_default();
                }
                [from, dependency, to] => {
                    let dependency = Dependency { to: to.to_owned(), is_dev: dependency == "~>" };
                    graph.entry(from.to_owned()).or_default().push(dependency);
                    graph.entry(to.to_owned()).or_default();
                }
                _ => panic!("not a dependency: {line}"),
            }
        }
        graph
    }

    fn check(drawing: &str, expected: &[&str]) {
        assert_eq!(problems(&graph(drawing)), expected, "{drawing}");
    }

    #[test]
    fn the_intended_dependencies_are_allowed() {
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
             python -> voice
             cli -> arena
             cli -> voice
             cli -> server
             xtask",
            &[],
        );
    }

    #[test]
    fn an_upward_dependency_is_refused() {
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
    fn a_crate_without_a_row_is_refused() {
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
            &["bots -> record -> engine -> bots is a cycle: remove one of these dependencies"],
        );
        check("engine ~> engine", &["engine -> engine is a cycle: remove one of these dependencies"]);
    }

    #[test]
    fn a_diamond_is_not_a_cycle() {
        check(
            "bots -> engine
             bots -> record
             record -> engine",
            &[],
        );
    }

    #[test]
    fn the_table_is_complete_and_has_no_cycle() {
        let rows = MAY_USE.iter().flat_map(|(from, to)| to.iter().map(move |to| format!("{from} -> {to}\n")));
        check(&rows.collect::<String>(), &[]);
    }

    #[test]
    fn the_workspace_is_read_with_short_names() {
        let graph = workspace_graph().unwrap();
        assert!(graph.contains_key("engine") && graph.contains_key("xtask"));
        assert!(graph["record"].iter().any(|dependency| dependency.to == "engine" && !dependency.is_dev));
    }
}
