# On Debian and Ubuntu, run and test install the system packages that are missing; see scripts/need.sh.

# Only make build puts version control data into the binary; git refuses it in another user's clone.
export GOFLAGS := $(GOFLAGS) -buildvcs=false

# The race detector checks these for every change: small packages, and those that start goroutines.
# make test-long has it check all.
RACE  = ./netsim/... ./game/scenario ./game/capture ./game/profile ./internal/...
CROSS = windows/amd64 darwin/arm64 linux/386 linux/arm64 js/wasm

# Packages that open windows and browsers: scripts/steady.sh runs them most often.
WINDOWED = ./ui/... ./ui/web .

STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2

.NOTPARALLEL:
.PHONY: help run check test test-long tools unit windows hooks build compile fmt vet lint race cross link arches wine fresh fuzz slurm bench bench-compare pictures gallery fidelity profile web release clean

# How long make fuzz runs each target, how often with damaged inputs, and part of the names of the targets.
FUZZTIME ?= 10s
DAMAGED  ?= 100000
FUZZ     ?=

help:
	@echo 'make run         open the window; without a display: the experiment and a picture of the window'
	@echo 'make check       gofmt, go vet, build and the tests that need no window: for every commit (a minute)'
	@echo 'make test        that, the page for js/wasm, the race detector, and all tests, sampled: what CI runs (minutes)'
	@echo 'make test-long   what make test samples, all of it: every fault, thousands of sessions, fuzzing, soaks'
	@echo 'make hooks       have git run gofmt, go vet and a build before each commit'
	@echo 'make build       ./driftlab'
	@echo 'make fmt vet lint race cross link    one part of the checks (lint is staticcheck)'
	@echo 'make arches      the golden tests on every architecture that this machine can run'
	@echo 'make wine        the program for Windows, under Wine in a folder of its own (root, debootstrap, 1.5 GB); ZIP=FILE of a release'
	@echo 'make fresh       the tarball and the .deb of make release, used in a fresh Debian (root, debootstrap, 1 GB)'
	@echo 'make fuzz        every fuzz target for FUZZTIME=10s, and DAMAGED=100000 times; FUZZ=name for some'
	@echo 'make slurm       a sweep as a job array of Slurm, on this machine alone, compared with one without (a minute)'
	@echo 'make bench       all benchmarks'
	@echo 'make bench-compare BASE=REV    the simulation in turns with another revision of it: ratios (half an hour)'
	@echo 'make gallery     out/gallery: a picture of every state of the window, to be looked at'
	@echo 'make pictures    docs/pictures, the pictures of README and docs, anew: once a release'
	@echo 'make fidelity    tc netem measured anew, and docs/fidelity/ (10 minutes)'
	@echo 'make profile     scripts/driftlab.pgo: by benchmarks, where the program spends its time, for the compiler (3 minutes)'
	@echo 'make web         ui/web/dist: the program as a page, for any static host'
	@echo 'make release     dist/release: what people download, built twice and compared (half an hour)'
	@echo 'make clean       remove what was built'

run:
	@scripts/need.sh go
	@scripts/run.sh $(MAKE)

web:
	@scripts/need.sh go
	@scripts/web.sh $(WEB)

# For example RELEASE='-only linux/amd64 -draft'; and what packages say about the project, left out if empty.
RELEASE     ?=
HOMEPAGE    ?=
SCREENSHOTS ?=
release:
	@scripts/need.sh go
	@go run ./scripts/release -homepage '$(HOMEPAGE)' -screenshots '$(SCREENSHOTS)' $(RELEASE)

# How many examples of each property make test tries, chosen by the commit's hash, and how many make test-long tries.
CHECKS      ?= 25
CHECKS_LONG ?= 1000
RAPID_SEED  ?= $(shell scripts/seed.sh)
export RAPID_SEED

# make vet has checked everything already, so go test doesn't (-vet=off).
# For go test in every tier, such as TESTFLAGS=-count=1; and a program that runs test programs, such as one that measures them.
TESTFLAGS ?=
EXEC      ?=

check: fmt vet compile
	@echo 'go test -short ./...'
	@unset DISPLAY; RAPID_CHECKS=$(CHECKS) go test -vet=off -short $(TESTFLAGS) ./...

# The tests of ./ui/web compile for js/wasm, as the page is compiled; test-long compiles for all systems.
test: fmt vet race unit

tools:
	@scripts/need.sh window
	@scripts/need.sh drive || echo 'The tests that drive the window will be skipped.'
	@scripts/need.sh shells || echo 'The completions of shells that are missing will not be tested.'
	@scripts/need.sh languages || echo 'Guests and ports in languages that are missing will not be tested.'
	@scripts/need.sh browsers || echo 'The page will not be tested in browsers that are missing.'

