import Text
import Wire

/// Messages of the socket, as read by the daemon and by a client.
enum Messages {
  static func check(_ bytes: [UInt8]) throws(Finding) {
    var splitter = MessageSplitter(limit: 1 << 16), start = 0
    // In two pieces, as a socket may deliver them.
    for end in [bytes.count / 2, bytes.count] {
      let isWithin = bytes.withUnsafeBytes { splitter.append(UnsafeRawBufferPointer(rebasing: $0[start..<end])) }
      guard isWithin else { return }
      start = end
    }
    while let message = splitter.next() {
      try checkRequest(message)
      _ = try? Reply(reading: message)
      guard let value = try? JSONValue(reading: message, maximumValues: Limits.values) else { continue }
      // Alone, and as the parameters of a reply.
      for value in [value, value["parameters"]].compactMap({ $0 }) {
        for (name, rewritten) in answers { try check(value, name, rewritten) }
        for read in others { try? read(value) }
        var view = SceneView()
        view.apply(value["frame"] ?? value)
        view.apply(value["frame"] ?? value)
      }
    }
  }

  private static func checkRequest(_ message: [UInt8]) throws(Finding) {
    guard let request = try? Request(reading: message) else { return }
    var writer = JSONWriter()
    request.write(to: &writer)
    guard let again = try? Request(reading: Array(writer.buffer.bytes.dropLast())) else {
      throw Finding("a request was taken, and refused when written: \(writer.buffer.string)")
    }
    try require(
      again.method == request.method && again.parameters == request.parameters && again.more == request.more
        && again.oneway == request.oneway && again.upgrade == request.upgrade,
      "a request changed: \(writer.buffer.string)")
    _ = request.target
  }

  /// Checks that a text that is read, written, read and written again is the same.
  private static func check(
    _ value: JSONValue, _ name: String, _ rewritten: (JSONValue) throws(MessageFault) -> JSONValue
  ) throws(Finding) {
    guard let first = try? rewritten(value) else { return }
    guard let second = try? rewritten(first) else {
      throw Finding("\(name) was taken, and refused when written: \(first.text)")
    }
    try require(first == second, "\(name) changed by being written and read: \(first.text) is \(second.text)")
  }

  private static func text(_ write: (inout JSONWriter) -> Void) -> JSONValue {
    var writer = JSONWriter()
    write(&writer)
    return (try? JSONValue(reading: writer.buffer.bytes)) ?? "what is written is no JSON"
  }

  private typealias Rewriting = (JSONValue) throws(MessageFault) -> JSONValue

  private static var answers: [(String, Rewriting)] { trackingAnswers + sceneAnswers + calibrationAnswers }

  private static var trackingAnswers: [(String, Rewriting)] {
    [
      ("PoseMessage", { (v) throws(MessageFault) in text(try PoseMessage(json: v).write) }),
      ("AlignmentMessage", { (v) throws(MessageFault) in text(try AlignmentMessage(json: v).write) }),
      ("CorrectionMessage", { (v) throws(MessageFault) in text(try CorrectionMessage(json: v).write) }),
      ("AidsMessage", { (v) throws(MessageFault) in text(try AidsMessage(json: v).write) }),
      ("SensorsMessage", { (v) throws(MessageFault) in text(try SensorsMessage(json: v).write) }),
      ("StateMessage", { (v) throws(MessageFault) in text(try StateMessage(json: v).write) }),
      ("StatusMessage", { (v) throws(MessageFault) in text(try StatusMessage(json: v).write) }),
      ("GuidanceMessage", { (v) throws(MessageFault) in text(try GuidanceMessage(json: v).write) }),
    ]
  }

  private static var sceneAnswers: [(String, Rewriting)] {
    [
      ("PlacementMessage", { (v) throws(MessageFault) in text(try PlacementMessage(json: v).write) }),
      ("RadarMessage", { (v) throws(MessageFault) in text(try RadarMessage(json: v).write) }),
      ("PlaceMessage", { (v) throws(MessageFault) in text(try PlaceMessage(json: v).write) }),
      ("AnchorMessage", { (v) throws(MessageFault) in text(try AnchorMessage(json: v).write) }),
      ("HintMessage", { (v) throws(MessageFault) in text(try HintMessage(json: v).write) }),
      ("FinishMessage", { (v) throws(MessageFault) in text(try FinishMessage(json: v).write) }),
      ("ArrowMessage", { (v) throws(MessageFault) in text(try ArrowMessage(json: v).write) }),
      ("ArrowsMessage", { (v) throws(MessageFault) in text(try ArrowsMessage(json: v).write) }),
      ("MarkerMessage", { (v) throws(MessageFault) in text(try MarkerMessage(json: v).write) }),
      ("StepMessage", { (v) throws(MessageFault) in text(try StepMessage(json: v).write) }),
      ("ProgressMessage", { (v) throws(MessageFault) in text(try ProgressMessage(json: v).write) }),
      ("RadarDiscMessage", { (v) throws(MessageFault) in text(try RadarDiscMessage(json: v).write) }),
      ("LightMessage", { (v) throws(MessageFault) in text(try LightMessage(json: v).write) }),
      ("SceneEventMessage", { (v) throws(MessageFault) in text(try SceneEventMessage(json: v).write) }),
      ("ViewportMessage", { (v) throws(MessageFault) in try ViewportMessage(json: v).json }),
      ("PlaceFilterMessage", { (v) throws(MessageFault) in try PlaceFilterMessage(json: v).json }),
    ]
  }

  private static var calibrationAnswers: [(String, Rewriting)] {
    [
      ("FigureMessage", { (v) throws(MessageFault) in try FigureMessage(json: v).json }),
      ("PhraseMessage", { (v) throws(MessageFault) in try PhraseMessage(json: v).json }),
      ("CalibrationProgressMessage", { (v) throws(MessageFault) in try CalibrationProgressMessage(json: v).json }),
      ("CalibrationResultMessage", { (v) throws(MessageFault) in try CalibrationResultMessage(json: v).json }),
      ("CalibrationFailureMessage", { (v) throws(MessageFault) in try CalibrationFailureMessage(json: v).json }),
      ("CalibrationMessage", { (v) throws(MessageFault) in try CalibrationMessage(json: v).json }),
      ("CalibrationVerdictMessage", { (v) throws(MessageFault) in try CalibrationVerdictMessage(json: v).json }),
    ]
  }

  /// Readers of messages that are not written again.
  private static var others: [(JSONValue) throws -> Void] {
    [
      { _ = try StreamMessage(json: $0) }, { _ = try SceneFrameMessage(json: $0) }, { _ = try SceneReply(json: $0) },
      { _ = try PoseAnswer(json: $0) }, { _ = try PlaceAdditionMessage(json: $0) },
      { _ = try PlacePageMessage(json: $0) },
      { _ = try LoadedRouteMessage(json: $0) }, { _ = try RouteMessage(json: $0) },
    ]
  }
}
