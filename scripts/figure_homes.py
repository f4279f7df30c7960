"""The homes of measured figures, for scripts/figures: one number for each name.

  Benchmarks/accuracy.json   {source: {"commit", "golden", "figures": {figure: value}}}, written by scripts/measure; "yard, hand: place"
  Benchmarks/speed.json      {"machine", "figures": {name: {"value", "unit", "commit"}}}, the names of gnomon-bench --json
  Benchmarks/noted.json      {source: {"from", "figures": {figure: value}}}: of other programs

Each figure of gnomon names the commit of the build that it was measured on. Tests/Golden is what the engine does: "golden" is the
fingerprint of its files at that commit. A figure of accuracy with another fingerprint is of another engine (`stale`).

Derived figures are in DERIVED."""

import collections
import decimal
import hashlib
import json
import statistics
import subprocess
import sys

Figure = collections.namedtuple("Figure", "value unit home")
# Nanoseconds and bytes of a unit; figures with these units are converted to the unit of the text.
UNITS = {"ns": 1, "µs": 1e3, "ms": 1e6, "s": 1e9, "min": 60e9, "kB": 1e3, "MB": 1e6, "GB": 1e9}
BYTES = {"kB", "MB", "GB"}
ON_FOOT = [f"{plan}, 3 µT, {profile}" for plan in ("city-blocks", "out-and-back") for profile in ("head", "torso")]
PIPELINE = [f"tracking: tracker as {profile}, a gyroscope sample" for profile in ("free", "head", "hand", "vehicle")]
DERIVED = {
    **{f"BROAD: {name}": (statistics.mean, [f"BROAD, {kind}: {name}" for kind in ("disturbed", "undisturbed")])
       for name in ("total", "heading", "inclination")},
    **{f"simulated walks, {word}: {name}": (function, [f"{source}: {name}" for source in ON_FOOT])
       for name in ("within radius", "within 95 %") for word, function in (("least", min), ("most", max))},
    "pipeline, least": (min, PIPELINE),
    "pipeline, most": (max, PIPELINE),
}


class Fault(Exception):
    pass


def golden(package):
    """The fingerprint of the golden sessions."""
    digest = hashlib.sha256()
    for path in sorted((package / "Tests" / "Golden").glob("*.csv")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def git(package, *words):
    """The output of git; nothing where there is no repository."""
    done = subprocess.run(["git", "-C", str(package), *words], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else None


def identified(package):
    """The commit and the golden sessions of the build that is measured; ends the program if the sources are not those of a commit."""
    changed = git(package, "status", "--porcelain", "--", "Sources", "Tests/Golden", "Package.swift")
    if changed is None:
        sys.exit("a figure names its commit, and this is no repository")
    if changed:
        sys.exit(f"a figure names its commit, and these have changed since:\n{changed}")
    return {"commit": git(package, "rev-parse", "--short=8", "HEAD"), "golden": golden(package)}


def load(package, name):
    path = package / "Benchmarks" / name
    try:
        return json.loads(path.read_text())
    except (OSError, ValueError) as error:
        raise Fault(f"Benchmarks/{name}: {error}") from error


def stale(package):
    """The sources of accuracy.json whose figures are of another engine than Tests/Golden."""
    now = golden(package)
    return [source for source, entry in load(package, "accuracy.json").items() if entry["golden"] != now]


def unknown_commits(package):
    """(file, commit) of figures whose commit is not in the history; nothing where the history is not whole."""
    if git(package, "rev-parse", "--is-shallow-repository") != "false":
        return []
    named = [("accuracy.json", entry["commit"]) for entry in load(package, "accuracy.json").values()]
    named += [("speed.json", figure["commit"]) for figure in load(package, "speed.json")["figures"].values()]
    return [one for one in dict.fromkeys(named) if git(package, "merge-base", "--is-ancestor", one[1], "HEAD") is None]


def read(package):
    """The figures by their names; a figure in two homes is a fault."""
    found = {}

    def add(name, value, unit, home):
        if name in found:
            raise Fault(f"{home}: “{name}” is in {found[name].home} too: a figure has one home")
        found[name] = Figure(value, unit, home)

    for source, entry in load(package, "accuracy.json").items():
        for name, value in entry["figures"].items():
            add(f"{source}: {name}", value, None, "accuracy.json")
    for source, noted in load(package, "noted.json").items():
        for name, value in noted["figures"].items():
            value, unit = (value["value"], value["unit"]) if isinstance(value, dict) else (value, None)
            add(f"{source}: {name}", value, unit, "noted.json")
    for name, figure in load(package, "speed.json")["figures"].items():
        add(name, figure["value"], figure["unit"], "speed.json")
    for name, (function, parts) in DERIVED.items():
        if all(part in found for part in parts):
            known = [found[part] for part in parts]
            add(name, function([part.value for part in known]), known[0].unit, known[0].home)
    return found


def factor(unit, other):
    """The factor from one unit to another; None if they measure different things."""
    if unit == other:
        return 1
    if unit not in UNITS or other not in UNITS or (unit in BYTES) != (other in BYTES):
        return None
    return UNITS[unit] / UNITS[other]


def text(value, like):
    """The value with as many decimals as the text `like`, halves rounded up."""
    _, _, decimals = like.partition(".")
    exact = decimal.Decimal(repr(round(value, 9)))
    return str(exact.quantize(decimal.Decimal(1).scaleb(-len(decimals)), decimal.ROUND_HALF_UP))
