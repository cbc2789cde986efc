//! The files of the page, as they are built on this machine.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::strip::without_custom_sections;

/// The target of the file for the page, without threads.
const PAGE_TARGET: &str = "wasm32-unknown-unknown";
/// The target of the engine with threads.
const THREADS_TARGET: &str = "wasm32-wasip1-threads";

/// Names of files and folders of `web` that are no part of the page.
const LEFT_OUT: [&str; 6] =
    ["e2e", "node_modules", "package-lock.json", "package.json", "test", "tsconfig.json"];

/// The network, which is in the program already: it is named in `build.json`, and not packed.
const NETWORK: &str = "wasm/default.rnn";

/// Level of the compression, the highest: it takes two seconds.
const LEVEL: i32 = 22;

/// Endings of files that are no part of the page.
const LEFT_OUT_ENDINGS: [&str; 3] = [".d.ts", ".map", ".md"];

/// The files by the names under which they are served.
type Files = BTreeMap<String, PathBuf>;

/// Writes the table of files to `OUT_DIR/files.rs`.
pub(crate) fn build() {
    let crate_folder = PathBuf::from(variable("CARGO_MANIFEST_DIR"));
    let out = PathBuf::from(variable("OUT_DIR"));
    let sources = crate_folder.join("../..");
    println!("cargo::rerun-if-env-changed=DOCS_RS");
    let files = if env::var_os("DOCS_RS").is_some() {
        Files::new()
    } else if sources.join("crates/reynard-wasm/Cargo.toml").is_file()
        && sources.join("web/index.html").is_file()
    {
        from_sources(&sources, &out)
    } else {
        let dist = crate_folder.join("dist");
        assert!(
            dist.join("index.html").is_file(),
            "there are neither sources nor built files of the page"
        );
        let mut files = Files::new();
        collect(&dist, "", &mut files);
        files
    };
    write_table(&files, &out);
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Builds the page from the sources of the workspace.
fn from_sources(sources: &Path, out: &Path) -> Files {
    for path in [
        "web",
        "crates/reynard-wasm",
        "crates/reynard-analysis/src",
        "crates/reynard-engine",
        "crates/reynard-learn/src",
        "crates/reynard-pgn",
        "crates/reynard-nnue",
        "crates/reynard-print/src",
        "crates/reynard-uci",
        "crates/reynard-book",
        "crates/reynard/src",
        "Cargo.lock",
        "Cargo.toml",
    ] {
        println!("cargo::rerun-if-changed={}", sources.join(path).display());
    }
    let mut files = Files::new();
    collect(&sources.join("web"), "", &mut files);
    files.insert(NETWORK.into(), sources.join("crates/reynard-nnue/nets/default.rnn"));
    // target/debug/build/reynard-web-0123/out: four folders below the target folder.
    let target = out.ancestors().nth(4).unwrap_or(out).join("page");

    need_target(PAGE_TARGET).unwrap_or_else(|reason| panic!("{reason}"));
    let built = cargo_build(sources, &target, PAGE_TARGET, &["-p", "reynard-wasm", "--lib"]);
    built.unwrap_or_else(|reason| panic!("{reason}"));
    let wasm = target.join(PAGE_TARGET).join("wasm/reynard_wasm.wasm");
    let bound = bind(&wasm, &out.join("wasm"), Glue::Module);
    for name in ["reynard.js", "reynard.d.ts", "reynard_bg.wasm", "reynard_bg.wasm.d.ts"] {
        files.insert(format!("wasm/{name}"), bound.join(name));
    }
    // Workers of the single file load no modules.
    let classic = bind(&wasm, &out.join("classic"), Glue::Script);
    let same =
        ["wasm", "classic"].map(|folder| fs::read(out.join(folder).join("reynard_bg.wasm")).ok());
    assert!(same[0] == same[1], "the two scripts need different WebAssembly files");
    files.insert("wasm/reynard-classic.js".into(), classic.join("reynard.js"));

    let threads = need_target(THREADS_TARGET).and_then(|()| {
        cargo_build(
            sources,
            &target,
            THREADS_TARGET,
            &[
                "-p",
                "reynard-engine",
                "--example",
                "uci_engine",
                "--no-default-features",
                "--features",
                "session,threads",
            ],
        )
    });
    match threads {
        Ok(()) => {
            let wasm = target.join(THREADS_TARGET).join("wasm/examples/uci_engine.wasm");
            let stripped = out.join("reynard-threads.wasm");
            let bytes =
                fs::read(&wasm).unwrap_or_else(|error| panic!("{}: {error}", wasm.display()));
            let bytes = without_custom_sections(&bytes).expect("rustc writes whole sections");
            fs::write(&stripped, bytes).unwrap_or_else(|error| panic!("{error}"));
            files.insert("wasm/reynard-threads.wasm".into(), stripped);
        }
        Err(reason) => println!("cargo::warning=the page has no engine with threads: {reason}"),
    }
    let described = out.join("build.json");
    fs::write(&described, description(&files)).unwrap_or_else(|error| panic!("{error}"));
    files.insert("build.json".into(), described);
    files
}

/// Kind of JavaScript around a WebAssembly file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Glue {
    /// A module.
    Module,
    /// A script that defines `wasm_bindgen`.
    Script,
}

/// Makes the JavaScript around a WebAssembly file, in a folder.
fn bind(wasm: &Path, folder: &Path, glue: Glue) -> PathBuf {
    // What an earlier version of it has left there; mostly there is nothing.
    let _ = fs::remove_dir_all(folder);
    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    bindgen.input_path(wasm).out_name("reynard").typescript(true).omit_default_module_path(true);
    bindgen.remove_name_section(true).remove_producers_section(true);
    let chosen = if glue == Glue::Module { bindgen.web(true) } else { bindgen.no_modules(true) };
    chosen
        .and_then(|bindgen| bindgen.generate(folder))
        .unwrap_or_else(|error| panic!("wasm-bindgen: {error:?}"));
    folder.to_owned()
}