unit: tools
	@echo 'go test ./...'
	@RAPID_CHECKS=$(CHECKS) scripts/display.sh go test -vet=off -timeout 30m $(if $(EXEC),-exec '$(EXEC)') $(TESTFLAGS) ./ui/web ./ui ./... # the slowest start first

windows:
	@scripts/need.sh window
	@scripts/need.sh drive
	@scripts/need.sh browsers
	@echo 'go test $(WINDOWED)'
	@RAPID_CHECKS=$(CHECKS) scripts/display.sh go test -timeout 30m $(TESTFLAGS) $(WINDOWED)

test-long: RACE = ./...
test-long: fmt vet cross link race arches fuzz slurm tools
	@echo 'DRIFTLAB_LONG=1 go test ./...'
	@DRIFTLAB_LONG=1 RAPID_CHECKS=$(CHECKS_LONG) scripts/display.sh go test -count=1 -timeout 10h ./ui ./...

# Without Wine it says so in one line.
ZIP ?=
wine:
	@scripts/wine.sh $(ZIP) || [ $$? = 2 ]

# Without Debian it says so in one line.
fresh:
	@scripts/fresh.sh || [ $$? = 2 ]

# Without Slurm, or if only root may run it, it says so in one line.
slurm:
	@scripts/slurm.sh || [ $$? = 2 ]

hooks:
	@ln -sf "$$(git rev-parse --show-toplevel)/scripts/hooks/pre-commit" "$$(git rev-parse --git-path hooks/pre-commit)"
	@echo 'gofmt, go vet and a build run before each commit now'

build:
	@scripts/need.sh go
	@scripts/counted.sh "$$PWD/out/_counted" # ./... skips folders that begin with _
	@[ -e "driftlab$$(go env GOEXE)" ] || echo 'Compiling: the first time this takes some minutes.'
	@go build -overlay=out/_counted/overlay.json -pgo=scripts/driftlab.pgo $$(git status >/dev/null 2>&1 && echo -buildvcs=auto) -o "driftlab$$(go env GOEXE)" .

compile:
	@scripts/need.sh go
	@echo 'go build ./...'
	@go build ./...

fmt:
	@scripts/need.sh go
	@echo 'gofmt -l .'
	@files=$$(gofmt -l .) && if [ -n "$$files" ]; then echo "not formatted, gofmt -w them:" $$files; exit 1; fi

vet:
	@scripts/need.sh go
	@echo 'go vet ./...'
	@go vet ./...

lint:
	@scripts/need.sh go
	go run $(STATICCHECK) ./...

race:
	@scripts/need.sh go
	@scripts/need.sh window
	@if [ "$$(go env CGO_ENABLED)" = 1 ]; then echo 'go test -race -short $(RACE)'; \
		RAPID_CHECKS=$(CHECKS) scripts/display.sh go test -vet=off -race -short -timeout 5h $(TESTFLAGS) $(RACE); \
	else echo 'race detector: skipped, it needs a C compiler'; fi

# for-each-target COMMAND runs it for every system and architecture.
define for-each-target
	@for target in $(CROSS); do \
		echo "$(1) for $$target"; \
		CGO_ENABLED=0 GOOS=$${target%/*} GOARCH=$${target#*/} $(1) || exit 1; \
	done
endef

cross:
	@scripts/need.sh go
	$(call for-each-target,go build ./...)

link:
	@scripts/need.sh go
	$(call for-each-target,go build -o /dev/null .)

arches:
	@scripts/arches.sh

fuzz:
	@scripts/fuzz.sh '$(FUZZTIME)' '$(DAMAGED)' '$(FUZZ)'

bench:
	@scripts/need.sh go
	@scripts/need.sh window
	@scripts/display.sh go test -run '^$$' -bench . -benchtime=3s ./game/session ./netsim ./netsync/... ./game ./game/capture ./ui/...

# Part of the names of the benchmarks, and how often each runs.
ONLY  ?=
TURNS ?= 10
bench-compare:
	@scripts/need.sh go
	@go run ./scripts/compare -base '$(BASE)' -turns '$(TURNS)' -only '$(ONLY)'

pictures:
	@scripts/need.sh go
	@scripts/pictures.sh

gallery:
	@scripts/need.sh go
	@scripts/need.sh window
	@mkdir -p out/gallery
	@scripts/display.sh go test -count=1 -timeout 30m -run '^TestGallery$$' ./ui -gallery "$$PWD/out/gallery"

fidelity:
	@scripts/fidelity.sh

profile:
	@scripts/profile.sh

clean:
	@rm -rf driftlab driftlab.exe out
