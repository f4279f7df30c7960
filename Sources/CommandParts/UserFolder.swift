import Glibc

/// The folder in which commands keep what they go on with later: `$XDG_STATE_HOME/gnomon`, else `~/.local/state/gnomon`.
public enum UserFolder {
  /// Nil if neither variable is set and the user has no home folder. A service has no HOME, so the account's entry counts then.
  public static var state: String? {
    let account = getpwuid(geteuid()).map { String(cString: $0.pointee.pw_dir) }
    return state(stateHome: Environment.value("XDG_STATE_HOME"), homes: [Environment.value("HOME"), account])
  }

  /// The folder of states, or the one of the first home folder. Relative paths count as not set (XDG Base Directory Specification
  /// 0.8).
  static func state(stateHome: String?, homes: [String?]) -> String? {
    if let stateHome, stateHome.hasPrefix("/") { return "\(stateHome)/gnomon" }
    return homes.lazy.compactMap { $0 }.first { $0.hasPrefix("/") }.map { "\($0)/.local/state/gnomon" }
  }
}
