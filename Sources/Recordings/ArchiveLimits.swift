/// What a compressed file may unpack to. A file that says or does more is refused: recordings and logs compress 3 to 30 times, and what
/// compresses a thousandfold holds nothing but repetition.
public enum ArchiveLimits {
  /// Unpacked bytes for each packed byte, once there are more than `unratedBytes`.
  public static let ratio = 200
  /// Up to here the ratio does not count.
  public static let unratedBytes = 16 << 20
  /// Of a ZIP archive that is held in memory, packed.
  public static let archiveBytes = 64 << 20
  /// Of one file of an archive, unpacked.
  public static let fileBytes = 512 << 20

  /// Whether so many bytes are more than may come of so many packed ones.
  static func isExceeded(unpacked: Int, packed: Int) -> Bool {
    unpacked > unratedBytes && unpacked / ratio > packed
  }
}
