public import Odometry
public import Samples
public import Scenery
public import Tracking

/// Settings of the daemon from its files: named `Section.Key`, each with meaning, range and default in one place.
public struct Settings: Sendable {
  public init() {}

  public var profile = Profile.free
  public var gpsd = "localhost:2947"
  public var receiver = ""
  public var timeTolerance = 30.0
  public var antennaDirection = ""
  public var antennaError = 2.0
  public var context = ""
  public var inertialDevice = ""
  public var accelerometer = ""
  public var gyroscope = ""
  public var inertialRate = 200.0
  public var inertialMatrix = ""
  public var accelerometerSign = 1.0
  public var magnetometer = ""
  public var magnetometerRate = 50.0
  public var magnetometerMatrix = ""
  public var barometer = ""
  public var socket = "/run/gnomon/gnomon.sock"
  public var group = "gnomon"
  public var administratorGroup = "gnomon-admin"
  public var odometryUsers = ""
  public var sampleUsers = ""
  public var recordings = "/var/lib/gnomon/recordings"
  public var partSize = 64.0
  public var state = "/var/lib/gnomon"
  public var terrain = ""
  public var mostPlaces = 100_000.0
  public var mostPlaceBytes = 64.0
  /// Ways out of the daemon beside its socket.
  public var outlets = OutletSettings()
  /// The way in for browsers, a service of its own.
  public var bridge = BridgeSettings()
  /// Parameters of what is shown, in the section Scene.
  public var scene = SceneParameters()
  public var route = RouteParameters()
  /// Parameters of the pipeline, as the files change them; otherwise the profile's own.
  public var parameters = TrackerParameters(profile: .free)

  public static let table = ParameterTable<Settings>(
    own + OutletSettings.table.parameters.map { $0.lifted(\.outlets) }
      + BridgeSettings.table.parameters.map { $0.lifted(\.bridge) }
  )

  private static let own: [Parameter<Settings>] = [
    .init("Device.Profile", \.profile, "how the board is worn")
      .changed("first, for every device: it determines which measurements the pipeline uses"),
    .init(text: "GNSS.Address", \.gpsd, "address of gpsd, HOST:PORT; none if there is no receiver", check: address)
      .changed("when gpsd runs on another machine or port, or there is none"),
    .init(
      text: "GNSS.Device", \.receiver, "gpsd's path of the only receiver to use; empty: the best one", check: device
    ).changed("when gpsd has several receivers and one of them should always be used; `gnomon status` names them"),
    .init(
      "GNSS.TimeTolerance", \.timeTolerance, unit: "s", in: 1...1e10,
      "largest difference between a fix's own time and now, checked if the clock follows a time source"
    ).changed("when gpsd reads a recording, as with gpsfake: set 1e10"),
    .init(
      text: "GNSS.AntennaDirection", \.antennaDirection,
      "direction on the device from a receiver's first antenna to its second, in degrees clockwise from straight ahead; empty: its heading is not used",
      check: direction
    ).changed("when a receiver with two antennas gives a heading (gpsd's ATT)"),
    .init(
      "GNSS.AntennaError", \.antennaError, unit: "°", in: 0.1...45,
      "1 σ of that heading's error that does not average out: of the mount, and of reflected signals"
    ).changed("when the antennas are far apart and well mounted, or near each other"),
    .init(
      text: "Sensors.Context", \.context,
      "libiio's address of the IIO devices: ip:HOST:PORT, usb:BUS.DEVICE.INTERFACE or serial:PORT,BAUD; empty: this machine",
      check: context
    ).changed("when the sensors are on another machine or behind a USB or serial port, served by iiod or its firmware"),
    .init(
      text: "IMU.Device", \.inertialDevice,
      "name or label of the device with accelerometer and gyroscope; none: not used"
    ).changed("when there are several; `gnomon doctor` names them"),
    .init(text: "IMU.Accelerometer", \.accelerometer, "name or label, if it is a separate device")
      .changed("when accelerometer and gyroscope are two devices that are not found automatically"),
    .init(text: "IMU.Gyroscope", \.gyroscope, "name or label, if it is a separate device")
      .changed("as IMU.Accelerometer"),
    .init("IMU.Rate", \.inertialRate, unit: "Hz", in: 10...2000, "samples a second requested from the sensor")
      .changed("to save power (lower) or for a device with quick motion (higher); below 50 steps are found badly"),
    .init(text: "IMU.MountMatrix", \.inertialMatrix, "rows of the rotation from its axes to the body's", check: matrix)
      .changed("when the device tree has no mount matrix or a wrong one; `gnomon calibrate axes` finds it"),
    .init("IMU.AccelerometerSign", \.accelerometerSign, in: -1...1, "-1 for a driver that reports the opposite sign")
      .changed("when `gnomon doctor` says that gravity points the wrong way"),
    .init(text: "Magnetometer.Device", \.magnetometer, "name or label; none: not used")
      .changed("when there are several, or to none when the only one is near a magnet or a motor"),
    .init(
      "Magnetometer.Rate", \.magnetometerRate, unit: "Hz", in: 1...1000, "samples a second requested from the sensor"
    )
    .changed("when the device cannot keep it"),
    .init(
      text: "Magnetometer.MountMatrix", \.magnetometerMatrix, "rows of the rotation from its axes to the body's",
      check: matrix
    ).changed("as IMU.MountMatrix"),
    .init(text: "Barometer.Device", \.barometer, "name or label; none: not used").changed("when there are several"),
    .init(text: "Socket.Path", \.socket, "path of the socket for clients", check: absolutePath)
      .changed("rarely: the unit's socket and every client must change too"),
    .init(text: "Socket.Group", \.group, "group whose members read and contribute")
      .changed("when another group should have access"),
    .init(
      text: "Socket.AdministratorGroup", \.administratorGroup, "group whose members reset, nudge, calibrate and record"
    )
    .changed("as Socket.Group"),
    .init(text: "Socket.OdometryUsers", \.odometryUsers, "users who may push odometry, separated by spaces")
      .changed("when a visual tracker runs as its own user"),
    .init(text: "Socket.SampleUsers", \.sampleUsers, "users who may push samples of sensors, separated by spaces")
      .changed("when a driver of a sensor without a kernel driver runs as its own user"),
    .init(text: "Recording.Directory", \.recordings, "folder of the recordings", check: absolutePath)
      .changed(
        "when recordings should be on a memory card; the service needs permission to write there (`systemctl edit gnomond`)"
      ),
    .init("Recording.PartSize", \.partSize, unit: "MB", in: 1...4000, "size at which a new part is started")
      .changed("when parts should be copied away one by one"),
    .init(
      text: "Terrain.Directory", \.terrain, "folder of the terrain tiles; empty: terrain in the state's folder",
      check: optionalPath
    ).changed("when the tiles should be on a memory card, or on a disk that is not written to"),
    .init("Places.MostPerContributor", \.mostPlaces, in: 0...1_000_000, "largest number of places of one contributor")
      .changed("when a contributor adds a whole city; for administrators only the store's limit of 1000000 applies"),
    .init(
      "Places.BytesPerContributor", \.mostPlaceBytes, unit: "MB", in: 0...1000,
      "size of the texts and payloads of one contributor's places"
    ).changed("as Places.MostPerContributor"),
    .init(text: "State.Directory", \.state, "folder of the learned state", check: absolutePath)
      .changed("as Recording.Directory; it takes effect at the next start"),
  ]

