import Formats
import Recordings
import Samples
import Text

/// Files of other loggers: their conversion is a recording that can be read.
///
/// For loggers with several files, NUL bytes separate these: a name, its content, a name, its content.
enum Logs {
  static func check(_ reader: FuzzReader, _ bytes: [UInt8]) throws(Finding) {
    _ = LoggerFormat(opening: bytes[...])
    switch reader {
    case .phyphox: try check(PhyphoxExport(), parts(bytes))
    case .sensorLogger: try check(SensorLoggerExport(), parts(bytes))
    default: try check(GNSSLog(), [("", bytes)])
    }
  }

  private static func parts(_ bytes: [UInt8]) -> [(name: String, content: [UInt8])] {
    let pieces = bytes.split(separator: 0, maxSplits: 63, omittingEmptySubsequences: false)
    return stride(from: 0, to: pieces.count - 1, by: 2).map {
      (String(decoding: pieces[$0], as: UTF8.self), Array(pieces[$0 + 1]))
    }
  }

  private static func check(_ parser: some LogParser, _ files: [(name: String, content: [UInt8])]) throws(Finding) {
    var parser = parser
    _ = LoggerFormat(files: files.map { ($0.name, $0.content.prefix(4096)) })
    for name in parser.choose(from: files.map(\.name)) {
      guard let file = files.first(where: { $0.name == name }) else {
        throw Finding("chose \(name), which is not there")
      }
      file.content.withUnsafeBufferPointer { parser.read(name, $0) }
    }
    let session = parser.finish()
    _ = (session.duration, session.started, session.device)
    var lines = LineParser(), written = 0
    try session.forEachLine { (line) throws(Finding) in
      written += 1
      try Recorded.check(line, &lines)
    }
    let counted = LineTag.allCases.reduce(0) { $0 + session.count($1) }
    try require(written == counted, "\(counted) samples, and \(written) lines")
  }
}
