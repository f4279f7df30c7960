extension JSONValue {
  public enum Layout: Sendable {
    /// No white space.
    case compact
    /// One line for each element and member, indented by two spaces.
    case indented
  }

  /// Appends the value as JSON. A `.number` that is not finite is written as null: JSON has no such number.
  public func write(to buffer: inout TextBuffer, layout: Layout = .compact) {
    write(to: &buffer, layout, depth: 0)
  }

  /// The value as compact JSON.
  public var text: String {
    var buffer = TextBuffer()
    write(to: &buffer)
    return buffer.string
  }

  private func write(to buffer: inout TextBuffer, _ layout: Layout, depth: Int) {
    switch self {
    case .null: buffer.append("null" as StaticString)
    case .bool(true): buffer.append("true" as StaticString)
    case .bool(false): buffer.append("false" as StaticString)
    case .integer(let value): buffer.append(value)
    case .number(let value): buffer.append(value)
    case .string(let text): buffer.append(quoted: text)
    case .array(let elements):
      buffer.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { buffer.append(UInt8(ascii: ",")) }
        layout.breakLine(&buffer, depth: depth + 1)
        element.write(to: &buffer, layout, depth: depth + 1)
      }
      if !elements.isEmpty { layout.breakLine(&buffer, depth: depth) }
      buffer.append(UInt8(ascii: "]"))
    case .object(let members):
      buffer.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { buffer.append(UInt8(ascii: ",")) }
        layout.breakLine(&buffer, depth: depth + 1)
        buffer.append(quoted: member.name)
        buffer.append(UInt8(ascii: ":"))
        if layout == .indented { buffer.append(UInt8(ascii: " ")) }
        member.value.write(to: &buffer, layout, depth: depth + 1)
      }
      if !members.isEmpty { layout.breakLine(&buffer, depth: depth) }
      buffer.append(UInt8(ascii: "}"))
    }
  }
}

extension JSONValue.Layout {
  fileprivate func breakLine(_ buffer: inout TextBuffer, depth: Int) {
    if self == .compact { return }
    buffer.append(UInt8(ascii: "\n"))
    for _ in 0..<depth { buffer.append("  " as StaticString) }
  }
}