  /// The parameters of the section Scene, of places and of routes.
  public static let sceneTable = ParameterTable<Settings>(
    SceneParameters.table.parameters.map { $0.lifted(\Settings.scene) }
      + RouteParameters.table.parameters.map { $0.lifted(\Settings.route) })

  /// Checks for nine numbers; the sensor's reader checks that they form a rotation.
  @Sendable private static func matrix(_ text: String) -> String? {
    if text.isEmpty { return nil }
    let rows = text.split(separator: ";", omittingEmptySubsequences: false).map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    guard rows.count == 3, rows.allSatisfy({ $0.count == 3 }) else {
      return "three rows of three numbers, as in 1,0,0; 0,1,0; 0,0,1, not '\(text)'"
    }
    for number in rows.joined() {
      let trimmed = number.filter { $0 != " " }
      guard let value = Double(trimmed), value.isFinite else { return "'\(trimmed)' is not a number" }
    }
    return nil
  }

  @Sendable private static func absolutePath(_ text: String) -> String? {
    text.hasPrefix("/") ? nil : "expected an absolute path, not '\(text)'"
  }

  /// Returns the folder of terrain tiles, with the folder of the state in use; nil if there is none.
  public func terrainFolder(state: String?) -> String? { terrain.isEmpty ? state.map { "\($0)/terrain" } : terrain }

  @Sendable private static func optionalPath(_ text: String) -> String? { text.isEmpty ? nil : absolutePath(text) }

  /// Checks for a kind of address that libiio connects to.
  @Sendable private static func context(_ text: String) -> String? {
    if text.isEmpty || text == "local:" || text == "usb:" { return nil }
    let kinds = ["ip:", "usb:", "serial:"]
    if kinds.contains(where: { text.hasPrefix($0) && text.utf8.count > $0.utf8.count }) { return nil }
    return "ip:HOST:PORT, usb:BUS.DEVICE.INTERFACE, serial:PORT,BAUD, or nothing for this machine, not '\(text)'"
  }

  /// Checks a path as gpsd reports it: a device, or an address as `udp://127.0.0.1:5000`.
  @Sendable private static func device(_ text: String) -> String? {
    if text.isEmpty || (text.hasPrefix("/") || text.contains("://")) && text.utf8.count <= 255 { return nil }
    return "gpsd's path of a device, as /dev/ttyACM0, with at most 255 bytes, not '\(text.prefix(40))'"
  }

  @Sendable private static func direction(_ text: String) -> String? {
    if text.isEmpty { return nil }
    guard let degrees = Double(text), (-360...360).contains(degrees) else {
      return "degrees from -360 to 360, as 90 for a second antenna on the right, or nothing, not '\(text.prefix(40))'"
    }
    return nil
  }

  @Sendable private static func address(_ text: String) -> String? {
    if text == "none" { return nil }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 2, let port = parts.last.flatMap({ UInt16($0) }), port > 0, !(parts.first ?? "").isEmpty else {
      return "HOST:PORT as in localhost:2947, or none, not '\(text)'"
    }
    return nil
  }
}
