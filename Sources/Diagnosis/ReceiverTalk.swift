import CPosix
import Files
import Glibc
import Text

/// A connection to gpsd with its protocol of JSON lines (gpsd_json(5)): the library that the daemon uses reports fixes, but
/// neither gpsd's version nor its devices.
final class ReceiverTalk {
  private let socket: Descriptor
  private var descriptor: CInt { socket.number }
  private let begun = gnomon_boot_time()
  private var bytes: [UInt8] = []

  /// Fails with an errno if there is no connection within two seconds.
  init?(host: String, port: String, error: inout CInt) {
    var hints = addrinfo()
    hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, port, &hints, &list) == 0, let first = list else {
      error = EHOSTUNREACH
      return nil
    }
    defer { freeaddrinfo(first) }
    var connected = Descriptor(-1)
    var next: UnsafeMutablePointer<addrinfo>? = first
    while let address = next?.pointee, !connected.isOpen {
      connected = Self.connect(address, &error)
      next = address.ai_next
    }
    guard connected.isOpen else { return nil }
    socket = connected
    let watch = #"?DEVICES;?WATCH={"enable":true,"json":true,"pps":true};"# + "\n"
    _ = watch.utf8.withContiguousStorageIfAvailable { send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
  }

  private static func connect(_ address: addrinfo, _ error: inout CInt) -> Descriptor {
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let made = Descriptor(Glibc.socket(address.ai_family, type, 0)), socket = made.number
    guard made.isOpen else {
      error = errno
      return made
    }
    if Glibc.connect(socket, address.ai_addr, address.ai_addrlen) != 0 {
      error = errno
      if error == EINPROGRESS {
        var waiting = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
        var length = socklen_t(MemoryLayout<CInt>.size)
        error = ETIMEDOUT
        if poll(&waiting, 1, 2000) == 1 { getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &length) }
      }
      guard error == 0 else { return Descriptor(-1) }
    }
    return made
  }

  /// Listens until `seconds` after the connection. Returns all lines, and the actual time.
  func listen(until seconds: Double) -> (lines: [String], seconds: Double) {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let left = seconds - elapsed
      var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let count = poll(&ready, 1, CInt(max(0, left) * 1000))
      if count == 0 { break }
      if count < 0 { continue }
      let read = Glibc.read(descriptor, &chunk, chunk.count)
      if read <= 0 { break }
      bytes += chunk[..<read]
      if bytes.count > 16 << 20 || left < -1 { break }
    }
    let lines = bytes.split(whereSeparator: { $0 == 10 || $0 == 13 }).map { String(decoding: $0, as: UTF8.self) }
    return (lines, elapsed)
  }

  private var elapsed: Double { Double(gnomon_boot_time() - begun) * 1e-9 }
}

extension ReceiverFacts {
  /// Host and port; an IPv6 address may stand in brackets.
  var parts: (host: String, port: String) {
    guard let colon = address.lastIndex(of: ":") else { return (address, "2947") }
    var host = String(address[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    return (host, String(address[address.index(after: colon)...]))
  }

  mutating func ingest(_ lines: [String]) {
    for line in lines where !line.isEmpty {
      guard let report = try? JSONValue(reading: line), let kind = report["class"]?.string else {
        misunderstood += 1
        continue
      }
      switch kind {
      case "VERSION": version = report["release"]?.string
      case "DEVICES": for device in report["devices"]?.array ?? [] { add(device) }
      case "DEVICE": add(report)
      case "TPV": takeFix(report)
      case "SKY":
        satellitesUsed =
          report["uSat"]?.integer.map { Int($0) }
          ?? report["satellites"]?.array.map { $0.count { $0["used"]?.bool == true } } ?? satellitesUsed
      case "PPS": hasPulse = true
      default: break
      }
    }
  }

  private mutating func add(_ report: JSONValue) {
    guard let path = report["path"]?.string else { return }
    let device = Device(path: path, driver: report["driver"]?.string ?? "")
    if let index = devices.firstIndex(where: { $0.path == path }) {
      if !device.driver.isEmpty { devices[index] = device }
    } else {
      devices.append(device)
    }
  }

  private mutating func takeFix(_ report: JSONValue) {
    let mode = Int(report["mode"]?.integer ?? 0)
    guard mode >= 2, report["lat"]?.double != nil else {
      reportsWithoutFix += 1
      return
    }
    bestMode = max(bestMode, min(mode, 3))
    if report["altHAE"]?.double != nil { hasEllipsoidHeight = true }
    // gpsd repeats an epoch for each of a receiver's sentences.
    let time = report["time"]?.string ?? "\(fixes.count)"
    if fixes.last != time { fixes.append(time) }
  }
}

extension Gathering {
  /// Connects to gpsd; its lines are kept by the system until they are read.
  mutating func callReceiver() -> ReceiverTalk? {
    guard facts.receiver.address != "none" else { return nil }
    let (host, port) = facts.receiver.parts
    var four = in_addr(), six = in6_addr()
    facts.receiver.isName =
      host != "localhost" && inet_pton(AF_INET, host, &four) != 1 && inet_pton(AF_INET6, host, &six) != 1
    var error: CInt = 0
    if let talk = ReceiverTalk(host: host, port: port, error: &error) { return talk }
    facts.receiver.isRefused = error == ECONNREFUSED
    facts.receiver.fault = error == ECONNREFUSED ? "nothing listens there" : String(cString: strerror(error))
    return nil
  }

  mutating func hear(_ talk: ReceiverTalk?, for seconds: Double) {
    guard let talk else { return }
    let (lines, listened) = talk.listen(until: seconds)
    facts.receiver.ingest(lines)
    facts.receiver.listened = listened
  }
}
