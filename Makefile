#: gnomon: estimates the wearer's place on Earth and direction of view, and what to draw there.
#:
#:   make run        build, and run the daemon on a simulated walk: prints the wearer's place once a second, until Ctrl-C
#:                   (make run PLAN=stairs SEED=7 uses another walk, SECONDS=20 ends it by itself)
#:   make phone      build, and use a telephone as the sensor: prints which app to install, and an address (README.md)
#:   make test       build with optimization and run every test; ONLY=values, engine, calibration, scene, service or command: the
#:                   tests of that part, with what they need and nothing else, in a build folder of its own; what took long when
#:                   it ran last is left out and named (SLOW=1 runs it too): for whoever has just changed a line; FILTER=Geodesy: the
#:                   tests whose names match
#:   make test-rig   the daemon under systemd on Debian's kernel, in an emulated machine whose sensors play a simulated walk,
#:                   are unplugged, suspended and come back: prints a table of results (17 to 20 minutes; docs/contributing.md);
#:                   ARCHITECTURE=arm64: the packages of make deb ARCHITECTURE=arm64 in an emulated arm64 Debian (docs/package.md)
#:   make check      lint, every test, each feature of docs/comparison.md on the built programs (scripts/features), and each parser of
#:                   foreign bytes under the fuzzer for 20 seconds (scripts/fuzz)
#:   make lint       imports against the manifest, words, format, units, shell scripts
#:   make format     rewrite the sources in the project's format
#:   make manual     write the manual pages, the completions and settings.md from the programs' tables, into .build/manual: man -l
#:                   .build/manual/man/gnomon.1 (docs/contributing.md); make build does it too
#:   make bench      measure the speed; with DATA=FOLDER also the accuracy over its recordings (gnomon-bench --help: one part)
#:   make check-debian13
#:                   as root: a fresh Debian 13, a clone of the last commit, make run and make test in it, then the packages and
#:                   the tutorial, as printed
#:   make build      the executables, into .build/release
#:   make static     the executables with Swift's runtime linked in, into .build/static/release
#:   make install    as root, after make static: programs, units, udev rules, configuration; PREFIX=/usr/local, DESTDIR= before
#:                   every path; make uninstall removes them
#:   make deb        the Debian packages gnomon, gnomond, gnomon-share, gnomon-drivers and those of the clients, into .build/deb; ARCHITECTURE=arm64 on
#:                   another machine (docs/package.md)
#:   make release    a folder that apt can install from, .build/dist: packages for amd64 and arm64, built twice and compared, wheel,
#:                   sources, list of all dependencies, sums; KEY=… signs it, URL=… is its address (20 to 30 minutes; docs/package.md)
#:   make container  after make deb: an image whose one command shows the demo and its page, with buildah (docs/package.md)
#:   make wheel      the wheel of the client in Python, into .build/wheel
#:   make test-package
#:                   as root, after make deb: installs, upgrades, removes and purges them in a minimal system, and in the rig's
#:                   machine with systemd running
#:   make sanitize   as make test, under the address, undefined-behaviour and thread sanitizers, and the C parts under the analyzer
#:                   (over an hour; scripts/sanitize address runs one of them)
#:   make soak HOURS=1
#:                   the daemon among clients that come and go: memory, open files and latencies each minute; fails on a trend
#:   make nightly    as root: what takes too long for every commit (check-debian13, tests, test-package, arm64, sanitize, kills, torture,
#:                   closes, cost, fuzz), as far as it is due, and a table: at most two and a half hours on two cores without arm64; after
#:                   Ctrl-C the next call goes on from there; STAGES="torture closes": only these (scripts/nightly --list)
#:   make clean      remove all build products
#:
#: Missing packages are installed first from the distribution's archive (scripts/setup lists them).
#: A Swift toolchain on PATH, 6.0 or later, is used as it is.
.POSIX:
.PHONY: help run phone build programs static install uninstall deb release container wheel test built-tests test-rig test-package bench manual lint format clean \
  check-debian13 sanitize soak check nightly

help:
	@sed -n 's/^#: \{0,1\}//p' Makefile

PLAN = city-blocks
DATA =
SEED = 1
SECONDS =
HOURS = 1
# The part whose tests make test runs, a pattern of their names, and the stages of make nightly; empty is all.
ONLY =
FILTER =
STAGES =
# The key that signs a release, and its address.
KEY =
URL =
# --strict: no test runs a second time, alone (scripts/test-results).
STRICT =
# The architecture of the packages; empty is this machine's.
ARCHITECTURE =
PREFIX = /usr/local
DESTDIR =
BIN = .build/static/release
# The script that installs requirements first, and the one that shows progress in one line; a package's build uses neither.
SETUP = scripts/setup
QUIETLY = scripts/quietly
# Added when linking statically.
SWIFT_FLAGS =
# A folder that gnomon-manual has written already, for programs that do not run here; empty: make static writes one.
MANUAL =

