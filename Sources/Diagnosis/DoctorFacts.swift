import Sensors
import Wire

/// All facts that the doctor has gathered about a machine. The findings follow from these alone, so they can be tested with
/// invented machines (`DoctorFacts.findings`).
struct DoctorFacts: Sendable {
  var kernel = KernelFacts()
  var rights = RightsFacts()
  var configuration = ConfigurationFacts()
  /// Sensors as configured.
  var sensors = SensorConfiguration()
  var devices: [DeviceFacts] = []
  var triggers: [String] = []
  /// Reason why the devices could not be listed.
  var listingFault: String?
  var clocks = ClockFacts()
  var receiver = ReceiverFacts()
  var daemon = DaemonFacts()
  var machine = MachineFacts()
  /// Chips on I²C and SPI; nil unless asked for.
  var buses: BusFacts?
  var driverUnit = DriverUnitFacts()
  var glasses = GlassesFacts()

  /// Whether the devices belong to another machine, about which only libiio gives information.
  var isRemote: Bool { sensors.uri != nil }
}

/// State and options of the kernel.
struct KernelFacts: Sendable {
  enum Option: Equatable, Sendable { case builtIn, module, off, unknown }

  var release = ""
  var architecture = ""
  /// Whether the IIO core is there now.
  var hasIIO = false
  /// CONFIG_IIO and CONFIG_IIO_HRTIMER_TRIGGER, and the file that contains them.
  var coreOption = Option.unknown
  var timerOption = Option.unknown
  var optionsFile: String?
  /// The options of the drivers of `KnownChip`, from the same file; empty without it.
  var driverOptions: [String: Option] = [:]
  /// Whether modules of this kernel are installed, and whether these two are among them.
  var hasModules = false
  var hasCoreModule = false
  var hasTimerModule = false
  /// Whether timer triggers can be made: configfs shows their folder.
  var hasTimerTriggers = false
  /// The board's name in its device tree; nil where there is none.
  var board: String?
  /// HID sensor hubs on its buses.
  var sensorHubs: [String] = []
  var isContainer = false
}

/// The unit `gnomon-drivers@.service`, whose instances are buses, and `xreal` for glasses.
struct DriverUnitFacts: Equatable, Sendable {
  var isInstalled = false
  /// The instances that are enabled: `i2c-1`.
  var enabled: Set<String> = []
}

/// Facts about the machine that only a report for an issue has.
struct MachineFacts: Sendable {
  var host = ""
  /// The distribution and its version.
  var system = "an unknown system"
  /// Product name from the firmware, for a machine without a device tree.
  var product: String?
  /// `gpsd 3.25-5`
  var packages: [String] = []
  /// State of the units in the service manager.
  var service: [String] = []
  /// The daemon's last warnings; nil where they cannot be read.
  var journal: [String]?
}

/// The user who runs the doctor, and the daemon's user.
struct RightsFacts: Sendable {
  var user = ""
  var isRoot = false
  /// Whether the daemon's user exists, and its groups.
  var hasServiceUser = false
  var serviceGroups: [String] = []
}

/// Result of reading the configuration files.
struct ConfigurationFacts: Sendable {
  var faults: [String] = []
  /// Parameters that are set and that the profile does not read.
  var unread: [String] = []
  /// How the device is worn.
  var profile = ""
  /// `IMU.Rate=100 (/etc/gnomon/gnomon.conf:12)`
  var set: [String] = []
}

/// A file and its access rights.
struct AccessFacts: Equatable, Sendable {
  var path: String
  var user: String
  var group: String
  var mode: UInt32
  /// Whether the daemon's user and the user who asks have access.
  var serviceMay: Bool
  var askerMay: Bool
}

/// A process that has a device open.
struct Holder: Equatable, Sendable {
  var process: Int
  var name: String
}

struct DeviceFacts: Sendable {
  var description: DeviceDescription
  /// `current_timestamp_clock`; nil where the driver has none.
  var clock: String?
  /// `sampling_frequency`, or the first channel's.
  var rate: String?
  /// Its node; nil for a device without a buffer.
  var node: AccessFacts?
  /// The attributes that a reader has to write.
  var attributes: [AccessFacts] = []
  var holders: [Holder] = []
  var buffered: DeviceTrial?
  var polled: DeviceTrial?

  init(_ description: DeviceDescription) { self.description = description }
}

struct ClockFacts: Sendable {
  /// Seconds since 1970, and since the start with and without the time asleep.
  var real = 0.0
  var boot = 0.0
  var monotonic = 0.0
  /// Whether a time service keeps the clock; nil if the kernel does not answer, with the reason below.
  var isSynchronized: Bool?
  var synchronizationError: String?
  /// Processes whose open files could not be seen.
  var hiddenProcesses = 0
}

/// Facts from gpsd.
struct ReceiverFacts: Sendable {
  struct Device: Equatable, Sendable {
    var path: String
    var driver: String
  }

  /// HOST:PORT, or none.
  var address = "none"
  /// The setting GNSS.Device; nil if it is empty.
  var wanted: String?
  var isName = false
  /// Reason why there is no connection, as the end of a sentence.
  var fault: String?
  var isRefused = false
  var version: String?
  var devices: [Device] = []
  /// Times of the fixes, and number of reports without one.
  var fixes: [String] = []
  var reportsWithoutFix = 0
  var bestMode = 0
  var hasEllipsoidHeight = false
  var satellitesUsed: Int?
  var hasPulse = false
  /// Time of listening in seconds.
  var listened = 0.0
  /// Number of lines that could not be decoded.
  var misunderstood = 0
}

/// The daemon's answers about itself.
struct DaemonFacts: Sendable {
  struct Source: Equatable, Sendable {
    var name: String
    var state: SourceState
    var detail: String
    /// The role of its sensor, and the kernel's name of its device.
    var role: String?
    var device: String?
    /// The place of its device: `i2c-1/0x6a` for a chip that `gnomon-drivers` reads.
    var place: String?

    /// Whether its driver gives the body's axes.
    var isMounted = false

    /// The instance of `gnomon-drivers@.service` that reads it: `i2c-1`, `xreal`; nil for other sources.
    var bus: String? {
      let parts = (place ?? "").split(separator: "/")
      if parts.first == "xreal" { return "xreal" }
      guard parts.count == 2, parts[0].hasPrefix("i2c-"), parts[1].hasPrefix("0x") else { return nil }
      return String(parts[0])
    }
  }
  struct Sensor: Equatable, Sendable {
    var name: String
    /// Samples a second.
    var rate: Double?
  }

  var socket = ""
  /// Reason why it has not answered, and whether that is a lack of rights.
  var fault: String?
  var isForbidden = false
  /// Whether its unit is installed.
  var hasUnit = false
  var process: Int?
  var version = ""
  var access = ""
  var profile = ""
  /// `localized, normal, heading 30.5° ± 8.2°`, and the same without the heading; nil before the first sample.
  var state: String?
  var phase: String?
  var sources: [Source] = []
  /// One line for each receiver, if there are several.
  var receivers: [String] = []
  var sensors: [Sensor] = []
  /// Accuracy of heading and place now, and the advice to the wearer.
  var accuracy: String?
  /// Calibrations in force: kind, sensor, grade, date, health.
  var calibrations: [String] = []
  /// Kinds of those from another machine, which are not in force.
  var foreignCalibrations: [String] = []
  /// Reasons of refusals, with their counts.
  var refused: [String] = []
}
