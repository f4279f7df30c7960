import Sensors

/// All that the doctor has gathered of a machine. What it means is worked out from this alone, so made-up machines can be
/// examined as well (`DoctorFacts.findings`).
struct DoctorFacts: Sendable {
  var kernel = KernelFacts()
  var rights = RightsFacts()
  var configuration = ConfigurationFacts()
  /// What the configuration asks of the sensors.
  var sensors = SensorConfiguration()
  var devices: [DeviceFacts] = []
  var triggers: [String] = []
  /// Why the devices could not be listed.
  var listingFault: String?
  var clocks = ClockFacts()
  var receiver = ReceiverFacts()
  var daemon = DaemonFacts()
  var machine = MachineFacts()

  /// Whether the devices are those of another machine, of which nothing but libiio tells.
  var isRemote: Bool { sensors.uri != nil }
}

/// What the kernel has, or could have.
struct KernelFacts: Sendable {
  enum Option: Equatable, Sendable { case builtIn, module, off, unknown }

  var release = ""
  var architecture = ""
  /// Whether the IIO core is there now.
  var hasIIO = false
  /// CONFIG_IIO and CONFIG_IIO_HRTIMER_TRIGGER, and the file that says so.
  var coreOption = Option.unknown
  var timerOption = Option.unknown
  var optionsFile: String?
  /// Whether modules of this kernel are installed, and these two among them.
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

/// What a report for an issue tells beside the findings.
struct MachineFacts: Sendable {
  var host = ""
  /// The distribution and its version.
  var system = "an unknown system"
  /// What firmware calls a machine without a device tree.
  var product: String?
  /// `gpsd 3.25-5`
  var packages: [String] = []
  /// How the service manager has the units.
  var service: [String] = []
  /// The daemon's last warnings; nil where they cannot be read.
  var journal: [String]?
}

/// Whose rights count.
struct RightsFacts: Sendable {
  var user = ""
  var isRoot = false
  /// Whether the daemon's user is known, and its groups.
  var hasServiceUser = false
  var serviceGroups: [String] = []
}

/// What the files set.
struct ConfigurationFacts: Sendable {
  var faults: [String] = []
  /// `IMU.Rate=100 (/etc/gnomon/gnomon.conf:12)`
  var set: [String] = []
}

/// A file, and who may read and write it.
struct AccessFacts: Equatable, Sendable {
  var path: String
  var user: String
  var group: String
  var mode: UInt32
  /// The daemon's user, and whoever asks.
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
  /// Whether a time service keeps it; nil where the kernel does not answer, and the reason beside it.
  var isSynchronized: Bool?
  var synchronizationError: String?
  /// Processes whose open files could not be seen.
  var hiddenProcesses = 0
}

/// What gpsd said while it was listened to.
struct ReceiverFacts: Sendable {
  struct Device: Equatable, Sendable {
    var path: String
    var driver: String
  }

  /// HOST:PORT, or none.
  var address = "none"
  var isName = false
  /// Why there is no connection: a sentence's end.
  var fault: String?
  var isRefused = false
  var version: String?
  var devices: [Device] = []
  /// Times of the fixes, and reports without one.
  var fixes: [String] = []
  var reportsWithoutFix = 0
  var bestMode = 0
  var hasEllipsoidHeight = false
  var satellitesUsed: Int?
  var hasPulse = false
  /// How long it was listened to, in seconds.
  var listened = 0.0
  /// What it said that was not understood.
  var misunderstood = 0
}

/// What the daemon said of itself.
struct DaemonFacts: Sendable {
  struct Source: Equatable, Sendable {
    var name: String
    var state: String
    var detail: String
    /// What it is a source of, and the kernel's name of its device.
    var role: String?
    var device: String?
  }
  struct Sensor: Equatable, Sendable {
    var name: String
    /// Samples a second.
    var rate: Double?
  }

  var socket = ""
  /// Why it has not answered, and whether that is about rights.
  var fault: String?
  var isForbidden = false
  /// Whether its unit is installed.
  var hasUnit = false
  var process: Int?
  var version = ""
  var access = ""
  var profile = ""
  /// `localized, normal, heading 30.5° ± 8.2°`, and that without the heading; nil before the first sample.
  var state: String?
  var phase: String?
  var sources: [Source] = []
  var sensors: [Sensor] = []
  /// How well heading and place are known now, and what is asked of the wearer.
  var accuracy: String?
  var radiusScale: Double?
  /// Those in force: kind, grade, when they were made, how they hold.
  var calibrations: [String] = []
  /// What it refused, and how often.
  var refused: [String] = []
}
