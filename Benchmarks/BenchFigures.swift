import Text

/// The figures of a run, in their order, for `--json`: {name: {"value": number, "unit": text}}.
struct BenchFigures {
  private var entries: [(name: String, value: Double, unit: String)] = []

  /// Adds a figure. Precondition: no other has its name.
  mutating func record(_ name: String, _ value: Double, _ unit: String) {
    precondition(!entries.contains { $0.name == name }, "two figures are named '\(name)'")
    entries.append((name, value, unit))
  }

  var json: String {
    var writer = JSONWriter()
    writer.beginObject()
    for entry in entries {
      writer.key(text: entry.name)
      writer.beginObject()
      writer.key("value")
      // A figure that is not finite (no sample was counted) is null.
      writer.value(orNull: entry.value, decimals: 5)
      writer.key("unit")
      writer.value(entry.unit)
      writer.endObject()
    }
    writer.endObject()
    return writer.buffer.string
  }
}
