public import Configuration
public import Geometry
public import Learned
import Samples
public import SocketServer
public import Storage
import Tracking
import Wire

/// The options of a daemon at its start.
public struct DaemonOptions: Sendable {
  public var socket = "/run/gnomon/gnomon.sock"
  /// The folder of recordings that clients start.
  public var recordings = "/var/lib/gnomon/recordings"
  /// Size in bytes at which a recording continues in a new part.
  public var partSize: Int64 = 64_000_000
  /// The path of a recording that begins with the first sample; nil for none.
  public var recordsTo: String?
  public var policy = AccessPolicy()
  /// Digest of the machine's identity; empty where the samples are not its own sensors'.
  public var machine = Machine.identity
  /// The device of a recording or a simulation; nil for the machine's own sensors.
  public var device: DeviceIdentity?
  /// The store of the learned state; nil keeps nothing.
  public var state: StateStore?
  /// The folder of places and calibrations; nil keeps them for the session only.
  public var places: String?
  /// The folder of terrain tiles; nil for none.
  public var terrain: String?
  /// True to print one line a second on standard output.
  public var prints = false
  /// The duration after which the daemon ends by itself; nil for none.
  public var duration: TimeSpan?
  /// True if SIGTERM and SIGINT end the daemon; false inside another program.
  public var handlesSignals = true
  /// True if only the caller advances time: all jobs run within the loop, and nothing is left out for lack of time.
  public var isStepped = false
  /// The places that one contributor may keep, and their bytes.
  public var mostPlaces = 100_000
  public var mostPlaceBytes = 64_000_000
  public var version = Release.version
  /// The configuration in use.
  public var configuration = Configuration(files: [])
  /// The reader for reloading the configuration; nil if there is no file to read.
  public var reader: ConfigurationReader?

  public init() {}

  /// Applies the settings of the daemon itself.
  public mutating func apply(_ configuration: Configuration) {
    let settings = configuration.settings
    self.configuration = configuration
    socket = settings.socket
    recordings = settings.recordings
    terrain = settings.terrainFolder(state: places)
    partSize = Int64(settings.partSize * 1e6)
    policy.contributors = settings.group
    policy.administrators = settings.administratorGroup
    mostPlaces = Int(settings.mostPlaces)
    mostPlaceBytes = Int(settings.mostPlaceBytes * 1e6)
    policy.odometryUsers = settings.odometryUsers.split(separator: " ").map(String.init)
    policy.sampleUsers = settings.sampleUsers.split(separator: " ").map(String.init)
  }
}

/// A reader of the configuration files and command-line flags, usable repeatedly.
public struct ConfigurationReader: Sendable {
  public var files: ConfigurationFiles
  /// Settings as `Section.Key=Value`; they override the files.
  public var flags: [String]

  public init(_ files: ConfigurationFiles, flags: [String]) {
    self.files = files
    self.flags = flags
  }

  public func read() throws(ConfigurationRefusal) -> Configuration {
    let (configuration, unreadable) = files.read(flags: flags)
    let faults = unreadable + configuration.faults.map(\.description)
    guard faults.isEmpty else { throw ConfigurationRefusal(faults: faults) }
    return configuration
  }
}

/// The faults for which a configuration is refused.
public struct ConfigurationRefusal: Error, Equatable, Sendable {
  /// The messages, each with its file and line.
  public var faults: [String]
}
