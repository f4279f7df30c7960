import CPosix
import Glibc
public import Samples

extension BootInstant {
  /// CLOCK_BOOTTIME, read now.
  public static var now: BootInstant { BootInstant(nanoseconds: posix_boot_nanoseconds()) }

  /// Later than anything: for a deadline that there is not.
  public static let never = BootInstant(nanoseconds: .max)
}

/// One descriptor that stands for several: readable while one of those added to it is.
final class DescriptorGroup {
  let descriptor: CInt

  init() { descriptor = posix_group_open() }

  deinit { if descriptor >= 0 { close(descriptor) } }

  @discardableResult func add(_ member: CInt) -> Bool { posix_group_add(descriptor, member) }
  func remove(_ member: CInt) { posix_group_remove(descriptor, member) }
}

/// A descriptor by which another thread wakes the loop.
final class WakeSignal {
  let descriptor: CInt

  init() { descriptor = posix_wake_open() }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func clear() { _ = posix_wake_clear(descriptor) }
}

/// Tells when an entry of a folder appears or goes; useless, and silent, where the folder is missing.
final class FolderWatch {
  let descriptor: CInt

  init(_ folder: String) { descriptor = posix_folder_watch_open(folder) }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Whether something changed since the last time.
  func hasChanged() -> Bool { descriptor >= 0 && posix_folder_watch_clear(descriptor) }
}
