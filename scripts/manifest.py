"""The targets of the package as its manifest describes them: what each depends on, and where its files are."""

import json
import os
import subprocess
import sys
import tempfile


class Target:
    def __init__(self, described, place):
        self.name = described["name"]
        self.kind = described["type"]
        self.place = place
        self.described = described
        # {"byName": ["Geometry", null]}
        self.dependencies = [value[0] for kind in described["dependencies"] for value in kind.values()]
        folder = {"test": "Tests", "plugin": "Plugins"}.get(self.kind, "Sources")
        self.path = described.get("path") or f"{folder}/{self.name}"
        self.plugins = [value[0] for used in described.get("pluginUsages") or () for value in used.values()]


def targets(package, plugins=False):
    """The targets by name, in the order of the manifest in the folder `package`, without plugins if not asked for."""
    # A separate scratch path, so that a running build does not block this.
    with tempfile.TemporaryDirectory() as scratch:
        command = ["swift", "package", "--package-path", str(package), "--scratch-path", scratch, "dump-package"]
        # GNOMON_FUZZ adds the one optional target; GNOMON_ONLY would leave some out.
        environment = {**os.environ, "GNOMON_FUZZ": "1", "GNOMON_ONLY": ""}
        answer = subprocess.run(command, capture_output=True, text=True, env=environment)
    if answer.returncode != 0:
        sys.exit(f"{os.path.basename(sys.argv[0])}: {' '.join(command)} failed:\n{answer.stderr}")
    described = [one for one in json.loads(answer.stdout)["targets"] if plugins or one["type"] != "plugin"]
    return {one["name"]: Target(one, place) for place, one in enumerate(described)}


def reachable(known, names):
    """The names and those of all targets that they depend on."""
    found, waiting = set(), list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += [*known[name].dependencies, *known[name].plugins] if name in known else []
    return found
