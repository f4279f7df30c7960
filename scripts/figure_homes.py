"""The homes of measured figures, for scripts/figures: one number for each name.

  Benchmarks/accuracy.json   {source: {figure: value}}, written by scripts/accuracy --by-source --keep; "yard, hand: place"
  Benchmarks/speed.json      {"commit", "machine", "figures": {name: {"value", "unit"}}}, the names of gnomon-bench --json; a figure
                             of another commit than the others has its own "commit"
  Benchmarks/noted.json      {source: {"from", "figures": {figure: value}}}: of other programs, and ours that no command keeps

Derived figures are in DERIVED."""

import collections
import decimal
import json
import statistics

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


def read(package):
    """The figures by their names; a figure in two homes is a fault."""
    found = {}

    def add(name, value, unit, home):
        if name in found:
            raise Fault(f"{home}: “{name}” is in {found[name].home} too: a figure has one home")
        found[name] = Figure(value, unit, home)

    def load(name):
        path = package / "Benchmarks" / name
        try:
            return json.loads(path.read_text())
        except (OSError, ValueError) as error:
            raise Fault(f"Benchmarks/{name}: {error}") from error

    for source, figures in load("accuracy.json").items():
        for name, value in figures.items():
            add(f"{source}: {name}", value, None, "accuracy.json")
    for source, noted in load("noted.json").items():
        for name, value in noted["figures"].items():
            value, unit = (value["value"], value["unit"]) if isinstance(value, dict) else (value, None)
            add(f"{source}: {name}", value, unit, "noted.json")
    for name, figure in load("speed.json")["figures"].items():
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
