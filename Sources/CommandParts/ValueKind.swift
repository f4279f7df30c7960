/// The kind of an option's value or of an operand, for the completions of the shells.
public enum ValueKind: Equatable, Sendable {
  /// One of these words.
  case words([String])
  /// One of these names, followed by a value: `NAME=…`.
  case assignment([String])
  /// A file with one of these endings, which are written without their point; any file if the list is empty.
  case file([String])
  case folder
  /// `Section.Key=VALUE`, as in a line of the configuration's files.
  case setting
  /// `KEY=VALUE` for a parameter of the pipeline.
  case parameter
  case profile
  case number
  /// Free text: nothing to complete.
  case text

  public static let recording = ValueKind.file(["gnomon", "gnomon.gz"])
  public static let json = ValueKind.file(["json"])

  /// The kind of a placeholder in the usage line: `FILE`, `OUT.csv`, `HZ`, `mag|accel|gyro`.
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