# Tests can use internals (-enable-testing), products cannot; each has its own folder, so that `make run` after `make test`
# rebuilds nothing. Both are optimized (of the tests those that compute: `computing` in Package.swift): numerics in a debug build are
# hundreds of times slower.
PRODUCTS = -c release
STATIC = -c release --static-swift-stdlib -Xlinker -s --scratch-path .build/static $(SWIFT_FLAGS)
# A part of the tests is another package to the compiler (GNOMON_ONLY in Package.swift).
TEST_FOLDER = .build/test$(ONLY:%=-%)
# The only place of these flags: scripts call `make built-tests`. TESTED: what is built of it; SANITIZE: more flags. Lines of the sources
# in the programs are what no test needs; DEBUG_INFO=dwarf has them (scripts/closes, scripts/sanitize).
TESTED = --build-tests
SANITIZE =
DEBUG_INFO = none
TESTS = -c release -Xswiftc -enable-testing -debug-info-format $(DEBUG_INFO) --scratch-path $(TEST_FOLDER)
GNOMOND = .build/release/gnomond
SOCKET = .build/gnomon.sock

run: programs
	@printf '%s\n' "Ctrl-C ends it. For the commands of README, type in another terminal:" \
	  "  export PATH=\"$$PWD/.build/release:\$$PATH\" GNOMON_SOCKET=\"$$PWD/$(SOCKET)\"" "  gnomon status"
	@$(GNOMOND) simulate $(PLAN) --seed $(SEED) --print --socket $(SOCKET) --recordings .build/recordings \
	  $(SECONDS:%=--for %)

# APP, ADDRESS: those of gnomon phone --help.
phone: programs
	@printf '%s\n' "For the commands of README, type in another terminal:" "  export PATH=\"$$PWD/.build/release:\$$PATH\"" ""
	@.build/release/gnomon phone --own $(APP:%=--app %) $(ADDRESS)

build: programs manual

programs:
	@scripts/setup build
	@if [ ! -x .build/release/gnomon-drivers ]; then cores=$$(nproc); echo "make: compiles the programs first: about $$(((9 + cores) / cores)) minutes on $$cores cores"; fi
	@scripts/quietly --modules Sources sh -euc 'for one in gnomon gnomond gnomon-share gnomon-drivers; do swift build $(PRODUCTS) --product $$one; done'

static:
	@$(SETUP) static
	@$(QUIETLY) swift build $(STATIC) --product gnomon
	@$(QUIETLY) swift build $(STATIC) --product gnomond
	@$(QUIETLY) swift build $(STATIC) --product gnomon-share
	@$(QUIETLY) swift build $(STATIC) --product gnomon-drivers
	@if [ -z "$(MANUAL)" ]; then $(QUIETLY) swift build $(STATIC) --product gnomon-manual; fi
	@if [ -z "$(MANUAL)" ]; then rm -rf .build/static/manual && .build/static/release/gnomon-manual .build/static/manual; fi

install:
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" BIN="$(BIN)" MANUAL="$(MANUAL)" scripts/install

uninstall:
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" BIN="$(BIN)" scripts/install --remove

deb:
	@if [ -z "$(ARCHITECTURE)" ]; then scripts/setup deb; else scripts/setup cross; fi
	@scripts/build-package $(ARCHITECTURE)

release:
	@scripts/release $(KEY:%=--key '%') $(URL:%=--url %)

container:
	@scripts/build-container

wheel:
	@scripts/build-wheel

built-tests:
	@scripts/setup test
	@if [ ! -d $(TEST_FOLDER) ]; then cores=$$(nproc); echo "make: compiles programs and tests first, in a folder of their own ($(TEST_FOLDER), 1 GB): all of \
	them take about $$(((11 + cores) / cores)) minutes on $$cores cores, and their run as long; make test ONLY=values is the shortest part (make help)"; fi
	@GNOMON_TESTS=yes GNOMON_ONLY=$(ONLY) scripts/quietly --modules "Sources Tests" swift build $(TESTED) $(TESTS) $(SANITIZE)

test: built-tests
	@if [ -n "$(FILTER)" ]; then GNOMON_TESTS=yes GNOMON_ONLY=$(ONLY) swift test $(TESTS) --skip-build --filter "$(FILTER)"; else \
	scripts/test-results --suites $(TEST_FOLDER) $(STRICT) $(if $(ONLY),$(if $(SLOW),,--quick)); fi

check: lint test build
	@scripts/features
	@scripts/fuzz --all 20

test-rig: programs
	@if [ -z "$(ARCHITECTURE)" ]; then scripts/setup rig && Tests/Rig/guest/run; else Tests/Rig/guest/run-other "$(ARCHITECTURE)"; fi

test-package:
	@scripts/setup chroot
	@scripts/test-package

bench:
	@scripts/setup build
	@scripts/quietly swift build $(PRODUCTS)
	.build/release/gnomon-bench
	@if [ -n "$(DATA)" ]; then .build/release/gnomon bench "$(DATA)"; fi

manual:
	@$(SETUP) build
	@$(QUIETLY) swift build $(PRODUCTS) --product gnomon-manual
	@rm -rf .build/manual
	@.build/release/gnomon-manual .build/manual

lint:
	@scripts/setup lint
	@scripts/lint

format:
	@scripts/setup lint
	@scripts/format

sanitize:
	@scripts/sanitize

soak: programs
	@scripts/soak $(HOURS)

clean:
	rm -rf .build

nightly:
	@scripts/nightly $(STAGES)

check-debian13:
	@scripts/check-debian13
