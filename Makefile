# The targets that developers and CI use. `make check` is what CI runs.
GO ?= go

.PHONY: build test lint check bench fuzz docs cases

build:
	$(GO) build -trimpath -o bin/ ./cmd/...

test:
	$(GO) test ./...

lint:
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { gofmt -l $$(git ls-files '*.go'); echo "run gofmt -w on these files"; exit 1; }
	$(GO) vet ./...
	$(GO) tool staticcheck ./...

# What is generated from the rules and the commands; CI fails when it is stale.
docs:
	$(GO) run ./cmd/kartalint rules --format markdown > docs/rules.md
	$(GO) test ./cmd/kartalint -run TestCommandsDocumented -update

# The shared cases, where they are there.
cases:
	$(GO) test ./rules/all -run 'TestSharedCases|TestReferenceCatalog' -count=1

check:
	./.ci/run

bench:
	$(GO) run ./internal/bench

# Each target for a minute; CI takes a few seconds each.
FUZZTIME ?= 1m
fuzz:
	./internal/fuzz.sh $(FUZZTIME)
	KARTALINT_SOUND_PAIRS=200000 $(GO) test ./analyzer -run TestSoundness -count=1 -v
