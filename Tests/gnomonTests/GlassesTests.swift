import CPosix
import ChipModels
import Drivers
import Foundation
import Geometry
import Glasses
import Glibc
import Samples
import Synchronization
import TestSupport
import Testing

/// `gnomon-drivers xreal` with a daemon that has no sensors: the driver of the program, and a device at the other end of a pair of
/// sockets, which keep the borders of reports as hidraw does.
@Suite struct GlassesTests {
  /// A device on a thread of its own, which sends at the pace of its clock; and the driver on another one.
  private final class Running: @unchecked Sendable {
    private let isOver = Atomic(false), isPlugged = Atomic(true)
    private let lock = NSLock(), done = DispatchSemaphore(value: 0)
    private var device = GlassesDevice()
    /// The device's end; −1 while it is unplugged, and the driver's, before it is opened.
    private var end: CInt = -1, offered: CInt = -1

    init(_ socket: String) {
      plug(true)
      let threads = [
        Thread { [self] in
          let clock = { BootInstant(nanoseconds: gnomon_boot_time()) }
          let source = GlassesSource("xreal", clock: clock) { [self] in access() }
          let service = DriverService(source, socket: socket)
          while !isOver.load(ordering: .relaxed) {
            service.turn()
            usleep(2_000)
          }
          done.signal()
        },
        Thread { [self] in
          while !isOver.load(ordering: .relaxed) {
            serve()
            usleep(1_000)
          }
          done.signal()
        },
      ]
      for thread in threads { thread.start() }
    }

    private func access() -> GlassesAccess {
      lock.withLock {
        guard offered >= 0 else { return .absent }
        let port = DescriptorPort(offered)
        offered = -1
        return .open(port, ServedGlasses(.air, every: .seconds(0.01), at: port.now), place: "xreal", detail: "hidraw0")
      }
    }

