import ChunkCompression
import Loggers
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
    case .tum: try check(PoseTrajectory(), [("", bytes)])
    case .euroc: try check(EuRoCFolder(), [("imu0/data.csv", bytes)])
    case .columns: try checkTable(bytes)
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
    try check(parser.finish())
  }

  /// A table: the first line is the description of its columns.
  private static func checkTable(_ bytes: [UInt8]) throws(Finding) {
    let end = bytes.firstIndex(of: 0x0a) ?? bytes.count
    let text = String(decoding: bytes[..<end], as: UTF8.self)
    guard let columns = try? LogColumns(parsing: [text]) else { return }
    try check(ColumnLog(columns), [("", Array(bytes[min(bytes.count, end + 1)...]))])
  }

  /// A bag: however its bytes are divided, the samples and the refusals are the same.
  static func checkBag(_ bytes: [UInt8]) throws(Finding) {
    func read(_ size: Int) -> LoggedSession {
      var bag = ROSBag(unpack: ChunkCompression.unpack)
      bag.startFile("")
      for start in stride(from: 0, to: bytes.count, by: size) {
        bytes[start..<min(bytes.count, start + size)].withUnsafeBytes { bag.ingest($0) }
      }
      bag.endFile()
      return bag.finish()
    }
    let whole = read(max(1, bytes.count)), parts = read(509)
    try require(whole.report == parts.report, "in pieces: \(parts.report), not \(whole.report)")
    try check(whole)
  }

  static func checkTrack(_ bytes: [UInt8]) throws(Finding) {
    guard let session = try? GPXLog.session(bytes) else { return }
    try check(session)
    var both = session
    // A track beside itself has the same fixes twice; without fixes there is nothing to refuse.
    let isMerged = (try? both.merge(session, named: "again")) != nil
    try require(isMerged == session.isEmpty, "a log is merged with itself")
  }

  private static func check(_ session: LoggedSession) throws(Finding) {
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
