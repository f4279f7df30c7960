/// Puts the factory record together from the answers to `recordLength` and `recordPiece` [ar, mx, gl] (sources at `GlassesModel`).
struct FactoryRecordReader: Sendable {
  enum Outcome: Equatable, Sendable {
    case wantsPiece
    case done(FactoryRecord)
    /// It is too long, or no record.
    case failed
  }

  private var length = 0
  private var text: [UInt8] = []
  /// Bytes of each piece before its text; nil before the first piece.
  private var skipped: Int?

  /// The answer to `recordLength`: 32 bits.
  mutating func readLength(_ payload: [UInt8]) -> Outcome {
    self = FactoryRecordReader()
    guard payload.count >= 4 else { return .failed }
    length = payload.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    return 1...FactoryRecord.mostBytes ~= length ? .wantsPiece : .failed
  }

  /// The answer to `recordPiece`. The text is the payload [ar, mx], or has one byte before it [gl]: its first character says which.
  mutating func readPiece(_ payload: [UInt8]) -> Outcome {
    let brace = UInt8(ascii: "{")
    let start = skipped ?? (payload.first != brace && payload.dropFirst().first == brace ? 1 : 0)
    skipped = start
    guard payload.count > start else { return .failed }
    text += payload[start...]
    guard text.count >= length else { return .wantsPiece }
    // Some have zeros behind the text.
    let whole = text.prefix(length).prefix { $0 != 0 }
    guard let record = try? FactoryRecord(reading: Array(whole)) else { return .failed }
    return .done(record)
  }
}
