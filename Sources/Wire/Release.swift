/// The version of gnomon: printed by `--version`, reported by the daemon, and used for the Debian package. `scripts/lint`
/// compares both constants with `debian/changelog`.
public enum Release {
  public static let version = "0.1.0"
  /// The release date, as printed on the manual pages.
  public static let date = "2026-11-20"
}