/// Makes sure that the standard library of a target is there.
fn need_target(target: &str) -> Result<(), String> {
    let rustc = variable("RUSTC");
    let printed = Command::new(&rustc).args(["--print", "sysroot"]).output();
    let printed = printed.map_err(|error| format!("{rustc}: {error}"))?;
    let library = PathBuf::from(String::from_utf8_lossy(&printed.stdout).trim())
        .join("lib/rustlib")
        .join(target)
        .join("lib");
    if library.is_dir() {
        return Ok(());
    }
    let added = Command::new("rustup").args(["target", "add", target]).output();
    match added {
        Ok(output) if output.status.success() && library.is_dir() => Ok(()),
        _ => {
            Err(format!("the target {target} is missing: `rustup target add {target}` installs it"))
        }
    }
}

/// Variables of a build for this machine, and of a run of clippy.
const HOST_ONLY: [&str; 7] = [
    "CARGO_BUILD_TARGET",
    "CARGO_ENCODED_RUSTFLAGS",
    "CARGO_TARGET_DIR",
    "CLIPPY_ARGS",
    "RUSTC_WORKSPACE_WRAPPER",
    "RUSTC_WRAPPER",
    "RUSTFLAGS",
];

/// Builds a part of the workspace for WebAssembly.
fn cargo_build(sources: &Path, folder: &Path, target: &str, what: &[&str]) -> Result<(), String> {
    let mut cargo = Command::new(variable("CARGO"));
    cargo.current_dir(sources);
    // Flags of this build are for this machine.
    for (name, _) in env::vars_os() {
        let name = name.to_string_lossy().into_owned();
        let is_flag = name.starts_with("CARGO_PROFILE_")
            || name.starts_with("CARGO_FEATURE_")
            || name.starts_with("CARGO_CFG_");
        if is_flag || HOST_ONLY.contains(&&*name) {
            cargo.env_remove(name);
        }
    }
    cargo
        .env("CARGO_ENCODED_RUSTFLAGS", flags(sources))
        .args(["build", "--quiet", "--profile", "wasm", "--target", target, "--target-dir"])
        .arg(folder);
    let output = cargo.args(what).output().map_err(|error| format!("cargo: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("cargo build for {target} failed:\n{}", String::from_utf8_lossy(&output.stderr)))
}

/// Returns the flags of the compiler, in the form of `CARGO_ENCODED_RUSTFLAGS`.
///
/// The network is twice as fast with vectors, which all browsers have since 2023. Messages of
/// panics name source files: without the folders of this machine, the files of the page are the
/// same on every one.
fn flags(sources: &Path) -> OsString {
    let mut flags = OsString::from("-Ctarget-feature=+simd128");
    let home = if cfg!(windows) { "USERPROFILE" } else { "HOME" };
    let cargo_home = env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(PathBuf::from(env::var_os(home)?).join(".cargo")));
    let sources = fs::canonicalize(sources).ok();
    for (folder, name) in [(cargo_home, "/cargo"), (sources, "/reynard")] {
        if let Some(folder) = folder {
            flags.push("\x1f--remap-path-prefix=");
            flags.push(folder);
            flags.push("=");
            flags.push(name);
        }
    }
    flags
}

/// Adds the files of a folder and of those below it.
fn collect(folder: &Path, prefix: &str, files: &mut Files) {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries.map_while(Result::ok) {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_left_out = name.starts_with('.')
            || prefix.is_empty() && LEFT_OUT.contains(&&*name)
            || prefix != "wasm/" && LEFT_OUT_ENDINGS.iter().any(|ending| name.ends_with(ending));
        if is_left_out {
            continue;
        }
        let path = entry.path();
        if path.is_dir() {
            collect(&path, &format!("{prefix}{name}/"), files);
        } else {
            files.insert(format!("{prefix}{name}"), path);
        }
    }
}

/// Returns `build.json`: the version, a hash of all files, and their names, for the service worker.
fn description(files: &Files) -> String {
    let mut hasher = DefaultHasher::new();
    for (name, path) in files {
        let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        hasher.write(name.as_bytes());
        hasher.write_usize(bytes.len());
        hasher.write(&bytes);
    }
    let served: Vec<&String> = files.keys().filter(|name| !name.ends_with(".d.ts")).collect();
    let threads = files.contains_key("wasm/reynard-threads.wasm");
    format!(
        "{{\"version\":\"{}\",\"build\":\"{:016x}\",\"threads\":{threads},\"files\":{served:?}}}\n",
        variable("CARGO_PKG_VERSION"),
        hasher.finish()
    )
}

/// Packs the files, and writes the table of them.
fn write_table(files: &Files, out: &Path) {
    let mut table = String::from("[\n");
    let mut bytes = Vec::new();
    for (name, path) in files.iter().filter(|(name, _)| *name != NETWORK) {
        let file = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        // Writing to a string cannot fail.
        let _ = writeln!(table, "    ({name:?}, {}),", file.len());
        bytes.extend(file);
    }
    table.push_str("]\n");
    let packed = zstd::bulk::compress(&bytes, LEVEL).unwrap_or_else(|error| panic!("{error}"));
    for (name, content) in [("files.rs", table.as_bytes()), ("files.zst", &packed)] {
        let path = out.join(name);
        fs::write(&path, content).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
}