    func plug(_ isOn: Bool) {
      lock.withLock {
        if end >= 0 { close(end) }
        if offered >= 0 { close(offered) }
        (end, offered) = (-1, -1)
        guard isOn else { return }
        var ends: [CInt] = [-1, -1]
        precondition(socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue) | CInt(SOCK_NONBLOCK.rawValue), 0, &ends) == 0)
        (end, offered) = (ends[0], ends[1])
        device = GlassesDevice()
        device.rate = { _ in SIMD3(0, 0.4, 0) }
      }
    }

    private func serve() {
      lock.withLock {
        guard end >= 0 else { return }
        let now = Double(gnomon_boot_time()) * 1e-9
        var bytes = [UInt8](repeating: 0, count: 64), messages: [[UInt8]] = []
        while case let count = recv(end, &bytes, 64, 0), count > 0 { messages.append(Array(bytes.prefix(count))) }
        let answers = messages.flatMap { device.receive($0, at: now) }
        for report in answers + device.reports(until: now) {
          // Of a full queue the newest reports are lost.
          _ = send(end, report, report.count, CInt(MSG_NOSIGNAL))
        }
      }
    }

    func finish() {
      isOver.store(true, ordering: .relaxed)
      for _ in 0..<2 { done.wait() }
      plug(false)
    }
  }

  private func source(_ role: String, _ state: String, _ demo: Demo) throws -> [String: Any] {
    let patience = Patience()
    while true {
      let sources = try object(try demo.run("status", "--json"))["sources"] as? [[String: Any]] ?? []
      let found = sources.first { $0["role"] as? String == role }
      if let found, found["state"] as? String == state { return found }
      try patience.check()
      usleep(100_000)
    }
  }

  @Test func aPoseByTheDriverAlone() throws {
    let demo = try Demo(["--pushed", "--profile", "head", "--set", "GNSS.Address=none"])
    let running = Running(demo.socket)
    defer { running.finish() }
    let gyroscope = try source("gyroscope", "running", demo)
    #expect(gyroscope["name"] as? String == "gyroscope (XREAL Air, xreal)")
    #expect(gyroscope["is_mounted"] as? Bool == true, "\(gyroscope)")
    let field = try source("magnetometer", "running", demo)
    #expect((field["detail"] as? String ?? "").contains("factory calibration is not used"), "\(field)")
    let patience = Patience()
    while try demo.run("pose").status != 0 {
      try patience.check()
      usleep(100_000)
    }
    running.plug(false)
    let pulled = try source("gyroscope", "absent", demo)
    #expect((pulled["detail"] as? String ?? "").contains("they were unplugged"), "\(pulled)")
    running.plug(true)
    _ = try source("gyroscope", "running", demo)
    #expect(try demo.run("status", "--all").output.contains("restarts"))
  }

  /// A One, by its records over TCP, which a listener of this test sends.
  @Test func aStreamOverTheNetwork() throws {
    let listener = gnomon_listen_on_loopback(0, 1), port = UInt16(gnomon_port_of(listener))
    let isOver = Flag(), done = DispatchSemaphore(value: 0)
    let thread = Thread {
      // The listener does not wait.
      var waiting = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
      _ = poll(&waiting, 1, 30_000)
      let end = gnomon_accept(listener, 1 << 16)
      var stamp = UInt64(gnomon_boot_time()) / 1_000_000 * 1_000_000
      while !isOver.value.load(ordering: .relaxed) {
        var bytes: [UInt8] = []
        while stamp + 1_000_000 <= UInt64(gnomon_boot_time()) {
          stamp += 1_000_000
          var record = [UInt8](repeating: 0, count: 134)
          record.replaceSubrange(0..<6, with: [0x28, 0x36, 0, 0, 0, 0x80])
          func put(_ value: UInt64, _ count: Int, _ place: Int) {
            for index in 0..<count { record[place + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * index)) }
          }
          put(stamp, 8, 14)
          put(11, 4, 30)
          // Upright: the sensor's y points down.
          put(UInt64(Float(-9.80665).bitPattern), 4, 50)
          bytes += record
        }
        if send(end, bytes, bytes.count, CInt(MSG_NOSIGNAL)) < 0 { break }
        usleep(10_000)
      }
      close(end)
      done.signal()
    }
    let demo = try Demo(["--pushed", "--profile", "head", "--set", "GNSS.Address=none"])
    let socket = demo.socket
    let reader = Thread {
      let clock = { BootInstant(nanoseconds: gnomon_boot_time()) }
      let source = GlassesSource("xreal-one", clock: clock) {
        GlassesAccess.ofNetwork(at: ["127.0.0.1"], port: port, every: .seconds(0.01))
      }
      let service = DriverService(source, socket: socket)
      while !isOver.value.load(ordering: .relaxed) {
        service.turn()
        usleep(2_000)
      }
      done.signal()
    }
    thread.start()
    reader.start()
    let patience = Patience()
    while try demo.run("pose").status != 0 {
      try patience.check()
      usleep(100_000)
    }
    let sources = try object(try demo.run("status", "--json"))["sources"] as? [[String: Any]] ?? []
    let field = sources.first { $0["role"] as? String == "magnetometer" } ?? [:]
    #expect(field["state"] as? String == "absent" && (field["detail"] as? String ?? "").contains("iron"), "\(field)")
    #expect(sources.first { $0["role"] as? String == "gyroscope" }?["is_mounted"] == nil)
    isOver.value.store(true, ordering: .relaxed)
    for _ in 0..<2 { done.wait() }
    close(listener)
    // No listener is at port 1; an ephemeral one could be another test's.
    guard case .refused(let reason) = GlassesAccess.ofNetwork(at: ["127.0.0.1"], port: 1, every: .seconds(0.01)) else {
      Issue.record("something answers at port 1")
      return
    }
    #expect(reason.contains("127.0.0.1:1: Connection refused"), "\(reason)")
  }

  private final class Flag: Sendable {
    let value = Atomic(false)
  }

  @Test func setupTakesTheirAxesAndTheHead() throws {
    let demo = try Demo(["--pushed", "--set", "GNSS.Address=none"])
    let running = Running(demo.socket)
    defer { running.finish() }
    _ = try source("gyroscope", "running", demo)
    let scratch = try Scratch()
    let end = try demo.run(
      "setup", "--yes", "--json", "--no-receiver", "--file", scratch.path("50-setup.conf"), "--skip", "gyro", "--skip",
      "mag")
    let steps = try object(end)["steps"] as? [[String: Any]] ?? []
    func step(_ name: String) -> [String: Any] { steps.first { $0["step"] as? String == name } ?? [:] }
    #expect((step("axes")["detail"] as? String ?? "").contains("XREAL Air gives the axes"), "\(end)")
    #expect(step("wearing")["detail"] as? String == "head", "\(end)")
  }

  @Test func wrongUseIsRefused() throws {
    for (words, text) in [
      (["xreal-one"], "--untested xreal-one"), (["--interval", "50", "xreal"], "from 5 to 40"),
      (["xreal", "i2c-1"], "one bus"),
    ] as [([String], String)] {
      let end = try run(Products.url("gnomon-drivers"), words)
      #expect(end.status == 64 && end.errors.contains(text), "\(words): \(end)")
    }
  }
}
