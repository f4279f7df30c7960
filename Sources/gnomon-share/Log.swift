import ServiceLog

/// The service's messages.
enum Log {
  private static let log = ServiceLog("gnomon-share")

  static func write(_ text: String, _ level: ServiceLog.Level = .notice) { log.write(text, level) }
}
