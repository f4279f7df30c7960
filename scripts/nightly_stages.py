"""The stages of scripts/nightly in the order in which they begin where cores allow it, and what several of them need first.

  command    for bash, in the project's folder; $GNOMON_COMMIT is the state of the tree (with +changes), $GNOMON_PASSED the commit of the
             stage's last passed run, or nothing; $GNOMON_SUITES a pattern for test-results --only, or nothing for all tests
  cores      processors that it keeps busy
  covers     paths, or patterns of git, with which its result changes
  targets    targets of Package.swift that do too, with all that they depend on
  by_suite   its result is of tests: after a change of tests alone only their suites are due
  needs      preparations that have to end well first
  after      stages that have to end first, whatever their result, if they run
  uses       what only one stage at a time can have: a build folder, a fixed port
  rare       days after which it is due again. It is also due when the compiler has changed.
  swiftlang  it compiles with Debian's compiler, which its log names
"""

# The programs that are installed.
PROGRAMS = ("gnomon", "gnomond", "gnomon-share", "gnomon-drivers")
TESTED = ("Sources", "Plugins", "Package.swift", "Tests", "clients/c", "scripts/test-results")
PACKAGING = (
    "debian", "systemd", "udev", "config", "Package.swift", "Makefile", "scripts/build-package", "scripts/debian13", "scripts/install",
    "scripts/repository", "scripts/setup", ":(glob)Sources/C[A-Z]*/**/*.[chm]*")
# Commands that succeed if the packages of the last release, or those that debian13 made, are of this commit.
RELEASED, MADE = (f'grep -qsxF "$GNOMON_COMMIT" {folder}/commit' for folder in (".build/dist", ".build/newcomer"))
# A command that writes the commit of packages into their folder; with changes they are of no commit.
NOTED = 'case $GNOMON_COMMIT in *+*) ;; *) echo "$GNOMON_COMMIT" >{}/commit ;; esac'
LAST_RELEASE = "$(ls -td .build/dist/gnomon-* | head -n 1)"
# As make test does, with all tests or some suites.
RUN_TESTS = """make built-tests && scripts/test-results --suites .build/test --strict ${GNOMON_SUITES:+--only "$GNOMON_SUITES"}"""

PREPARATIONS = {
    "programs": {
        "command": "make build && scripts/setup develop && scripts/quietly swift build -c release --product gnomon-bench", "cores": 2,
        "uses": (".build",)},
    "fuzzer": {"command": "scripts/fuzz --list", "cores": 2, "uses": (".build/fuzz",)},
    "packages": {"command": f"{RELEASED} || {MADE} || make deb", "cores": 2, "after": ("release", "debian13"), "uses": (".build/deb",)},
    # The runtime for arm64 is in Debian 13's archive.
    "packages-arm64": {
        "command": f"{RELEASED} || scripts/debian13 release make deb ARCHITECTURE=arm64", "cores": 2, "after": ("release",),
        "uses": (".build/deb", ".build/debian13")},
}

