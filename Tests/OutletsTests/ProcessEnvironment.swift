import Foundation

enum ProcessEnvironment {
  static func has(_ name: String) -> Bool { ProcessInfo.processInfo.environment[name] != nil }
}
