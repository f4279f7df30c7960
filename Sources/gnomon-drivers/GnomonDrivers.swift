import Drivers
import Geometry
import Glibc
import GnomonClient
import ServiceLog
import Wire

/// The `gnomon-drivers` program: reads chips without a driver of the kernel, and pushes their samples to the daemon.
@main struct GnomonDrivers {
  static func main() {
    var socket = value("GNOMON_SOCKET") ?? Client.defaultPath, bus: String?, interval: Double?, isUntested = false
    var words = CommandLine.arguments.dropFirst()
    while let word = words.popFirst() {
      switch word {
      case "--help", "-h": return print(DriverFlags.help, terminator: "")
      case "--version": return print("gnomon-drivers \(Release.version)")
      case "--socket":
        guard let text = words.popFirst(), !text.isEmpty else { return refuse("\(word) needs a path") }
        socket = text
      case "--interval":
        guard let text = words.popFirst(), let number = Double(text), DriverFlags.intervals.contains(number) else {
          return refuse("\(word) needs a number of milliseconds from 5 to 150")
        }
        interval = number
      case "--untested": isUntested = true
      default:
        guard !word.hasPrefix("-") else { return refuse("no option '\(word)'") }
        guard bus == nil else { return refuse("one bus or pair of glasses, not '\(word)' too") }
        bus = word
      }
    }
    guard let bus else { return refuse("which bus or glasses? as: gnomon-drivers i2c-1, gnomon-drivers xreal") }
    if let glasses = DriverFlags.Glasses(rawValue: bus) { return read(glasses, interval, isUntested, socket) }
    guard !bus.hasPrefix("xreal") else {
      return refuse("no glasses '\(bus)': \(DriverFlags.Glasses.allCases.map(\.rawValue).joined(separator: " or "))")
    }
    let path = bus.hasPrefix("/") ? bus : "/dev/\(bus)"
    let name = String(path.split(separator: "/").last ?? "")
    guard !name.isEmpty, name.utf8.count <= 32 else { return refuse("'\(bus)' is no bus") }
    do throws(MachineBus.Fault) {
      let bus = try MachineBus(path)
      let span = TimeSpan.seconds((interval ?? DriverFlags.interval) / 1000)
      DriverService(BusSource(bus, name: name, every: span), socket: socket).run()
    } catch {
      log.write("\(error)", .warning)
      // 66: no input, which the unit waits for; 78: a bus that will not do.
      exit(error.isAbsence ? 66 : 78)
    }
  }

  private static func read(
    _ glasses: DriverFlags.Glasses, _ interval: Double?, _ isUntested: Bool, _ socket: String
  ) {
    let most = DriverFlags.longestForGlasses, milliseconds = interval ?? DriverFlags.intervalOfGlasses
    guard milliseconds <= most else {
      return refuse("--interval for glasses is from 5 to \(Int(most)): the kernel keeps 64 of their reports")
    }
    guard glasses != .one || isUntested else {
      return refuse("xreal-one was never tried with glasses: gnomon-drivers --untested xreal-one")
    }
    let source = GlassesSource.ofMachine(glasses, every: .seconds(milliseconds / 1000))
    DriverService(source, socket: socket).run()
  }

  private static let log = ServiceLog("gnomon-drivers")

  private static func value(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func refuse(_ text: String) {
    log.write("\(text)\ntry: gnomon-drivers --help", .warning)
    exit(64)
  }
}
