public import Geometry
import Phrases
public import Text

/// An action of the wearer that would improve the estimate: a code for programs, its numbers, and the English sentence.
public enum Guidance: Equatable, Sendable {
  /// Stand still for this time, so that the gyroscope's bias is learned.
  case standStill(TimeSpan)
  /// There is no fix.
  case goOutside
  /// There are fixes, but with this 68 % radius.
  case openSky(radius: Length)
  /// Distance to walk farther from where the fixes began.
  case walk(Length)
  /// Deviation of the field from the Earth's.
  case leaveMetal(deviation: FluxDensity)
  /// Uncertainty of the device's own field.
  case turnDevice(uncertainty: FluxDensity)
  /// The compass is known from earlier days; a turn shows that it is as it was.
  case lookAround

  public enum Code: String, CaseIterable, Sendable {
    case standStill = "stand-still"
    case goOutside = "go-outside"
    case openSky = "open-sky"
    case walk
    case leaveMetal = "leave-metal"
    case turnDevice = "turn-device"
    case lookAround = "look-around"
  }

  public var code: Code {
    switch self {
    case .standStill: .standStill
    case .goOutside: .goOutside
    case .openSky: .openSky
    case .walk: .walk
    case .leaveMetal: .leaveMetal
    case .turnDevice: .turnDevice
    case .lookAround: .lookAround
    }
  }

  /// SI, unless the unit is in the name.
  public var parameters: [JSONMember] {
    switch self {
    case .standStill(let time): [JSONMember("duration", .number(time.value))]
    case .goOutside, .lookAround: []
    case .openSky(let radius): [JSONMember("radius", .number(radius.value))]
    case .walk(let distance): [JSONMember("distance", .number(distance.value))]
    case .leaveMetal(let deviation): [JSONMember("deviation_ut", .number(deviation.value))]
    case .turnDevice(let uncertainty): [JSONMember("uncertainty_ut", .number(uncertainty.value))]
    }
  }

  public var english: String { Phrases.english.guidance(code.rawValue, .object(parameters)) ?? code.rawValue }

  /// `{"code":"walk","parameters":{"distance":12},"english":"walk 12 m more, straight"}`
  public var json: JSONValue {
    .object([
      JSONMember("code", .string(code.rawValue)), JSONMember("parameters", .object(parameters)),
      JSONMember("english", .string(english)),
    ])
  }
}
