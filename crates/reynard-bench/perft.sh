#!/bin/sh
# Compares ways to count, in this order: our kernels in the plain build with cozy-chess built for this
# processor; the kernel of AVX2 with cozy-chess built for x86-64-v3, which has AVX2 too; the public
# generator with cozy-chess, both built for this processor and both plain; the same
# with every leaf played, one ply shallower. Arguments go to perft-compare (--rounds N, --cpu, --json).
set -eu
cd "$(dirname "$0")/../.."
target=${CARGO_TARGET_DIR:-target}
# build TARGET_DIR: the two programs.
build() {
    cargo build --profile bench -p reynard-bench --bin perft-run --bin perft-compare --target-dir "$1"
}
build "$target"
RUSTFLAGS="-C target-cpu=native" build "$target/native"
plain=$target/release/perft-run
native=$target/native/release/perft-run
compare=$target/release/perft-compare

# supported METHOD: the run of a method in the plain build, if this processor can do it.
supported() {
    "$plain" "$1" 1 "8/8/8/8/8/8/8/K1k5 w - - 0 1" >/dev/null 2>&1 && echo "$plain=$1" || true
}

echo "== kernels, the first against the others"
"$compare" "$@" "$native=cozy" $(supported avx512) $(supported avx2) "$plain=portable" "$native=auto"
if [ "$(supported avx2)" ]; then
    RUSTFLAGS="-C target-cpu=x86-64-v3" build "$target/v3"
    echo "== kernel of AVX2, cozy-chess built for x86-64-v3"
    "$compare" "$@" "$target/v3/release/perft-run=cozy" "$plain=avx2"
fi
echo "== public generator, built for this processor"
"$compare" --shallow 1 "$@" "$native=cozy" "$native=list"
echo "== public generator, plain build"
"$compare" --shallow 1 "$@" "$plain=cozy" "$plain=list"
echo "== public generator, every leaf played, built for this processor"
"$compare" --shallow 2 "$@" "$native=cozy-full" "$native=full"
