#!/usr/bin/env bash
# Validates a SARIF report of the reference catalog, else of the example, with Microsoft's validator and the rules of GitHub.
# The report is written from a subfolder of a repository. Prints one line and does nothing where npm is not there.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! command -v npm >/dev/null; then echo "skipped: no npm"; exit 0; fi
catalog="${KARTALINT_SHARED:-../shared}/catalog"
[ -d "$catalog" ] || catalog=testdata/example
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/repository/sub"
cp -r "$catalog" "$work/repository/sub/catalog"
git -C "$work/repository" init -q
go build -ldflags "-X main.version=v0.0.1" -o "$work/kartalint" ./cmd/kartalint
(cd "$work/repository/sub" && "$work/kartalint" lint --fail-on never --quiet --report "sarif=$work/report.sarif" catalog)
if grep -o '"uri":"[^"]*"' "$work/report.sarif" | grep -v '^"uri":"sub/catalog/'; then echo "a URI does not start at the repository's root"; exit 1; fi
# The package's own launcher takes the semicolon of --rule-kind for the shell's, so the program that it holds is run.
if ! (cd "$work" && npm install --silent --no-audit --no-fund "@microsoft/sarif-multitool@5.7.0" >/dev/null 2>&1); then echo "skipped: the validator cannot be installed"; exit 0; fi
validator=$(find "$work/node_modules" -name Sarif.Multitool -type f | head -1)
if [ -z "$validator" ]; then echo "skipped: no validator for this machine"; exit 0; fi
chmod +x "$validator"
DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1 "$validator" validate "$work/report.sarif" --rule-kind "Sarif;Ghas" | tee "$work/said"
if grep -E ': (error|warning) ' "$work/said"; then exit 1; fi
