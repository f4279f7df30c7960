import Geometry
import Loggers
import Text

/// phyphox (RWTH Aachen): a web server on the telephone, polled with one request at a time.
///
/// github.com/phyphox/phyphox-docs: docs/remote-interface (index.md, openapi.yaml), docs/file-format/input.md. Axes and signs are
/// Android's on both systems. Times are seconds of the experiment without its pauses, so another session, and a measurement that
/// goes on after a pause, has a clock of its own.
public struct PhyphoxSession: Sendable {
  /// One input of the experiment: the buffers of its components.
  private struct Input: Sendable {
    var kind: PhoneReading.Kind
    var time: String
    var buffers: [String: String]
    /// The time of the newest value that was read.
    var newest: Double?
  }

  private enum Step: Sendable { case config, start, poll }

  private var step = Step.config
  private var inputs: [Input] = []
  private var session: String?
  private var wasMeasuring = false
  private var startAttempts = 0
  /// The title of the experiment, and whether it runs.
  public private(set) var title = ""
  public private(set) var isMeasuring = false
  public private(set) var kinds: Set<PhoneReading.Kind> = []
  /// Whether the experiment has an acceleration without gravity only.
  public private(set) var hasOnlyLinear = false

  /// Seconds between two values of an input after which the second one has to be confirmed.
  private static let gap = 60.0
  /// Whether the experiment was asked to start.
  public var isAskedToStart: Bool { startAttempts > 0 }

  /// The longest answer.
  public static let most = 4 << 20

  public init() {}

  /// The path of the next request.
  public var path: String {
    switch step {
    case .config: return "/config"
    case .start: return "/control?cmd=start"
    case .poll:
      let parts = inputs.flatMap { input in
        // The first request asks for the newest value; then for all that are newer than the last one.
        let since = input.newest.map { "=\($0)" } ?? ""
        let values = input.buffers.values.sorted().map { buffer in
          input.newest == nil ? buffer : "\(buffer)\(since)%7C\(input.time)"
        }
        return values + ["\(input.time)\(since)"]
      }
      return "/get?" + (parts.isEmpty ? "none" : parts.joined(separator: "&"))
    }
  }

