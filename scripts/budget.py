"""The budget of the project, Benchmarks/budget.json: for each count the most that it may be, as the sum of a history of grants, of which
each says what it is for."""

import json
import pathlib

BUDGET = pathlib.Path("Benchmarks") / "budget.json"


def most(package):
    """The largest permitted value of each count, by its name."""
    counts = json.loads((pathlib.Path(package) / BUDGET).read_text(encoding="utf-8"))["counts"]
    return {name: sum(grant["amount"] for grant in grants) for name, grants in counts.items()}


def faults(package, found):
    """A sentence for each count above its limit. Every count needs a limit."""
    limits = most(package)
    return [f"{count:,} {name}, and {BUDGET} has {limits[name]:,}: take something away, or add a line there that says what for"
            for name, count in found.items() if count > limits[name]]
