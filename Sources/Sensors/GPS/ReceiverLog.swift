import CPosix
import Geometry
import Glibc
public import Samples

/// What a receiver once sent, understood by a gpsd of our own: it listens on the loopback, reads the log from us as fast as it
/// can, and ends with us.
///
/// The log goes through a TCP connection, because that waits where gpsd is busy and does without a device. This gpsd has shared
/// memory of its own and no system bus, or it would set the machine's clock by the log.
public final class ReceiverLog {
  public enum Fault: Error, Equatable, Sendable {
    case notInstalled
    case notPermitted
    case cannotStart(String)
    /// It ended, stopped reading, or let go of us, before it had told the whole log.
    case stopped
  }

  /// The end is there when gpsd has had all and said nothing for this long.
  private static let quiet = TimeSpan(1)
  private static let patience = TimeSpan(20)
  /// It says its version, its devices and that it will report: whatever it understood before that, nobody would hear.
  private static let greeting = 3
  /// So much it is given before it has answered a question, which it does when it has dealt with what came before: to who does not
  /// keep up with what it tells, it stops talking, and the rest of the log would be lost.
  private static let portion = 8192

  private let listener: CInt
  private var child: pid_t = 0
  private let port: Int
  public private(set) var counters = EpochGate.Counters()

  public init() throws(Fault) {
    listener = gnomon_listen_on_loopback(0, 1)
    let probe = gnomon_listen_on_loopback(0, 1)
    guard listener >= 0, probe >= 0 else { throw .cannotStart("no free port on the loopback") }
    port = Int(gnomon_port_of(probe))
    // gpsd takes it over.
    _ = gnomon_close(probe)
    let words = ["gpsd", "-N", "-n", "-b", "-S", "\(port)", "tcp://127.0.0.1:\(gnomon_port_of(listener))"]
    for program in ["gpsd", "/usr/sbin/gpsd"] {
      child = Self.start(program, words)
      if child != -ENOENT { break }
    }
    switch child {
    case -ENOENT: throw .notInstalled
    case -EPERM, -EACCES: throw .notPermitted
    case ..<0: throw .cannotStart(String(cString: strerror(-child)))
    default: break
    }
  }

  deinit {
    if child > 0 {
      kill(child, SIGTERM)
      waitpid(child, nil, 0)
    }
    _ = gnomon_close(listener)
  }

  private static func start(_ program: String, _ words: [String]) -> pid_t {
    var arguments = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    return gnomon_start_child_apart(program, &arguments)
  }

  /// The fixes of the log, each of its epoch, timed by their arrival here: when they held only their UTC tells. `progress` is
  /// told how many bytes gpsd has been sent.
  public func fixes(of log: [UInt8], progress: (Int) -> Void = { _ in }) throws(Fault) -> [Fix] {
    let feed = try connection()
    defer { _ = gnomon_close(feed) }
    let session: GPSDConnection
    do throws(GPSDConnection.Fault) { session = try GPSDConnection(host: "127.0.0.1", port: UInt16(port)) } catch {
      throw .cannotStart("no answer from it: \(String(cString: strerror(error.errno)))")
    }
    var gate = EpochGate(), fixes: [Fix] = []
    var sent = 0, lastMoved = BootInstant.now
    var heard = 0
    while heard < Self.greeting, BootInstant.now - lastMoved < Self.patience {
      heard += try hear(session, &gate, &fixes)
      wait(session.descriptor, -1)
    }
    // What it may be sent until it has answered.
    var allowed = min(Self.portion, log.count), awaited = session.versions
    while true {
      if try hear(session, &gate, &fixes) > 0 { lastMoved = .now }
      if sent == allowed, session.versions >= awaited { allowed = min(sent + Self.portion, log.count) }
      if sent < allowed {
        let count = log.withUnsafeBytes { bytes in
          gnomon_send(feed, bytes.baseAddress.map { $0 + sent }, Int64(allowed - sent))
        }
        if count > 0 {
          sent += Int(count)
          lastMoved = .now
          progress(sent)
          if sent == log.count {
            // It has all, and is told so: what it holds back of the last epoch it says now.
            shutdown(feed, CInt(SHUT_WR))
          } else if sent == allowed {
            awaited += 1
            if !session.ask() { throw .stopped }
          }
        } else if count != -Int64(EAGAIN) {
          throw .stopped
        }
      } else if sent == log.count, BootInstant.now - lastMoved > Self.quiet {
        break
      }
      if BootInstant.now - lastMoved > Self.patience { throw .stopped }
      wait(session.descriptor, sent < allowed ? feed : -1)
    }
    gate.drain(at: .never) { fixes.append($0) }
    counters = gate.counters
    return fixes
  }

  /// gpsd's connection to the log; it listens itself by then.
  private func connection() throws(Fault) -> CInt {
    let begun = BootInstant.now
    while BootInstant.now - begun < Self.patience {
      var ready = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
      if poll(&ready, 1, 100) == 1 {
        let feed = gnomon_accept(listener, 0)
        if feed >= 0 { return feed }
      }
      var status: CInt = 0
      if waitpid(child, &status, WNOHANG) == child {
        child = 0
        throw .cannotStart("it ended at once; 'gpsd -N -n -D 3' says why")
      }
    }
    throw .cannotStart("it does not come for the log")
  }

  /// How many messages it has sent.
  private func hear(_ session: GPSDConnection, _ gate: inout EpochGate, _ fixes: inout [Fix]) throws(Fault) -> Int {
    var count = 0
    while true {
      let outcome = session.read { message in
        count += 1
        if case .position(let report, _) = message { gate.ingest(report, arrival: .now) { fixes.append($0) } }
      }
      switch outcome {
      case .portion: continue
      case .empty: return count
      case .lost: throw .stopped
      }
    }
  }

  private func wait(_ reader: CInt, _ writer: CInt) {
    // gpsd's answer, a short one, would wait for us to acknowledge what it told before (RFC 896), and we 40 ms for something to
    // acknowledge it with; Linux forgets this again, so it is said each time.
    var isAtOnce: CInt = 1
    setsockopt(reader, CInt(IPPROTO_TCP), TCP_QUICKACK, &isAtOnce, socklen_t(MemoryLayout<CInt>.size))
    var ready = [
      pollfd(fd: reader, events: Int16(POLLIN), revents: 0), pollfd(fd: writer, events: Int16(POLLOUT), revents: 0),
    ]
    poll(&ready, 2, 50)
  }
}

extension ReceiverLog.Fault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notInstalled: "gpsd is not installed, and it is what understands receivers: apt install gpsd"
    case .notPermitted:
      "the kernel does not let gpsd be kept apart from this machine's time service, which would follow the log: run it as root"
    case .cannotStart(let why): "gpsd does not start: \(why)"
    case .stopped: "gpsd ended, or let go of us, before it had told all of the log"
    }
  }
}
