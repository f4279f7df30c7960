"""Written by scripts/clients."""

__version__ = "0.1.0"
