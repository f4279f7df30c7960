/// Splits the pieces of a log's file into lines for a parser. A line ends in LF or CR LF; empty lines are skipped.
///
/// Only a line that spans two pieces is copied, so a file needs no more memory than its longest line.
public struct LogLines {
  /// A longer line is refused, whatever its content.
  public static let longest = 1 << 20

  private var number = 1
  /// The beginning of an unfinished line.
  private var rest: [UInt8] = []
  private var isTooLong = false

  public init() {}

  public mutating func feed(_ piece: UnsafeRawBufferPointer, to parser: inout some LogParser) {
    piece.withMemoryRebound(to: UInt8.self) { feed($0, to: &parser) }
  }

  public mutating func feed(_ piece: UnsafeBufferPointer<UInt8>, to parser: inout some LogParser) {
    var start = 0
    while start < piece.count {
      var end = start
      while end < piece.count, piece[end] != 0x0a { end += 1 }
      let part = UnsafeBufferPointer(rebasing: piece[start..<end])
      if end == piece.count {
        keep(part)
      } else if rest.isEmpty, !isTooLong {
        hand(part, to: &parser)
      } else {
        keep(part)
        endLine(&parser)
      }
      start = end + 1
    }
  }

  /// Ends the file: its last line may have no line end.
  public mutating func finish(_ parser: inout some LogParser) { if !rest.isEmpty || isTooLong { endLine(&parser) } }

  private mutating func keep(_ part: UnsafeBufferPointer<UInt8>) {
    isTooLong = isTooLong || rest.count + part.count > Self.longest
    if isTooLong { rest = [] } else { rest += part }
  }

  private mutating func endLine(_ parser: inout some LogParser) {
    if isTooLong {
      parser.refuse(LogRefusal(.lineTooLong), number: number)
      number += 1
    } else {
      rest.withUnsafeBufferPointer { hand($0, to: &parser) }
    }
    rest.removeAll(keepingCapacity: true)
    isTooLong = false
  }

  private mutating func hand(_ line: UnsafeBufferPointer<UInt8>, to parser: inout some LogParser) {
    if line.count > Self.longest {
      parser.refuse(LogRefusal(.lineTooLong), number: number)
    } else {
      let count = line.last == 0x0d ? line.count - 1 : line.count
      if count > 0 { parser.parse(UnsafeBufferPointer(rebasing: line[..<count]), number: number) }
    }
    number += 1
  }
}
