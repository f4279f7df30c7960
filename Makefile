#: gnomon: where the wearer is on Earth, which way they look, and what to draw there.
#:
#:   make run        build, and run the daemon on a simulated walk: a line a second of where the wearer is, until Ctrl-C
#:                   (make run PLAN=stairs SEED=7 takes another walk, SECONDS=20 ends by itself)
#:   make test       build and run every test, optimised
#:   make test-rig   the daemon under systemd on Debian's kernel, in an emulated machine whose sensors play a simulated walk,
#:                   are unplugged, sleep and come back: a table of what was found (about seven minutes; docs/rig.md)
#:   make check      lint, every test, and each reader of foreign bytes under the fuzzer for 20 seconds (scripts/fuzz)
#:   make lint       imports against the manifest, words, format, units, shell scripts
#:   make format     rewrite the sources in the project's format
#:   make manual     write the manual pages, the completions and docs/configuration.md from the programs' tables (docs/manual.md)
#:   make bench      measure what has to be fast; with DATA=FOLDER the accuracy over its recordings too
#:   make check-debian13
#:                   as root: a fresh Debian 13, a clone of the last commit, make run and make test in it, then the packages and
#:                   the tutorial, as printed
#:   make build      the executables, into .build/release
#:   make static     the executables that need no Swift beside them, into .build/static/release
#:   make install    as root, after make static: programs, units, udev rules, configuration; PREFIX=/usr/local, DESTDIR= before
#:                   every path; make uninstall takes them away again
#:   make deb        the Debian packages gnomon and gnomond, into .build/deb; ARCHITECTURE=arm64 on
#:                   another machine (docs/package.md)
#:   make test-package
#:                   as root, after make deb: installs, upgrades, removes and purges them in a minimal system, and in the rig's
#:                   machine with systemd running
#:   make sanitize   as make test, under the address, undefined-behaviour and thread sanitizers, and the C parts under the analyzer
#:                   (over an hour; scripts/sanitize address takes one of them)
#:   make soak HOURS=1
#:                   the daemon among clients that come and go: memory, open files and latencies each minute; fails on a trend
#:   make clean      remove what was built
#:
#: Whatever is missing is installed first from the distribution's archive (scripts/setup says what).
#: A Swift toolchain on PATH, 6.0 or later, is used as it is.
.POSIX:
.PHONY: help run build static install uninstall deb test test-rig test-package bench manual lint format clean check-debian13 \
  sanitize soak check

help:
	@sed -n 's/^#: \{0,1\}//p' Makefile

PLAN = city-blocks
DATA =
SEED = 1
SECONDS =
HOURS = 1
# Of the packages; nothing is this machine's.
ARCHITECTURE =
PREFIX = /usr/local
DESTDIR =
BIN = .build/static/release
# What installs requirements first, and what keeps progress off a log; a package's build does without either.
SETUP = scripts/setup
QUIETLY = scripts/quietly
# Added when linking statically.
SWIFT_FLAGS =

# Tests see internals (-enable-testing), products do not; each has a folder of its own, so that `make run` after `make test`
# rebuilds nothing. Both are optimised: numerics in a debug build are hundreds of times slower.
PRODUCTS = -c release
STATIC = -c release --static-swift-stdlib -Xlinker -s --scratch-path .build/static $(SWIFT_FLAGS)
TESTS = -c release -Xswiftc -enable-testing --scratch-path .build/test
GNOMOND = .build/release/gnomond
SOCKET = .build/gnomon.sock

run: build
	@echo "Ctrl-C ends it. From another terminal: .build/release/gnomon status --socket $(SOCKET)"
	@$(GNOMOND) simulate $(PLAN) --seed $(SEED) --print --socket $(SOCKET) --recordings .build/recordings \
	  $(SECONDS:%=--for %)

build:
	@scripts/setup build
	@scripts/quietly swift build $(PRODUCTS) --product gnomon
	@scripts/quietly swift build $(PRODUCTS) --product gnomond

static:
	@$(SETUP) static
	@$(QUIETLY) swift build $(STATIC) --product gnomon
	@$(QUIETLY) swift build $(STATIC) --product gnomond

install:
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" BIN="$(BIN)" scripts/install

uninstall:
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" BIN="$(BIN)" scripts/install --remove

deb:
	@scripts/setup deb
	@scripts/build-package $(ARCHITECTURE)

test:
	@scripts/setup test
	swift test $(TESTS)

check: lint test
	@scripts/fuzz --all 20

test-rig: build
	@scripts/setup rig
	@Tests/Rig/guest/run

test-package:
	@scripts/setup chroot
	@scripts/test-package

bench:
	@scripts/setup build
	@scripts/quietly swift build $(PRODUCTS)
	.build/release/gnomon-bench
	@if [ -n "$(DATA)" ]; then scripts/accuracy "$(DATA)"; fi

# What is written by nobody any more goes.
manual:
	@scripts/setup build
	@scripts/quietly swift build $(PRODUCTS) --product gnomon-manual
	@rm -rf docs/man completions
	@.build/release/gnomon-manual .

lint:
	@scripts/setup lint
	@scripts/lint

format:
	@scripts/setup lint
	@scripts/format

sanitize:
	@scripts/sanitize

soak: build
	@scripts/soak $(HOURS)

clean:
	rm -rf .build

check-debian13:
	@scripts/check-debian13
