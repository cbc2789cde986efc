#!/bin/sh
# Installs the binaries reynard and reynard-lab, their manual pages and completions, and checks the sums of what it downloads.
#
#   sh install.sh [--version X.Y.Z] [--prefix DIR] [--from URL|DIR]
#
# --version  release to install; the latest unless given
# --prefix   folder that gets bin/ and share/; ~/.local unless given
# --from     where the archives and SHA256SUMS are, an address or a folder; the release page unless given
set -eu

repository=https://example.org/reynard
version=latest
prefix=${HOME:-}/.local
from=

die() { printf 'install.sh: %s\n' "$*" >&2; exit 1; }
need() { [ $# -ge 2 ] || die "$1 needs a value"; }

while [ $# -gt 0 ]; do
    case $1 in
        --version) need "$@"; version=$2; shift 2 ;;
        --prefix) need "$@"; prefix=$2; shift 2 ;;
        --from) need "$@"; from=$2; shift 2 ;;
        -h | --help) sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 0 ;;
        *) die "unknown option $1; --help lists them" ;;
    esac
done

case $(uname -s)/$(uname -m) in
    Linux/x86_64) target=x86_64-unknown-linux-musl ;;
    Linux/aarch64 | Linux/arm64) target=aarch64-unknown-linux-musl ;;
    Darwin/x86_64) target=x86_64-apple-darwin ;;
    Darwin/arm64) target=aarch64-apple-darwin ;;
    *) die "there is no binary for $(uname -s) on $(uname -m); with Rust, 'cargo install reynard-cli' builds one" ;;
esac
if [ -z "$from" ]; then
    case $version in
        latest) from=$repository/releases/latest/download ;;
        *) from=$repository/releases/download/v$version ;;
    esac
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fetch() {
    case $from in
        http://* | https://*)
            if command -v curl >/dev/null; then
                curl --fail --silent --show-error --location --output "$work/$1" "$from/$1"
            elif command -v wget >/dev/null; then
                wget --quiet --output-document "$work/$1" "$from/$1"
            else
                die "there is neither curl nor wget"
            fi
            ;;
        *) cp "$from/$1" "$work/$1" ;;
    esac || die "cannot get $from/$1"
}

sum() {
    if command -v sha256sum >/dev/null; then
        sha256sum "$1"
    else
        shasum -a 256 "$1"
    fi | cut -d' ' -f1
}

fetch SHA256SUMS
# The list of sums says which version `latest` is.
archive=$(sed -n "s/^[0-9a-f]\{64\}  \(reynard-[^ ]*-$target\.tar\.gz\)\$/\1/p" "$work/SHA256SUMS")
[ "$version" = latest ] || archive=reynard-$version-$target.tar.gz
[ -n "$archive" ] || die "SHA256SUMS lists no archive for $target"
expected=$(sed -n "s/^\([0-9a-f]\{64\}\)  $archive\$/\1/p" "$work/SHA256SUMS")
[ -n "$expected" ] || die "SHA256SUMS does not list $archive"
fetch "$archive"
[ "$(sum "$work/$archive")" = "$expected" ] || die "$archive does not have the sum in SHA256SUMS: nothing was installed"

tar -xzf "$work/$archive" -C "$work"
folder=$work/${archive%.tar.gz}
put() { mkdir -p "$prefix/$2" && cp "$1" "$prefix/$2/$3"; }
for binary in reynard reynard-lab; do
    # Under another name first, so that a running engine is replaced and not overwritten.
    put "$folder/$binary" bin ".$binary.new"
    chmod 755 "$prefix/bin/.$binary.new"
    mv -f "$prefix/bin/.$binary.new" "$prefix/bin/$binary"
    put "$folder/completions/$binary.bash" share/bash-completion/completions "$binary"
    put "$folder/completions/$binary.zsh" share/zsh/site-functions "_$binary"
    put "$folder/completions/$binary.fish" share/fish/vendor_completions.d "$binary.fish"
done
for page in "$folder"/man/*.1; do
    put "$page" share/man/man1 "$(basename "$page")"
done
put "$folder/THIRD-PARTY.txt" share/doc/reynard THIRD-PARTY.txt
put "$folder/LICENSE-MIT" share/doc/reynard LICENSE-MIT
put "$folder/LICENSE-APACHE" share/doc/reynard LICENSE-APACHE

printf '%s is installed in %s\n' "$("$prefix/bin/reynard" --version) with reynard-lab" "$prefix/bin"
case :$PATH: in
    *:"$prefix/bin":*) ;;
    *) printf 'This folder is not in PATH: export PATH="%s/bin:$PATH"\n' "$prefix" ;;
esac
