import CPosix
public import Samples

extension BootInstant {
  /// CLOCK_BOOTTIME, read now.
  public static var now: BootInstant { BootInstant(nanoseconds: gnomon_boot_time()) }

  /// Later than every other moment: the deadline of what waits for nothing.
  public static let never = BootInstant(nanoseconds: .max)
}
