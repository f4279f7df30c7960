/// Splits a table into rows of fields (RFC 4180), from pieces of any length: a field may be quoted, and then contain separators,
/// line ends, and `""` for a quote. Lines end in LF or CR LF; empty lines are skipped.
struct TableRows: Sendable {
  /// A longer row is taken for an unclosed quote.
  static let longestRow = 1 << 20

  struct Row: Sendable {
    /// Number of its first line, from 1.
    var line: Int
    var fields: [[UInt8]]
  }

  var separator = UInt8(ascii: ",")
  private var buffer: [UInt8] = []
  private var offset = 0
  private var line = 1
  private var isFinished = false

  mutating func append(_ bytes: ArraySlice<UInt8>) {
    // Bytes that were read are removed once there are many.
    if offset > 1 << 16 || offset == buffer.count {
      buffer.removeFirst(offset)
      offset = 0
    }
    buffer += bytes
  }

  /// Ends the table.
  mutating func finish() { isFinished = true }

  /// The bytes of the first line, without consuming them; nil if it is incomplete.
  var firstLine: ArraySlice<UInt8>? {
    let rest = buffer[offset...]
    if let end = rest.firstIndex(of: 0x0a) { return rest[..<end] }
    // For an overlong line, reading the next row throws the fault.
    return isFinished || rest.count > Self.longestRow ? rest : nil
  }

  mutating func skip(_ count: Int) { offset += count }

  /// Returns the next row; nil if it is incomplete, or after the last.
  mutating func next() throws(PlaceFault) -> Row? {
    while let (end, lines) = try rowEnd() {
      let row = Row(line: line, fields: fields(buffer[offset..<end]))
      offset = end < buffer.count ? end + 1 : end
      line += lines + 1
      if row.fields.count > 1 || row.fields.first?.isEmpty == false { return row }
    }
    return nil
  }

  /// Returns the end of the row, and the number of line ends within it.
  private func rowEnd() throws(PlaceFault) -> (end: Int, lines: Int)? {
    if offset == buffer.count { return nil }
    var isQuoted = false, lines = 0
    let scanned: Int? = buffer.withUnsafeBufferPointer { bytes in
      for index in offset..<bytes.count {
        let byte = bytes[index]
        if byte == UInt8(ascii: "\"") {
          isQuoted.toggle()
        } else if byte == 0x0a {
          if !isQuoted { return index }
          lines += 1
        }
        if index - offset > Self.longestRow { return nil }
      }
      return nil
    }
    if let scanned { return (scanned, lines) }
    if buffer.count - offset > Self.longestRow {
      throw PlaceFault("line \(line): a row longer than \(Self.longestRow >> 20) MiB: does a quote not end?")
    }
    guard isFinished else { return nil }
    if isQuoted { throw PlaceFault("line \(line): a quote does not end in the row that begins here") }
    return (buffer.count, lines)
  }

  private func fields(_ row: ArraySlice<UInt8>) -> [[UInt8]] {
    var row = row
    if row.last == 0x0d { row = row.dropLast() }
    var fields: [[UInt8]] = [], field: [UInt8] = [], isQuoted = false, wasQuoted = false
    for byte in row {
      if byte == UInt8(ascii: "\"") {
        // The second of two quotes within quotes stands for one.
        if !isQuoted, wasQuoted { field.append(byte) }
        isQuoted.toggle()
        wasQuoted = true
      } else if byte == separator, !isQuoted {
        fields.append(field)
        field.removeAll()
        wasQuoted = false
      } else {
        if !isQuoted { wasQuoted = false }
        field.append(byte)
      }
    }
    fields.append(field)
    return fields
  }
}
