/// The readers of bytes from outside, each with the properties that hold for every input: no trap, and accepted values are
/// written and read again as the same values.
///
/// `scripts/fuzz NAME` searches for an input that breaks them; `FuzzTests` runs the found inputs, and the corpora, in `make
/// test`.
public enum FuzzReader: String, CaseIterable, Sendable {
  case recording, replay, report
  case json, xml, message
  case route, places
  case calibration, state, configuration, coefficients
  case gnssLog = "gnss-log", phyphox, sensorLogger = "sensor-logger"
  case rosbag, tum, euroc, columns, gpx
  case osmPBF = "osm-pbf", osmXML = "osm-xml", kml
  case zip, page, websocket, iio, gpsd, terminal, terrain, companion, phone, chips, glasses

  public func check(_ bytes: [UInt8]) throws(Finding) {
    switch self {
    case .recording: try Recorded.check(bytes)
    case .replay: try Replayed.check(bytes, tells: false)
    case .report: try Replayed.check(bytes, tells: true)
    case .json: try Texts.checkJSON(bytes)
    case .xml: try Texts.checkXML(bytes)
    case .message: try Messages.check(bytes)
    case .route: try Routes.check(bytes)
    case .places: try PlaceFiles.check(bytes)
    case .calibration: try Kept.checkCalibration(bytes)
    case .state: try Kept.checkState(bytes)
    case .configuration: try Kept.checkConfiguration(bytes)
    case .coefficients: try Kept.checkCoefficients(bytes)
    case .gnssLog, .phyphox, .sensorLogger, .tum, .euroc, .columns: try Logs.check(self, bytes)
    case .rosbag: try Logs.checkBag(bytes)
    case .gpx: try Logs.checkTrack(bytes)
    case .osmPBF: try PlacePieces.check(bytes, .osmPBF)
    case .osmXML: try PlacePieces.check(bytes, .osmXML)
    case .kml: try PlacePieces.check(bytes, .kml)
    case .zip: try Archives.check(bytes)
    case .page: try Pages.check(bytes)
    case .websocket: try WebSockets.check(bytes)
    case .iio: try Devices.check(bytes)
    case .gpsd: try Receivers.check(bytes)
    case .terminal: try Texts.checkTerminal(bytes)
    case .terrain: try TerrainBytes.check(bytes)
    case .companion: try TeamMessages.check(bytes)
    case .phone: try PhoneMessages.check(bytes)
    case .chips: try ChipAnswers.check(bytes)
    case .glasses: try GlassesBytes.check(bytes)
    }
  }

  /// Largest time per byte under instrumentation: a line of a replayed recording is a step of all filters.
  public var secondsPerByte: Double {
    switch self {
    case .replay, .report: 1e-3
    default: 1e-4
    }
  }
}

/// A property that an input breaks.
public struct Finding: Error, CustomStringConvertible {
  public let description: String
  init(_ description: String) { self.description = description }
}

func require(_ holds: Bool, _ complaint: @autoclosure () -> String) throws(Finding) {
  if !holds { throw Finding(complaint()) }
}
