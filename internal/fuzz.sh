#!/usr/bin/env bash
# Runs every fuzz target of the module for the time given, one after the other.
set -euo pipefail
cd "$(dirname "$0")/.."
time="${1:-10s}"
for pkg in $(go list ./...); do
  for target in $(go test "$pkg" -list '^Fuzz' 2>/dev/null | grep '^Fuzz' || true); do
    case " ${FUZZSKIP:-} " in *" $target "*) continue ;; esac
    echo "fuzz $pkg $target $time"
    go test "$pkg" -run '^$' -fuzz "^$target\$" -fuzztime "$time" -fuzzminimizetime 20x -parallel 2
  done
done
