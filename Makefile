# On Debian and Ubuntu, run and test install the system packages that are missing; see scripts/need.sh.

# Only make build puts version control data in the binary; git refuses it in a clone of another user's.
export GOFLAGS := $(GOFLAGS) -buildvcs=false

# What windows are not part of, and what of it has goroutines, for the race detector; make test-long lets it see all.
CORE  = ./netsim/... ./netsync ./game ./scenario ./session ./capture ./profile
RACE  = ./netsim/... ./scenario ./session ./lab ./internal/...
CROSS = windows/amd64 darwin/arm64 linux/386 js/wasm

STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2

.NOTPARALLEL:
.PHONY: help run test test-long build fmt vet lint race cross link arches fuzz bench screenshot gallery fidelity profile web clean

# How long make fuzz runs each target, and how often with damaged inputs; a part of the names of those that it runs.
FUZZTIME ?= 10s
DAMAGED  ?= 100000
FUZZ     ?=

help:
	@echo 'make run         open the window; without a display: the experiment and a picture of the window'
	@echo 'make test        gofmt, go vet, cross-builds, race detector, all tests'
	@echo 'make test-long   what make test samples, all of it: every fault, thousands of sessions, fuzzing, soaks'
	@echo 'make build       ./driftlab'
	@echo 'make fmt vet lint race cross link    one part of the checks (lint is staticcheck)'
	@echo 'make arches      the golden tests on every architecture that this machine can run'
	@echo 'make fuzz        every fuzz target for FUZZTIME=10s, and DAMAGED=100000 times; FUZZ=name for some'
	@echo 'make bench       all benchmarks'
	@echo 'make screenshot  docs/first.png anew'
	@echo 'make gallery     docs/gallery/ anew: a picture of every state of the window, to be looked at'
	@echo 'make fidelity    tc netem measured anew, and docs/fidelity/ (10 minutes)'
	@echo 'make profile     scripts/driftlab.pgo: by benchmarks, where the program spends its time, for the compiler (3 minutes)'
	@echo 'make web         dist/web: the program as a page, for any static host'
	@echo 'make clean       remove what was built'

run: build
	@scripts/run.sh

web:
	@scripts/need.sh go
	@scripts/web.sh

# Of each property make test tries so many examples, other ones each time, and make test-long so many.
CHECKS      ?= 25
CHECKS_LONG ?= 1000

test: fmt vet cross race
	@scripts/need.sh window
	@scripts/need.sh drive || echo 'The test that drives the window will be skipped.'
	@scripts/need.sh shells || echo 'The completions of shells that are missing will not be tested.'
	@scripts/need.sh browsers || echo 'The page will not be tested in browsers that are missing.'
	@echo 'go test ./...'
	@RAPID_CHECKS=$(CHECKS) scripts/display.sh go test -timeout 30m ./ui ./... # what takes longest begins first

test-long: RACE = ./...
test-long: CROSS += linux/arm64
test-long: fmt vet cross link race fuzz
	@scripts/need.sh drive || echo 'The test that drives the window will be skipped.'
	@scripts/need.sh shells || echo 'The completions of shells that are missing will not be tested.'
	@scripts/need.sh browsers || echo 'The page will not be tested in browsers that are missing.'
	@echo 'DRIFTLAB_LONG=1 go test ./...'
	@DRIFTLAB_LONG=1 RAPID_CHECKS=$(CHECKS_LONG) scripts/display.sh go test -count=1 -timeout 10h ./ui ./...

# The profile is not default.pgo beside main.go: there each go build, go vet and go test of main would compile every package a
# second time with it.
build:
	@scripts/need.sh go
	@go build -pgo=scripts/driftlab.pgo $$(git status >/dev/null 2>&1 && echo -buildvcs=auto) -o "driftlab$$(go env GOEXE)" .

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
		RAPID_CHECKS=$(CHECKS) scripts/display.sh go test -race -short -timeout 5h $(RACE); \
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
	@echo 'go vet for linux/386: $(CORE)'
	@CGO_ENABLED=0 GOOS=linux GOARCH=386 go vet $(CORE)

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
	@scripts/display.sh go test -run '^$$' -bench . -benchtime=3s ./session ./netsim ./netsync ./game ./capture ./ui/...

screenshot: build
	@scripts/need.sh window
	@scripts/display.sh ./driftlab -screenshot docs/first.png -after 6.45s

gallery:
	@scripts/need.sh go
	@scripts/need.sh window
	@mkdir -p docs/gallery
	@scripts/display.sh go test -count=1 -timeout 30m -run '^TestGallery$$' ./ui -gallery "$$PWD/docs/gallery"

fidelity:
	@scripts/fidelity.sh

profile:
	@scripts/profile.sh

clean:
	@rm -rf driftlab driftlab.exe out
