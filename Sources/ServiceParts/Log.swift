public import ServiceLog

/// The daemon's log for its administrator.
public enum Log {
  public typealias Level = ServiceLog.Level
  private static let log = ServiceLog("gnomond")

  public static func write(_ text: String, _ level: Level = .information) { log.write(text, level) }
}