STAGES = {
    "tests": {
        # The suites type the commands of the pages, which have fixed ports. With the compiler of this machine: CI has that of Debian 13.
        "command": RUN_TESTS, "cores": 2, "covers": (".",), "uses": (".build/test", "ports"), "by_suite": True},
    "debian13": {
        "command": f'''if [ -n "$GNOMON_SUITES" ]; then exec scripts/debian13 test env GNOMON_SUITES="$GNOMON_SUITES" sh -c '{RUN_TESTS}'; fi
rm -rf .build/newcomer; scripts/check-debian13 --packages .build/newcomer && ''' + NOTED.format(".build/newcomer"),
        "cores": 2, "uses": ("ports", ".build/debian13"), "covers": (".",), "by_suite": True, "swiftlang": True},
    "scores": {
        "command": "scripts/same-scores", "cores": 2, "uses": (".build/test", ".build/debian13"), "targets": ("gnomon",),
        "covers": ("scripts/same-scores",)},
    "release": {
        "command": "rm -f .build/dist/commit; scripts/release --draft && " + NOTED.format(".build/dist"),
        "cores": 2, "rare": 7, "uses": (".build/deb", ".build/debian13"),
        "covers": (*PACKAGING, "scripts/release", "scripts/check-reproducible", "scripts/build-wheel", "scripts/sbom",
                   "scripts/lint-version")},
    # An emulator has one processor.
    "arm64": {
        "command": f'''folder=.build/debian13/deb; if {RELEASED}; then folder={LAST_RELEASE}; fi
export GNOMON_PACKAGE_SUITE=trixie GNOMON_RIG_PACKAGES="$PWD/$folder"
scripts/test-package --architecture arm64 "$folder" && Tests/Rig/guest/run-other arm64''',
        "cores": 1, "rare": 7, "needs": ("programs", "packages-arm64"),
        "covers": (*PACKAGING, "scripts/release", "scripts/test-package", "scripts/emulate", "Tests/Rig/guest")},
    "fuzz": {
        "command": '''scripts/fuzz-seconds "$GNOMON_PASSED" | tee .build/fuzz/seconds
scripts/fuzz --each .build/fuzz/seconds''',
        "cores": 1, "needs": ("fuzzer",), "uses": (".build/fuzz",),
        "targets": ("gnomon-fuzz",), "covers": ("Tests/Fuzz", "scripts/fuzz", "scripts/fuzz-seconds")},
    # A run takes 0.2 s of a core, all of them 17 minutes.
    "torture": {
        "command": 'scripts/torture --jobs 1 --runs 5000 --seed "$(date +%Y%m%d)"', "cores": 1, "needs": ("programs",),
        "targets": ("gnomon",), "covers": (":(glob)scripts/torture*",)},
    "package": {
        "command": f'''scripts/setup rig || exit
if {RELEASED}; then scripts/test-package "{LAST_RELEASE}"
elif {MADE}; then GNOMON_PACKAGE_SUITE=trixie scripts/test-package .build/newcomer; else scripts/test-package; fi''',
        "cores": 1, "needs": ("packages",),
        "targets": PROGRAMS,
        "covers": (*PACKAGING, "Tests/Rig", "clients", "scripts/test-package", "scripts/docs-commands", "scripts/docs_blocks.py",
                   "docs/package.md", "docs/tutorial.md", "docs/hardware.md")},
    # Instructions, which other load does not change.
    "cost": {
        "command": "scripts/cost", "cores": 1, "needs": ("programs",),
        "targets": ("gnomon-bench",), "covers": ("scripts/cost",)},
    "analyze": {
        "command": "scripts/sanitize analyze", "cores": 1,
        "covers": (":(glob)Sources/C*/**/*.[ch]", ":(glob)clients/c/**/*.[ch]", ":(glob)Tests/Rig/**/*.[ch]", "scripts/sanitize")},
    # A kill takes a quarter of a second.
    "kills": {"command": "scripts/kills 200", "cores": 1, "needs": ("programs",), "targets": ("gnomon", "gnomond"), "covers": ("scripts/kills",)},
    "closes": {
        "command": 'scripts/closes ${GNOMON_SUITES:+"$GNOMON_SUITES"}', "cores": 2, "uses": ("ports",), "by_suite": True,
        "covers": (*TESTED, "scripts/closes", "Tests/Rig/closes.c")},
    "address": {
        "command": 'GNOMON_FILTER="$GNOMON_SUITES" scripts/sanitize address', "cores": 2, "uses": ("ports",), "by_suite": True,
        "covers": (*TESTED, "scripts/sanitize")},
    "thread": {
        "command": 'GNOMON_FILTER="$GNOMON_SUITES" scripts/sanitize thread', "cores": 2, "uses": ("ports",), "by_suite": True,
        "covers": (*TESTED, "scripts/sanitize", "scripts/sanitize.thread", "scripts/lint-imports")},
}
