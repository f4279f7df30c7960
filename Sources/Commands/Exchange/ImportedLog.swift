import ChunkCompression
import CommandParts
import Geometry
import Loggers
import Recordings
import Sensors

/// The options of `gnomon import` that say how a log is read.
struct LogOptions {
  let format: LoggerFormat?
  let columns: LogColumns?
  let axes: LogAxes?
  let up: PoseTrajectory.Up
  let topics: [String]
  let provider: String?
  let separation: Length?

  init(_ arguments: Arguments, _ syntax: Syntax) throws(Failure) {
    var format: LoggerFormat?
    if let name = arguments.text("--format") {
      format = LoggerFormat(rawValue: name)
      if format == nil { throw .unknown("log format", name, among: LoggerFormat.allCases.map(\.rawValue)) }
    }
    let specifications = arguments.all("--columns")
    if specifications.isEmpty {
      columns = nil
      if format == .columns { throw .usage("--format columns needs --columns SPEC", syntax) }
    } else {
      do throws(LogColumnFault) { columns = try LogColumns(parsing: specifications) } catch {
        throw .usage("--columns: \(error)", syntax)
      }
      guard format == nil || format == .columns else {
        throw .usage("--columns is for a table, not for --format \(format?.rawValue ?? "")", syntax)
      }
    }
    self.format = format
    axes = try arguments.text("--axes").map { text throws(Failure) in
      guard let axes = LogAxes(parsing: text) else {
        let names = LogAxes.names.joined(separator: ", ")
        throw .usage(
          "--axes \(text): give three of \(names) that are a right-handed system, such as front,left,up", syntax)
      }
      return axes
    }
    let upName = arguments.text("--up") ?? "z"
    guard let up = PoseTrajectory.Up(rawValue: upName) else { throw .unknown("axis", upName, among: ["z", "y"]) }
    self.up = up
    topics = arguments.all("--topic")
    provider = arguments.text("--provider")
    separation = try arguments.number("--separation", in: -1000...1000).map(Length.init)
  }
}

/// One log of an import: its samples, and its files that were not read.
struct ImportedLog {
  let path: String
  let format: LoggerFormat
  private(set) var session = LoggedSession()
  private(set) var unread: [String] = []

  /// With several logs, `--columns` and `--format columns` apply to those whose format is not found from the content.
  init(_ path: String, _ options: LogOptions) throws(Failure) {
    self.path = path
    let files = try LogFiles(path)
    if let named = options.format {
      format = named
    } else if options.columns != nil, try files.guess() == nil {
      format = .columns
    } else {
      format = try files.format()
    }
    switch format {
    case .gnssLogger: try read(GNSSLog(provider: options.provider), files)
    case .phyphox: try read(PhyphoxExport(separation: options.separation), files)
    case .sensorLogger: try read(SensorLoggerExport(), files)
    case .tum: try read(PoseTrajectory(axes: options.axes ?? .robot, up: options.up), files)
    case .euroc: try read(EuRoCFolder(axes: options.axes ?? .euroc), files)
    case .columns:
      guard let columns = options.columns else { throw .data("\(path): a table needs --columns SPEC") }
      try read(ColumnLog(columns, axes: options.axes ?? .recording, up: options.up), files)
    case .gpx:
      let bytes = try files.contents(of: try Self.only(files, "a track of GPX"))
      do throws(GPXLogFault) {
        session = try GPXLog.session(bytes, separation: options.separation)
      } catch {
        throw .data("\(path): \(error)")
      }
    case .rosbag:
      try readBag(ROSBag(topics: options.topics, axes: options.axes ?? .robot, unpack: ChunkCompression.unpack), files)
    case .receiver: session = try Self.receive(files)
    }
  }

  private mutating func read(_ parser: some LogParser, _ files: LogFiles) throws(Failure) {
    var parser = parser
    let chosen = parser.choose(from: files.names)
    unread = files.names.filter { !chosen.contains($0) }
    for name in chosen {
      var lines = LogLines(), waiting = Waiting("reading \(name)"), done = 0
      defer { waiting.end() }
      parser.startFile(chosen.count > 1 ? name : "")
      try files.forEachPiece(of: name) { piece in
        lines.feed(piece, to: &parser)
        done += piece.count
        waiting.show(bytes: done)
        return true
      }
      lines.finish(&parser)
    }
    session = parser.finish()
  }

  private mutating func readBag(_ bag: ROSBag, _ files: LogFiles) throws(Failure) {
    var bag = bag
    let chosen = ROSBag.choose(from: files.names)
    unread = files.names.filter { !chosen.contains($0) && !$0.hasSuffix("metadata.yaml") }
    for name in chosen {
      var waiting = Waiting("reading \(name)"), done = 0
      defer { waiting.end() }
      bag.startFile(chosen.count > 1 ? name : "")
      // A bag with pictures has many gigabytes, which are not held.
      try files.forEachPiece(of: name, limit: .max) { piece in
        bag.ingest(piece)
        done += piece.count
        waiting.show(bytes: done)
        return true
      }
      bag.endFile()
    }
    session = bag.finish()
  }

  private static func only(_ files: LogFiles, _ what: String) throws(Failure) -> String {
    guard files.names.count == 1 else { throw .data("\(files.path): \(what) is one file") }
    return files.names[0]
  }

  private static func receive(_ files: LogFiles) throws(Failure) -> LoggedSession {
    var bytes = try files.contents(of: try only(files, "a receiver's log"))[...]
    // Logs of gpsd's own tests begin with comments.
    while bytes.first == UInt8(ascii: "#"), let end = bytes.firstIndex(of: 0x0a) { bytes = bytes[(end + 1)...] }
    var waiting = Waiting("gpsd reads \(files.path)")
    defer { waiting.end() }
    do throws(ReceiverLog.Fault) {
      let log = try ReceiverLog()
      let fixes = try log.fixes(of: Array(bytes)) { done in
        waiting.show("\(bytes.isEmpty ? 100 : done * 100 / bytes.count) %")
      }
      return LoggedSession(receiver: fixes)
    } catch {
      switch error {
      case .notInstalled: throw Failure(status: .unavailable, message: "\(files.path): \(error)")
      case .notPermitted: throw Failure(status: .permission, message: "\(files.path): \(error)")
      case .cannotStart, .stopped: throw .inputOutput("\(files.path): \(error)")
      }
    }
  }
}
