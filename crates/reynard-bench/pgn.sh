#!/bin/sh
# Times the reader of PGN: pgn.sh FILE.pgn [arguments for the program `pgn`].
# The file is repeated to 250 MB at least and, where zstd is installed, packed in frames of 4 MB.
# pgn-extract is timed in the same run where it is installed.
set -eu
file=$1
shift
cd "$(dirname "$0")/../.."
cargo build --profile bench -p reynard-bench --bin pgn
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
large=$scratch/games.pgn
size=0
while [ "$size" -lt 250000000 ]; do
    cat "$file" >>"$large"
    size=$(wc -c <"$large")
done
packed=
if command -v zstd >/dev/null; then
    packed=$large.zst
    split -b 4M --filter='zstd -q -c' "$large" >"$packed"
fi
PATH=$PATH:/usr/games
"${CARGO_TARGET_DIR:-target}/release/pgn" "$@" "$large" ${packed:+"$packed"}
