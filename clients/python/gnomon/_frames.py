"""Frames of the scene: the daemon sends changes, and the program gets complete frames."""

from __future__ import annotations

from typing import Any

from ._message import Json

# The key of a section's items; if a section is an object, the list in it. As org.gnomon.Scene says at Frame.
NAMES = {"placements": ("layer", "id"), "arrows": ("number",), "line": ("number",), "markers": ("length", "kind"),
         "anchors": ("owner", "id"), "radar": ("layer", "id")}
LISTS = {"arrows": "arrows", "line": "vertices", "radar": "marks"}
ORDER = {"placements": "rank", "arrows": "number", "line": "length", "markers": "length"}


def merged(held: Json | None, frame: Json) -> Json:
    """The complete frame, from the previous one and the changes since. Neither is changed."""
    if frame.get("is_full") or held is None:
        return frame
    whole = {**held, **frame, "fault": frame.get("fault"), "is_full": True, "left": None}
    for section, names in NAMES.items():
        old, new = held.get(section), frame.get(section)
        if old is None or new is None:
            continue  # left out: unchanged; null: empty
        inner = LISTS.get(section)

        def key(item: Any) -> tuple[Any, ...]:
            return tuple(item[name] for name in names) if isinstance(item, dict) else (item,)

        items = {key(item): item for item in (old[inner] if inner else old)}
        for gone in (frame.get("left") or {}).get(section) or []:
            items.pop(key(gone), None)
        items.update((key(item), item) for item in (new[inner] if inner else new))
        listed = list(items.values())
        if section in ORDER:
            listed.sort(key=lambda item: float(item[ORDER[section]]))
        whole[section] = {**new, inner: listed} if inner else listed
    return whole


class Frames:
    """What has arrived of one subscription."""

    def __init__(self) -> None:
        self.held: Json | None = None

    def reset(self) -> None:
        self.held = None

    def add(self, reply: Json) -> Json:
        """The reply with its frame complete."""
        if reply.get("frame") is None:
            return reply
        self.held = merged(self.held, reply["frame"])
        return {**reply, "frame": self.held}
