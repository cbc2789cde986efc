# Shared by the scripts of this folder, which source it; it leaves them in the root of the repository. With --help a script prints
# the comment at its top.
set -euo pipefail
case ${1-} in
    -h | --help)
        sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
        exit
        ;;
esac
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
export PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"

# Artifacts of a release, and what they are made of.
dist=${REYNARD_DIST:-$root/dist}
built=${CARGO_TARGET_DIR:-target}
[[ $built == /* ]] || built=$root/$built
# Files of the page: for the single file, the npm package, the crate and the demo.
site=$built/reynard-page

note() { printf '\n== %s\n' "$*"; }
# skip REASON: says what this machine cannot do. A rehearsal of a release lists these lines at its end, from a file.
skip() {
    printf '   skipped: %s\n' "$*"
    [ -z "${REYNARD_SKIPPED:-}" ] || printf '%s\n' "$*" >>"$REYNARD_SKIPPED"
}
fail() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; exit 1; }

# The binaries of a release.
# shellcheck disable=SC2034 # The scripts that source this file use it.
binaries=(reynard reynard-lab)

# The version of the workspace.
version() { sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1; }

# The address of the repository, a placeholder until there is a public one.
repository() { sed -n 's/^repository = "\(.*\)"$/\1/p' Cargo.toml; }

# The crates that are published, one a line.
published() {
    local manifest
    for manifest in crates/*/Cargo.toml; do
        grep -q '^publish = false' "$manifest" || basename "$(dirname "$manifest")"
    done
}

# Those of them that are libraries; the others are the binaries.
libraries() { published | grep -vx 'reynard-cli\|reynard-lab'; }

# Time stamps in artifacts: those of the last commit, so that two builds of it are equal.
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}

# known_target NAME: ends the script unless the compiler knows the target: a mistyped one is an error, not one that is missing here.
known_target() {
    grep -qxF -- "$1" <<<"$(rustc --print target-list)" || fail "there is no target $1 ('rustc --print target-list' has all)"
}

# has_target NAME: whether the standard library of a target is there or can be had.
has_target() {
    [ -d "$(rustc --print sysroot)/lib/rustlib/$1/lib" ] && return 0
    command -v rustup >/dev/null && rustup -q target add "$1" >/dev/null 2>&1
}

# runs_here TARGET: whether binaries of a target run on this machine, under emulation perhaps.
runs_here() { REYNARD_TARGET=$1 "$root/scripts/run-binary" --possible; }

# python_tools PACKAGE..: a virtual environment in the target folder that has them, first in PATH.
python_tools() {
    local tools=$built/release-tools
    [ -d "$tools" ] || python3 -m venv "$tools" >/dev/null 2>&1 || return 1
    # Windows has other names.
    export PATH="$tools/bin:$tools/Scripts:$PATH"
    python -m pip install --quiet "$@" >/dev/null 2>&1
}

# No path of this machine ends up in an artifact: in no Rust crate and in nothing that a C compiler makes.
hide_paths() {
    local home=${CARGO_HOME:-$HOME/.cargo}
    export RUSTFLAGS="${RUSTFLAGS:-} --remap-path-prefix=$home=/cargo --remap-path-prefix=$root=/reynard --remap-path-prefix=$built=/target"
    export CFLAGS="${CFLAGS:-} -ffile-prefix-map=$home=/cargo -ffile-prefix-map=$built=/target"
}
