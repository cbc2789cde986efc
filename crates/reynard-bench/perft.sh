#!/bin/sh
# Compares our methods, in the plain build, with cozy-chess built for this processor and with our
# own build for this processor. Arguments go to perft-compare (--rounds N, --shallow PLIES, --cpu, --json).
set -eu
cd "$(dirname "$0")/../.."
target=${CARGO_TARGET_DIR:-target}
cargo build --release -p reynard-bench
RUSTFLAGS="-C target-cpu=native" cargo build --release -p reynard-bench --target-dir "$target/native"
plain=$target/release/perft-run
native=$target/native/release/perft-run
auto=$("$plain" avx512 1 "8/8/8/8/8/8/8/K1k5 w - - 0 1" >/dev/null 2>&1 && echo "$plain=avx512" || true)
avx2=$("$plain" avx2 1 "8/8/8/8/8/8/8/K1k5 w - - 0 1" >/dev/null 2>&1 && echo "$plain=avx2" || true)
exec "$target/release/perft-compare" "$@" \
    "$native=cozy" $auto $avx2 "$plain=portable" "$plain=list" "$native=auto"
