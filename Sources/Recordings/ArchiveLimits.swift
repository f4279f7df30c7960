/// Limits for unpacking a compressed file. A file beyond them is refused: recordings and logs compress 3 to 30 times, and a file
/// that compresses a thousandfold holds only repetition.
public enum ArchiveLimits {
  /// Largest number of unpacked bytes per packed byte, above `unratedBytes`.
  public static let ratio = 200
  /// Unpacked bytes up to which the ratio is not checked.
  public static let unratedBytes = 16 << 20
  /// Packed bytes of a ZIP archive that is held in memory.
  public static let archiveBytes = 64 << 20
  /// Unpacked bytes of one file of an archive.
  public static let fileBytes = 512 << 20

  /// Returns whether the unpacked bytes are more than the packed ones allow.
  static func isExceeded(unpacked: Int, packed: Int) -> Bool {
    unpacked > unratedBytes && unpacked / ratio > packed
  }
}