  /// Ingests the answer to the request. Returns its readings, and whether they are by another clock than those before.
  public mutating func ingest(_ body: [UInt8]) throws(PhoneFault) -> (readings: [PhoneReading], isNew: Bool) {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(reading: body, maximumDepth: 8, maximumSize: Self.most, maximumValues: 1 << 19)
    } catch {
      throw PhoneFault("its answer is not JSON: \(error)")
    }
    switch step {
    case .config:
      try readConfig(json)
      step = .poll
      return ([], false)
    case .start:
      startAttempts += 1
      step = .poll
      return ([], false)
    case .poll: return try readValues(json)
    }
  }

  /// Begins with the first request again: the telephone has been away.
  public mutating func restart() { self = PhyphoxSession() }

  private mutating func readConfig(_ json: JSONValue) throws(PhoneFault) {
    guard let list = json["inputs"]?.array else {
      throw PhoneFault("it has no experiment's inputs: is this phyphox, with an experiment open?")
    }
    title = String((json["localTitle"]?.string ?? json["title"]?.string ?? "").prefix(80))
    (inputs, kinds) = ([], [])
    var hasLinear = false
    for entry in list.prefix(64) {
      guard let source = entry["source"]?.string else { continue }
      var buffers: [String: String] = [:]
      for output in entry["outputs"]?.array ?? [] {
        for member in output.object ?? [] {
          if let buffer = member.value.string, Self.isPlain(buffer) { buffers[member.name] = buffer }
        }
      }
      if source == "linear_acceleration" { hasLinear = true }
      guard let kind = Self.kinds[source], !kinds.contains(kind), let time = buffers["t"] else { continue }
      let wanted = Self.components(kind), required = wanted.prefix(kind == .location ? 2 : wanted.count)
      // A single value may be written without a name of its component.
      if kind == .pressure, buffers["x"] == nil, let only = buffers[""] ?? buffers["out"] { buffers["x"] = only }
      guard required.allSatisfy({ buffers[$0] != nil }) else { continue }
      kinds.insert(kind)
      inputs.append(Input(kind: kind, time: time, buffers: buffers.filter { wanted.contains($0.key) }))
    }
    hasOnlyLinear = hasLinear && !kinds.contains(.force)
  }

  private static let kinds: [String: PhoneReading.Kind] = [
    "accelerometer": .force, "gyroscope": .rate, "magnetic_field": .field, "pressure": .pressure,
    "location": .location,
  ]

  /// The components that are read, those that are needed first.
  private static func components(_ kind: PhoneReading.Kind) -> [String] {
    switch kind {
    case .force, .rate, .field: ["x", "y", "z"]
    case .pressure: ["x"]
    case .location: ["lat", "lon", "z", "zwgs84", "v", "dir", "accuracy", "zAccuracy"]
    }
  }

  /// Whether a name can be part of a request without encoding.
  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 64
      && name.utf8.allSatisfy {
        0x61...0x7A ~= $0 || 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "_")
          || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
      }
  }

  private mutating func readValues(
    _ json: JSONValue
  ) throws(PhoneFault) -> (readings: [PhoneReading], isNew: Bool) {
    guard let status = json["status"] else { throw PhoneFault("its answer has no status") }
    isMeasuring = status["measuring"]?.bool == true
    defer { wasMeasuring = isMeasuring }
    let named = status["session"]?.string
    if named != session {
      let isFirst = session == nil
      session = named
      if !isFirst {
        // Another experiment: its buffers may have other names.
        step = .config
        startAttempts = 0
        return ([], true)
      }
    }
    guard isMeasuring else {
      // Once: a person who pauses it means it.
      if startAttempts == 0, status["timedRun"]?.bool != true { step = .start }
      return ([], false)
    }
    var readings: [PhoneReading] = []
    for index in inputs.indices {
      func values(_ buffer: String?) -> [JSONValue] { buffer.flatMap { json["buffer"]?[$0]?["buffer"]?.array } ?? [] }
      let times = values(inputs[index].time), input = inputs[index]
      let columns = input.buffers.mapValues { values($0) }
      for row in times.indices {
        guard let seconds = times[row].double, 0...1e9 ~= seconds, seconds > inputs[index].newest ?? -1 else {
          continue
        }
        // A time that is far ahead counts if the next one agrees: one wrong time would be the newest for ever.
        if let last = inputs[index].newest, seconds - last > Self.gap {
          guard row + 1 < times.count, let after = times[row + 1].double, 0...Self.gap ~= after - seconds else {
            continue
          }
        }
        func value(_ component: String) -> Double? {
          columns[component].flatMap { $0.indices.contains(row) ? $0[row].double : nil }
        }
        if let reading = Self.reading(input.kind, Int64((seconds * 1e9).rounded()), value) { readings.append(reading) }
        inputs[index].newest = seconds
      }
    }
    return (readings, !wasMeasuring)
  }

  private static func reading(
    _ kind: PhoneReading.Kind, _ stamp: Int64, _ value: (String) -> Double?
  ) -> PhoneReading? {
    switch kind {
    case .force, .rate, .field:
      guard let x = value("x"), let y = value("y"), let z = value("z") else { return nil }
      let vector = SIMD3(x, y, z)
      return PhoneReading(stamp, kind == .force ? .force(vector) : kind == .rate ? .rate(vector) : .field(vector))
    case .pressure: return value("x").map { PhoneReading(stamp, .pressure($0)) }
    case .location:
      guard let latitude = value("lat"), let longitude = value("lon") else { return nil }
      var location = StatedLocation()
      (location.latitude, location.longitude) = (latitude, longitude)
      (location.height, location.seaLevel) = (value("zwgs84"), value("z"))
      (location.horizontalAccuracy, location.verticalAccuracy) = (value("accuracy"), value("zAccuracy"))
      (location.speed, location.bearing) = (value("v"), value("dir"))
      return PhoneReading(stamp, .location(location))
    }
  }
}
