#!/usr/bin/env bash
# Runs the browser test. Debian's Chromium is installed where it is missing and may be; where the browser or the driver's
# modules cannot be had, one line says so and nothing fails.
set -euo pipefail
cd "$(dirname "$0")"

browser() { command -v chromium || command -v chromium-browser || command -v google-chrome; }

if ! browser > /dev/null && [ "$(id -u)" -eq 0 ] && command -v apt-get > /dev/null; then
  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium fonts-dejavu-core; } > /tmp/kartalint-chromium.log 2>&1 ||
    tail -1 /tmp/kartalint-chromium.log
fi
if ! browser > /dev/null; then echo "skipped: no Chromium, and none can be installed here"; exit 0; fi
if ! go mod download 2> /tmp/kartalint-browser-modules.log; then echo "skipped: the driver's modules cannot be had: $(tail -1 /tmp/kartalint-browser-modules.log)"; exit 0; fi

go vet ./...
go test -count=1 -v ./... | grep -Ev '^(=== |    --- PASS)'
