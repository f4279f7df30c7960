import CPosix
import Glibc
import Text

// The daemon as a separate process: its resident memory, and its wake-ups.
extension Bench {
  /// Memory over an hour of a simulated session with eight subscribers, at a hundred times its speed.
  static func resident(_ path: String) throws {
    let speed = 100.0
    let daemon = try SpawnedDaemon(["--demo", "--speed", "\(Int(speed))", "--socket", path], socket: path)
    defer { daemon.stop() }
    let started = daemon.status("VmRSS")
    let injections = UnsafeMutablePointer<Int64>.allocate(capacity: 1)
    defer { injections.deallocate() }
    let readers = SocketReaders(injections, origin: 0, step: .max)
    defer { readers.stop() }
    try readers.connect(path, 8, group: 0, request: poseRequest(60))
    var figures = [started]
    let begun = now()
    for minutes in [1.0, 15, 30, 45, 60] {
      usleep(UInt32(max(0, begun + minutes * 60 / speed - now()) * 1e6))
      figures.append(daemon.status("VmRSS"))
    }
    figure("resident after an hour", Double(figures[figures.count - 1]) / 1024, "MiB")
    figure("resident at most", Double(daemon.status("VmHWM")) / 1024, "MiB")
    print(
      "resident: \(figures.map { rounded(Double($0) / 1024, 2) }.joined(separator: ", ")) MiB at the start and after "
        + "1, 15, 30, 45, 60 minutes of session; most \(rounded(Double(daemon.status("VmHWM")) / 1024, 2)) (bar 16); "
        + "anonymous \(rounded(Double(daemon.status("RssAnon")) / 1024, 2))")
  }

  /// Measures wake-ups a second without any client.
  static func wakes(_ path: String) throws {
    let seconds = 10.0
    for (name, words) in [("without a source", [String]()), ("a simulated walk", ["--demo"])] {
      let daemon = try SpawnedDaemon(words + ["--socket", path], socket: path)
      usleep(1_000_000)
      let before = daemon.wakes, begun = now()
      usleep(UInt32(seconds * 1e6))
      let rate = Double(daemon.wakes - before) / (now() - begun)
      figure("wake-ups, no subscriber, \(name)", rate, "a second")
      print("wake-ups a second, no subscriber, \(name): \(rounded(rate, 1))")
      daemon.stop()
    }
  }
}

/// The `gnomond` beside this program.
private final class SpawnedDaemon {
  private var process: pid_t = 0

  init(_ words: [String], socket: String) throws {
    var own = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &own, own.count - 1)
    let path = String(decoding: own[..<max(0, length)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let program =
      path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/") + "/gnomond"
    var arguments: [UnsafeMutablePointer<CChar>?] = ([program] + words).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    let fault = posix_spawn(&process, program, nil, nil, &arguments, environ)
    if fault != 0 { throw BenchFault("\(program): \(String(cString: strerror(fault))); build it first") }
    for _ in 0..<1000 {
      let descriptor = gnomon_connect(socket)
      if descriptor >= 0 {
        gnomon_close(descriptor)
        return
      }
      usleep(10_000)
    }
    throw BenchFault("\(program) does not answer at \(socket)")
  }

  func stop() {
    kill(process, SIGTERM)
    waitpid(process, nil, 0)
  }

  /// Returns a number of /proc/PID/status.
  func status(_ name: String) -> Int { Self.number(name, in: "/proc/\(process)/status") }

  /// Number of times that any of its threads has gone to sleep.
  var wakes: Int {
    guard let folder = opendir("/proc/\(process)/task") else { return 0 }
    defer { closedir(folder) }
    var sum = 0
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") {
        sum += Self.number("voluntary_ctxt_switches", in: "/proc/\(process)/task/\(name)/status")
      }
    }
    return sum
  }

  private static func number(_ name: String, in path: String) -> Int {
    guard let file = fopen(path, "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, CInt(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if text.hasPrefix(name + ":") { return Int(text.filter(\.isNumber)) ?? 0 }
    }
    return 0
  }
}
