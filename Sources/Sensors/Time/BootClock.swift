import CPosix
public import Samples

extension BootInstant {
  /// CLOCK_BOOTTIME, read now.
  public static var now: BootInstant { BootInstant(nanoseconds: gnomon_boot_time()) }

  /// A time later than every other: the deadline of a source that waits for nothing.
  public static let never = BootInstant(nanoseconds: .max)
}
