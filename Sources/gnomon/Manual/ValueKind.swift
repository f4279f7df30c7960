import Configuration
import Odometry
import Tracking

/// What a value or an operand is, as far as a shell can help to type it.
enum ValueKind: Equatable, Sendable {
  /// One of these words.
  case words([String])
  /// One of these names, and then what it is to be: `NAME=…`.
  case assignment([String])
  /// A file with one of these endings, said without their point; any file where there is none.
  case file([String])
  case folder
  case number
  /// What only the typist knows.
  case text

  static let recording = ValueKind.file(["gnomon", "gnomon.gz"])
  static let json = ValueKind.file(["json"])
  /// `Section.Key=VALUE`, as a line of the configuration's files.
  static let setting = ValueKind.assignment(Configuration().entries.map(\.name))
  /// `KEY=VALUE`, of the pipeline alone.
  static let parameter = ValueKind.assignment(TrackerParameters.table.parameters.map(\.name))
  static let profile = ValueKind.words(Profile.allCases.map(\.rawValue))

  /// What the word that stands for it in the usage line tells: `FILE`, `OUT.csv`, `HZ`, `mag|accel|gyro`.
  static func usual(for placeholder: String) -> ValueKind {
    if placeholder.contains("|"), !placeholder.contains(where: \.isUppercase) {
      return .words(placeholder.split(separator: "|").map(String.init))
    }
    if let point = placeholder.firstIndex(of: "."), placeholder[..<point].allSatisfy(\.isUppercase) {
      return .file([String(placeholder[placeholder.index(after: point)...])])
    }
    return switch placeholder {
    case "RECORDING": .recording
    case "FILE", "PATH", "OUT": .file([])
    case "PAGE": .file(["html"])
    case "FOLDER", "DIR": .folder
    case "WHO": .profile
    case "N", "M", "S", "T", "Y", "HZ", "DEG", "SECONDS", "LAT", "LON", "H", "LAT0", "LON0", "H0", "LAT1", "LON1",
      "LAT2",
      "LON2", "AZIMUTH", "DISTANCE":
      .number
    default: .text
    }
  }
}
