import Files
import Glibc
public import Phrases

/// The variables of the process's environment.
public enum Environment {
  /// The value of a variable; nil if it is unset or empty.
  public static func value(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The units for people: those of GNOMON_UNITS, else of the locale.
  public static let units: Phrases.Units = {
    if let word = value("GNOMON_UNITS") {
      if let named = Phrases.Units(rawValue: word) { return named }
      Terminal.warn(
        "GNOMON_UNITS is metric or imperial, not '\(DaemonCall.plain(word))': the units are those of the locale")
    }
    return Phrases.Units(locale: value("LC_ALL") ?? value("LC_MEASUREMENT") ?? value("LANG") ?? "")
  }()
}

/// The time of day. Only commands read it, never the pipeline.
public func secondsSince1970() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return Int64(time.tv_sec)
}

/// Reads a whole file of at most 64 MiB; errors name the file.
public func contents(of path: String) throws(Failure) -> [UInt8] {
  do { return try wholeFile(path, atMost: 64 << 20) } catch {
    guard error.errno == EFBIG else { throw .inputOutput("\(error)") }
    throw .data("\(path): larger than 64 MiB, too large for this file")
  }
}
