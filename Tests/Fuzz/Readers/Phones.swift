import Geometry
import Phones
import Samples
import WebPages

/// Messages of a telephone's apps: no trap, and each line that comes out is a line of a recording.
enum PhoneMessages {
  static func check(_ bytes: [UInt8]) throws(Finding) {
    guard let app = bytes.first else { return }
    let rest = Array(bytes.dropFirst())
    var feed = PhoneFeed(PhoneApp.allCases[Int(app) % PhoneApp.allCases.count])
    var facts = PhoneAppFacts(), time: Int64 = 0
    func ingest(_ readings: [PhoneReading], isNew: Bool) throws(Finding) {
      time += 500_000_000
      for line in feed.ingest(readings, at: BootInstant(nanoseconds: time), utc: time, isNew: isNew) {
        var parser = LineParser(), text = line.text
        guard case .line(.sample) = text.withUTF8({ parser.parse($0) }) else {
          throw Finding("\(text) is no line of a recording")
        }
      }
      _ = feed.advice(facts, at: time)
    }
    // Parts between zeros are messages, one after the other.
    let parts = rest.split(separator: 0, maxSplits: 64, omittingEmptySubsequences: false).map(Array.init)
    switch feed.app {
    case .sensorLogger:
      var session = SensorLoggerSession()
      for part in parts {
        guard let message = try? SensorLoggerMessage(reading: part) else { continue }
        let (readings, isNew) = session.ingest(message, at: time)
        facts.hasLinear = session.hasLinear
        try ingest(readings, isNew: isNew)
        try ingest(session.overdue(since: time), isNew: false)
      }
    case .sensorServer:
      for part in parts {
        if let reading = try? SensorServerMessages.reading(part) { try ingest([reading], isNew: false) }
      }
    case .phyphox:
      var session = PhyphoxSession()
      for part in parts {
        guard let (readings, isNew) = try? session.ingest(part) else { continue }
        guard session.path.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { throw Finding("\(session.path) is no path") }
        try ingest(readings, isNew: isNew)
      }
    }
    if let answer = try? WebAnswer(reading: rest, isOver: true, mostBody: 1 << 16), answer.body.count > rest.count {
      throw Finding("a body that is longer than its answer")
    }
  }
}
