/// The folder in which commands keep what they go on with later: `$XDG_STATE_HOME/gnomon`, else `~/.local/state/gnomon`.
public enum UserFolder {
  /// Nil if neither variable is set.
  public static var state: String? {
    if let state = Environment.value("XDG_STATE_HOME"), state.hasPrefix("/") { return "\(state)/gnomon" }
    return Environment.value("HOME").flatMap { $0.hasPrefix("/") ? "\($0)/.local/state/gnomon" : nil }
  }
}
