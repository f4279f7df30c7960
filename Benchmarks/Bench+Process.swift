import CPosix
import Files
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

  /// Measures how often a second the daemon wakes up, how many system calls it makes, and the processor's time. strace counts the
  /// calls after the other two, since it slows the daemon down.
  static func wakes() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    print("the daemon, a second            wake-ups    system calls    % of a core")
    for load in DaemonLoad.all { try measure(load, in: folder) }
  }

  private static func measure(_ load: DaemonLoad, in folder: TemporaryFolder) throws {
    let path = "\(folder.path)/socket", summary = "\(folder.path)/calls", seconds = 10.0
    let daemon = try SpawnedDaemon(load.words + ["--socket", path], socket: path)
    defer { daemon.stop() }
    let injections = UnsafeMutablePointer<Int64>.allocate(capacity: 1)
    defer { injections.deallocate() }
    let readers = SocketReaders(injections, origin: 0, step: .max)
    defer { readers.stop() }
    if load.clients > 0 { try readers.connect(path, load.clients, group: 0, request: poseRequest(load.rate)) }
    // A request keeps the daemon awake for five seconds.
    usleep(6_000_000)
    let before = (wakes: daemon.wakes, time: daemon.processorTime), begun = now()
    usleep(UInt32(seconds * 1e6))
    let passed = now() - begun
    let wakes = Double(daemon.wakes - before.wakes) / passed, busy = 100 * (daemon.processorTime - before.time) / passed
    // Ended by a signal, strace fails, and has written its sums.
    let strace = "timeout --signal=INT \(Int(seconds)) strace -c -f -qq -o '\(summary)' -p \(daemon.process) || true"
    _ = try output(of: ["sh", "-c", strace])
    let last =
      String(decoding: try wholeFile(summary, atMost: 1 << 20), as: UTF8.self).split(separator: "\n").last ?? ""
    // The line of the sum: share, seconds, microseconds a call, calls, errors, "total".
    guard last.hasSuffix("total"), let sum = last.split(separator: " ").dropFirst(3).first, let calls = Double(sum)
    else {
      throw BenchFault("strace has counted no calls: '\(last)'")
    }
    let each = calls / seconds
    figure("daemon, \(load.name): wake-ups", wakes, "a second")
    figure("daemon, \(load.name): system calls", each, "a second")
    figure("daemon, \(load.name): processor time", busy, "% of a core")
    print(
      load.name + right(rounded(wakes, 1), 40 - load.name.count) + right(rounded(each, 1), 16)
        + right(rounded(busy, 2), 15))
  }
}

/// A daemon's sensors, and its clients.
private struct DaemonLoad {
  let name: String
  let words: [String]
  var clients = 0, rate = 0.0

  static let all = [
    DaemonLoad(name: "without a sensor", words: []),
    DaemonLoad(name: "nobody reads", words: ["--demo"]),
    DaemonLoad(name: "one reads at 60 Hz", words: ["--demo"], clients: 1, rate: 60),
    DaemonLoad(name: "eight read at 120 Hz", words: ["--demo"], clients: 8, rate: 120),
  ]
}

/// The `gnomond` beside this program.
private final class SpawnedDaemon {
  private(set) var process: pid_t = 0

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

  /// Processor's time of its threads so far, in s.
  var processorTime: Double {
    guard let file = fopen("/proc/\(process)/stat", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 1024)
    guard fgets(&line, CInt(line.count), file) != nil else { return 0 }
    // Behind the name, which may have spaces: fields 14 and 15 are the ticks of the user and of the system.
    let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return 0 }
    return (user + system) / Double(sysconf(CInt(_SC_CLK_TCK)))
  }

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
