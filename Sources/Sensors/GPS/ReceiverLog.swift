import CPosix
import Geometry
import Files
import Glibc
public import Samples

/// Decodes the log of a receiver with a gpsd process of its own. That gpsd listens on the loopback, reads the log from this
/// process as fast as it can, and ends with it.
///
/// The log is sent through a TCP connection, because a connection waits while gpsd is busy and needs no device. This gpsd has its
/// own shared memory and no system bus; otherwise it would set the machine's clock by the log.
public final class ReceiverLog {
  public enum Fault: Error, Equatable, Sendable {
    case notInstalled
    case notPermitted
    case cannotStart(String)
    /// gpsd ended, stopped reading, or closed the connection before the end of the log.
    case stopped
  }

  /// The log is complete when gpsd has received all of it and has sent nothing for this long.
  private static let quiet = TimeSpan(1)
  private static let patience = TimeSpan(20)
  /// Messages of gpsd's greeting: its version, its devices, its confirmation of the watch. Reports before the greeting would be
  /// lost.
  private static let greeting = 3
  /// Bytes sent before gpsd has to answer a question, which it does after it has processed the earlier bytes. Without this pause
  /// gpsd would stop sending to a client that reads too slowly, and the rest of the log would be lost.
  private static let portion = 8192

  private let listener: Descriptor
  private var child: pid_t = 0
  private let port: Int
  public private(set) var counters = EpochGate.Counters()

  public init() throws(Fault) {
    listener = Descriptor(gnomon_listen_on_loopback(0, 1))
    let probe = gnomon_listen_on_loopback(0, 1)
    guard listener.isOpen, probe >= 0 else { throw .cannotStart("there is no free port on the loopback interface") }
    port = Int(gnomon_port_of(probe))
    // The port is free again, for gpsd to listen on.
    _ = gnomon_close(probe)
    let words = ["gpsd", "-N", "-n", "-b", "-S", "\(port)", "tcp://127.0.0.1:\(gnomon_port_of(listener.number))"]
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
    if child > 0 { gnomon_end_child(child) }
  }

  private static func start(_ program: String, _ words: [String]) -> pid_t {
    var arguments = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    return gnomon_start_child_apart(program, &arguments)
  }

  /// Returns the fixes of the log, one per epoch. `time` is their arrival here; only `utc` is the time of the measurement.
  /// `progress` is called with the number of bytes sent to gpsd.
  public func fixes(of log: [UInt8], progress: (Int) -> Void = { _ in }) throws(Fault) -> [Fix] {
    let connected = try connection(), feed = connected.number
    let session: GPSDConnection
    do throws(GPSDConnection.Fault) { session = try GPSDConnection(host: "127.0.0.1", port: UInt16(port)) } catch {
      throw .cannotStart("it does not answer: \(String(cString: strerror(error.errno)))")
    }
    var gate = EpochGate(), fixes: [Fix] = []
    var sent = 0, lastMoved = BootInstant.now
    var heard = 0
    while heard < Self.greeting, BootInstant.now - lastMoved < Self.patience {
      heard += try hear(session, &gate, &fixes)
      wait(session.descriptor, -1)
    }
    // The number of bytes that may be sent before gpsd's next answer, and the number of that answer.
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
            // The end of the log is signaled, so that gpsd sends what it still holds of the last epoch.
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

  /// Waits for gpsd to connect to the log; gpsd itself listens by then.
  private func connection() throws(Fault) -> Descriptor {
    let begun = BootInstant.now
    while BootInstant.now - begun < Self.patience {
      var ready = pollfd(fd: listener.number, events: Int16(POLLIN), revents: 0)
      if poll(&ready, 1, 100) == 1 {
        let feed = Descriptor(gnomon_accept(listener.number, 0))
        if feed.isOpen { return feed }
      }
      var status: CInt = 0
      if waitpid(child, &status, WNOHANG) == child {
        child = 0
        throw .cannotStart("it ended at once; 'gpsd -N -n -D 3' prints the reason")
      }
    }
    throw .cannotStart("it does not connect to read the log")
  }

  /// Reads the messages that have arrived, and returns their number.
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
    // Acknowledges at once. Otherwise gpsd's short answer waits until its earlier data is acknowledged (RFC 896), and Linux
    // delays acknowledgments by 40 ms. Linux resets this option by itself, so it is set each time.
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
    case .notInstalled: "gpsd is not installed, and is needed to decode a receiver's log: apt install gpsd"
    case .notPermitted:
      "the kernel does not allow to isolate gpsd from this machine's time service, which would set the clock from the log: run it as root"
    case .cannotStart(let why): "gpsd does not start: \(why)"
    case .stopped: "gpsd ended or closed the connection before it had reported the whole log"
    }
  }
}
