import Expectations
import Geometry
import Samples
import TestSupport
import Testing

@testable import Sensors

/// Addresses of libiio on other machines: backends that the installed libiio lacks are named, with a remedy.
@Suite struct DeviceContextTests {
  /// An accelerometer with a gyroscope.
  private static var device: IIOServer.Device {
    IIOServer.Device(
      channels: IIOServer.Channel.axes("accel", scale: "0.001") + IIOServer.Channel.axes("anglvel", scale: "0.001")
        + [.timestamp])
  }

  /// A source that reads it from that port of this machine.
  private func source(at port: UInt16) -> IIOSource {
    var configuration = SensorConfiguration()
    configuration.uri = "ip:127.0.0.1:\(port)"
    (configuration.magnetometer.isUsed, configuration.barometer.isUsed) = (false, false)
    return IIOSource(configuration).opened()
  }

  @Test func aMissingBackendIsNamedWithTheRemedy() throws {
    let debian = ["local", "xml", "ip", "usb"]
    #expect(DeviceContext.missing(nil, in: debian) == nil)
    for uri in ["ip:192.168.7.2", "usb:", "usb:3.12.5", "local:"] {
      #expect(DeviceContext.missing(uri, in: debian) == nil, "\(uri)")
    }
    let sentence = try #require(DeviceContext.missing("serial:/dev/ttyACM0,115200", in: debian))
    #expect(sentence.contains("no backend 'serial' (it has local, xml, ip, usb)") && sentence.contains("iiod"))
    #expect(sentence.contains("Sensors.Context=ip:HOST"))
  }

  @Test func theInstalledLibraryHasTheBackendsThatAreUsed() {
    #expect(DeviceContext.backends.contains("local") && DeviceContext.backends.contains("ip"))
    #expect(DeviceContext.missing("ip:127.0.0.1") == nil)
  }

  /// The list and the source state the same; the source does not end, and tries again.
  @Test(.enabled(if: !DeviceContext.backends.contains("serial"), "this libiio has a serial backend"))
  func aMissingBackendIsInTheStatusOfTheSource() {
    let uri = "serial:/dev/ttyACM0,115200"
    #expect(throws: DeviceListFault.self) { try DeviceList(uri: uri) }
    do throws(DeviceListFault) { _ = try DeviceList(uri: uri) } catch {
      #expect("\(error)".contains("no backend 'serial'"))
    }
    var configuration = SensorConfiguration()
    configuration.uri = uri
    let source = IIOSource(configuration).opened()
    let events = drive(source) { $0.says("gyroscope", "no backend 'serial'") }
    #expect(events.says("gyroscope", "failed") && source.deadline != .never)
    _ = source.close(within: .seconds(1))
  }

  /// The server of the devices is absent at first: the reason and the remedy are stated, and the devices are found once it runs.
  @Test(.enabled(if: RigProcess.has("python3"))) func aServerThatStartsLaterIsFound() throws {
    let port = freePort(.stream)
    let source = source(at: port)
    defer { _ = source.close(within: .seconds(1)) }
    #expect(drive(source) { $0.says("gyroscope", "that iiod runs there") }.says("gyroscope", "absent"))
    for _ in 0..<2 {
      let server = try IIOServer([Self.device], port: port)
      expect(drive(source) { $0.rates.count >= 5 }.rates.count, isAtLeast: 5)
      server.stop()
    }
  }

  /// libiio's own server in front of the simulated devices: read through it, ended, and found again after its restart.
  @Test(.enabled(if: RigProcess.has("python3", "iiod"))) func aRestartOfTheRealServerIsSurvived() throws {
    let devices = try IIOServer([Self.device])
    defer { devices.stop() }
    let port = freePort(.stream)
    let source = source(at: port)
    defer { _ = source.close(within: .seconds(1)) }
    for round in 0..<2 {
      let server = try RigProcess("iiod", ["-p", "\(port)", "-u", devices.uri], isQuiet: true)
      expect(drive(source) { $0.rates.count >= 5 }.rates.count, isAtLeast: 5, "round \(round)")
      server.stop()
      let without = drive(source) { $0.says("gyroscope", "that iiod runs there") }
      #expect(without.says("gyroscope", "that iiod runs there"), "round \(round)")
    }
  }
}
