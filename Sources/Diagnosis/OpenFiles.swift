import CommandParts
import Glibc

/// Which processes have files open, by the links in /proc/PID/fd.
struct OpenFiles {
  private(set) var holders: [String: [Holder]] = [:]
  /// Processes whose open files could not be seen.
  private(set) var hidden = 0

  /// Looks for these paths in all processes but this one.
  init(of paths: Set<String>) {
    guard !paths.isEmpty else { return }
    for process in (MachineFiles.names(in: "/proc") ?? []).compactMap({ Int($0) }) where process != Int(getpid()) {
      guard let open = MachineFiles.names(in: "/proc/\(process)/fd") else {
        // A process that has just ended is not hidden.
        if MachineFiles.exists("/proc/\(process)") { hidden += 1 }
        continue
      }
      let held = Set(open.compactMap { MachineFiles.destination("/proc/\(process)/fd/\($0)") }).intersection(paths)
      guard !held.isEmpty else { continue }
      let name = MachineFiles.line("/proc/\(process)/comm") ?? "?"
      for path in held { holders[path, default: []].append(Holder(process: process, name: name)) }
    }
  }
}
