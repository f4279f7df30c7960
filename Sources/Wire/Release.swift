/// Which gnomon this is: what `--version` prints, what the daemon says of itself, and what the Debian package is called. `scripts/lint`
/// compares it with `debian/changelog`.
public enum Release {
  public static let version = "0.1.0"
}
