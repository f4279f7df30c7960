import CPosix
import ChipModels
import Drivers
import Expectations
import Foundation
import Geometry
import Synchronization
import TestSupport
import Testing

/// `gnomon-drivers` with a daemon that has no sensors: the driver of the program, on a bus with models.
@Suite struct DriversTests {
  /// A driver on a thread of its own.
  private final class Running: @unchecked Sendable {
    private let bus: LiveBus
    private let isOver = Atomic(false)
    private let lock = NSLock()
    private var wanted: [UInt8: any ChipModel]?
    private let done = DispatchSemaphore(value: 0)

    init(_ chips: [UInt8: any ChipModel], _ socket: String) {
      bus = LiveBus(chips, clock: { gnomon_boot_time() })
      let thread = Thread { [self] in
        let service = DriverService(BusSource(bus, name: "i2c-9", every: .seconds(0.05)), socket: socket)
        while !isOver.load(ordering: .relaxed) {
          lock.withLock {
            if let wanted { bus.chips = wanted }
            wanted = nil
          }
          service.turn()
          usleep(10_000)
        }
        done.signal()
      }
      thread.start()
    }

    func put(_ chips: [UInt8: any ChipModel]) { lock.withLock { wanted = chips } }
    func end() {
      isOver.store(true, ordering: .relaxed)
      done.wait()
    }
  }

  private func sources(_ demo: Demo) throws -> [[String: Any]] {
    try object(try demo.run("status", "--json"))["sources"] as? [[String: Any]] ?? []
  }

  /// Asks until a source of this role has a state, and returns it.
  private func source(_ role: String, _ state: String, _ demo: Demo) throws -> [String: Any] {
    let patience = Patience()
    while true {
      let found = try sources(demo).first { $0["role"] as? String == role }
      if let found, found["state"] as? String == state { return found }
      try patience.check()
      usleep(100_000)
    }
  }

  @Test func aPoseByTheDriverAlone() throws {
    let demo = try Demo([
      "--pushed", "--profile", "head", "--set", "GNSS.Address=none", "--set", "IMU.MountMatrix=1,0,0;0,0,1;0,-1,0",
    ])
    let chips: [UInt8: any ChipModel] = [0x6b: LSM6Model(error: 0.006), 0x1c: LIS3MDLModel(), 0x76: BMP280Model()]
    let driver = Running(chips, demo.socket)
    defer { driver.end() }
    let gyroscope = try source("gyroscope", "running", demo)
    #expect(gyroscope["name"] as? String == "gyroscope (LSM6DSO or LSM6DSOX, i2c-9/0x6b)")
    #expect(gyroscope["place"] as? String == "i2c-9/0x6b")
    #expect((gyroscope["detail"] as? String ?? "").contains("±2000 °/s"), "\(gyroscope)")
    for role in ["accelerometer", "magnetometer", "barometer"] { _ = try source(role, "running", demo) }
    let patience = Patience()
    while try demo.run("pose").status != 0 {
      try patience.check()
      usleep(100_000)
    }
    // The chip is pulled, and put back.
    driver.put([0x1c: LIS3MDLModel(), 0x76: BMP280Model()])
    let pulled = try source("gyroscope", "failed", demo)
    #expect((pulled["detail"] as? String ?? "").contains("no answer"), "\(pulled)")
    driver.put([0x6b: LSM6Model(), 0x1c: LIS3MDLModel(), 0x76: BMP280Model()])
    _ = try source("gyroscope", "running", demo)
    let all = try demo.run("status", "--all").output
    #expect(all.contains("restarts") && all.contains("errors of the bus"), "\(all)")
  }

  @Test func anEmptyBusIsNamed() throws {
    let demo = try Demo(["--pushed", "--set", "GNSS.Address=none"])
    let driver = Running([:], demo.socket)
    let absent = try source("gyroscope", "absent", demo)
    #expect((absent["detail"] as? String ?? "").contains("is on i2c-9"), "\(absent)")
    driver.end()
    let gone = try source("gyroscope", "failed", demo)
    #expect((gone["detail"] as? String ?? "").contains("its driver has ended"), "\(gone)")
  }

  @Test func wrongUseIsRefused() throws {
    for (words, text) in [
      ([], "which bus or glasses"), (["i2c-1", "i2c-2"], "one bus or pair of glasses"),
      (["--nope"], "no option '--nope'"),
      (["--interval", "1", "i2c-1"], "from 5 to 150"), (["--interval"], "needs a number"),
    ] as [([String], String)] {
      let end = try run(Products.url("gnomon-drivers"), words)
      #expect(end.status == 64 && end.errors.contains(text), "\(words): \(end)")
    }
    let missing = try run(Products.url("gnomon-drivers"), ["i2c-250"])
    #expect(missing.status == 66 && missing.errors.contains("there is no such bus"), "\(missing)")
    let other = try run(Products.url("gnomon-drivers"), ["/dev/null"])
    expect(other.status, equals: 66, "\(other)")
  }
}
