#!/bin/sh
# Compares ways to count, in this order: our kernels in the plain build with cozy-chess built for this
# processor; the public generator with cozy-chess, both built for this processor and both plain; the same
# with every leaf played, one ply shallower. Arguments go to perft-compare (--rounds N, --cpu, --json).
set -eu
cd "$(dirname "$0")/../.."
target=${CARGO_TARGET_DIR:-target}
cargo build --profile bench -p reynard-bench
RUSTFLAGS="-C target-cpu=native" cargo build --profile bench -p reynard-bench --target-dir "$target/native"
plain=$target/release/perft-run
native=$target/native/release/perft-run
compare=$target/release/perft-compare

# supported METHOD: the run of a method in the plain build, if this processor can do it.
supported() {
    "$plain" "$1" 1 "8/8/8/8/8/8/8/K1k5 w - - 0 1" >/dev/null 2>&1 && echo "$plain=$1" || true
}

echo "== kernels, the first against the others"
"$compare" "$@" "$native=cozy" $(supported avx512) $(supported avx2) "$plain=portable" "$native=auto"
echo "== public generator, built for this processor"
"$compare" --shallow 1 "$@" "$native=cozy" "$native=list"
echo "== public generator, plain build"
"$compare" --shallow 1 "$@" "$plain=cozy" "$plain=list"
echo "== public generator, every leaf played, built for this processor"
"$compare" --shallow 2 "$@" "$native=cozy-full" "$native=full"
