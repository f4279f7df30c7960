/// Which gnomon this is: what `--version` prints, what the daemon says of itself, and what the Debian package is called. `scripts/lint`
/// compares both with `debian/changelog`.
public enum Release {
  public static let version = "0.1.0"
  /// The day on which it was released, as the manual pages bear it.
  public static let date = "2026-11-20"
}
