//! Builds the page: compiles it to WebAssembly, generates bindings, and compresses the files that the server
//! embeds.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use cargo_metadata::MetadataCommand;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use wasm_bindgen_cli_support::Bindgen;

use crate::{shell, tools};

/// The page's handwritten files.
const PAGE: &str = "crates/web/page";
/// The output folder, which the server embeds.
const DIST: &str = "crates/web/dist";
/// The page's network, loaded only by visitors who need it.
const NETWORK: &str = "crates/bots/nets/small.safetensors";
/// The maximum compressed size of a visit, in bytes.
const MAX_BYTES: u64 = 900_000;

/// How the page is compiled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Build {
    /// Small, for release.
    Small,
    /// Compiled fast, for development.
    Quick,
}

impl Build {
    /// The cargo profile.
    const fn profile(self) -> &'static str {
        match self {
            Build::Small => "web",
            Build::Quick => "web-quick",
        }
    }
}

/// Makes sure that the folder of the page exists. A server compiled without it never finds a page, even one
/// built later.
pub(crate) fn make_folder() -> Result<&'static Path> {
    fs::create_dir_all(DIST).with_context(|| format!("cannot create {DIST}"))?;
    Ok(Path::new(DIST))
}

/// Builds the page.
pub(crate) fn build(build: Build) -> Result<()> {
    tools::need_wasm_target()?;
    let profile = build.profile();
    let order =
        format!("build -p mergemaker-web --bin mergemaker-web --target {} --profile {profile}", tools::WASM);
    shell::run(&mut shell::cargo(&order), "fix the errors above")?;
    let metadata = MetadataCommand::new().no_deps().exec().context("cargo cannot read the workspace")?;
    let compiled = metadata.target_directory.join(tools::WASM).join(profile).join("mergemaker-web.wasm");

    let dist = make_folder()?;
    for file in files(dist)? {
        fs::remove_file(file).context("cannot clear the page's folder")?;
    }
    let mut bindgen = Bindgen::new();
    bindgen.input_path(&compiled).out_name("app").typescript(false).omit_default_module_path(true);
    // Function names make up a sixth of the size and are only useful for development.
    bindgen.remove_name_section(build == Build::Small);
    bindgen
        .web(true)
        .and_then(|bindgen| bindgen.generate(dist))
        .map_err(|error| anyhow!("cannot generate the page's bindings: {error:#}"))?;
    for file in files(Path::new(PAGE))? {
        fs::copy(&file, dist.join(file.file_name().context("a file has a name")?))?;
    }
    fs::copy(NETWORK, dist.join("small.safetensors")).context("cannot copy the page's network")?;
    // One stylesheet loads faster than several.
    let mut styles = String::new();
    for file in files(&Path::new(PAGE).join("style"))? {
        styles += &fs::read_to_string(file)?;
    }
    fs::write(dist.join("style.css"), styles)?;
    name_version(dist)?;
    if build == Build::Quick {
        return Ok(());
    }
    let bytes = pack(dist)?;
    println!("the page is {} KB compressed", bytes.div_ceil(1_000));
    ensure!(bytes <= MAX_BYTES, "the page has {bytes} bytes compressed: the limit is {MAX_BYTES}");
    Ok(())
}

/// Builds everything and starts the server, for people who want to play.
pub(crate) fn play(words: &[&str]) -> Result<()> {
    build(Build::Small)?;
    let order = format!("run -p mergemaker-cli -- serve --open {}", words.join(" "));
    shell::run(&mut shell::cargo(&order), "see the output above")
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.is_file());
    files.sort();
    Ok(files)
}

/// Replaces `VERSION` in the files by a hash of all of them, so that browsers can cache each file until it
/// changes, and `FILES` and `PAGES` by the lists of them.
fn name_version(dist: &Path) -> Result<()> {
    let mut hash = Sha256::new();
    let files = files(dist)?;
    for file in &files {
        hash.update(fs::read(file)?);
    }
    let version = hash.finalize().iter().take(6).fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
    let version = format!("{version:012x}");
    let list: Vec<String> = files
        .iter()
        .filter_map(|file| file.file_name()?.to_str())
        .filter(|name| !["index.html", "sw.js", "og.png", "small.safetensors"].contains(name))
        .map(|name| format!("\"/{name}?v={version}\""))
        .collect();
    let pages: Vec<String> =
        include_str!("../../crates/web/src/pages.txt").lines().map(|page| format!("{page:?}")).collect();
    let pages = pages.join(", ");
    for file in &files {
        let is_text = file
            .extension()
            .is_some_and(|ending| ["html", "js", "css", "webmanifest"].iter().any(|text| ending == *text));
        if is_text {
            let text = fs::read_to_string(file)?.replace("{{VERSION}}", &version);
            let text = text.replace("\"{{FILES}}\"", &list.join(", ")).replace("\"{{PAGES}}\"", &pages);
            fs::write(file, text)?;
        }
    }
    Ok(())
}

/// Compresses each file with Brotli and gzip. Returns the total size of a visit.
fn pack(dist: &Path) -> Result<u64> {
    let mut sum = 0;
    for file in files(dist)? {
        let bytes = fs::read(&file)?;
        let mut brotli = Vec::new();
        let settings = brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 24, ..Default::default() };
        brotli::BrotliCompress(&mut &bytes[..], &mut brotli, &settings)?;
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        gzip.write_all(&bytes)?;
        let gzip = gzip.finish()?;
        let ending = |ending: &str| {
            let mut name = file.clone().into_os_string();
            name.push(ending);
            name
        };
        if file.extension().is_some_and(|ending| ending == "png") {
            continue;
        }
        if file.extension().is_none_or(|ending| ending != "safetensors") {
            sum += brotli.len() as u64;
        }
        fs::write(ending(".br"), brotli)?;
        fs::write(ending(".gz"), gzip)?;
    }
    Ok(sum)
}
