public import Configuration
public import Geometry
import Samples
public import Storage
import Tracking
import Wire

/// What a daemon is told when it starts.
public struct DaemonOptions: Sendable {
  public var socket = "/run/gnomon/gnomon.sock"
  /// Where recordings that clients ask for are put.
  public var recordings = "/var/lib/gnomon/recordings"
  /// Bytes after which a recording goes on in a new part.
  public var partSize: Int64 = 64_000_000
  /// A recording from the first sample on.
  public var recordsTo: String?
  public var policy = AccessPolicy()
  /// Where what was learned is kept; nil keeps nothing.
  public var state: StateStore?
  /// The folder of the places; nil keeps them for the session only.
  public var places: String?
  /// A line a second on standard output.
  public var prints = false
  /// Ends by itself after so long.
  public var duration: TimeSpan?
  /// SIGTERM and SIGINT end it; not so inside another program.
  public var handlesSignals = true
  /// Time goes on only when the caller says so: nothing is done beside the loop or left out for want of time.
  public var isStepped = false
  /// What a contributor may keep of places, and their bytes.
  public var mostPlaces = 100_000
  public var mostPlaceBytes = 64_000_000
  public var version = Release.version
  /// What is set.
  public var configuration = Configuration(files: [])
  /// How it is read again; nil if there is nothing to read.
  public var reader: ConfigurationReader?

  public init() {}

  /// Applies what the configuration says of the daemon itself.
  public mutating func apply(_ configuration: Configuration) {
    let settings = configuration.settings
    self.configuration = configuration
    socket = settings.socket
    recordings = settings.recordings
    partSize = Int64(settings.partSize * 1e6)
    policy.contributors = settings.group
    policy.administrators = settings.administratorGroup
    mostPlaces = Int(settings.mostPlaces)
    mostPlaceBytes = Int(settings.mostPlaceBytes * 1e6)
    policy.odometryUsers = settings.odometryUsers.split(separator: " ").map(String.init)
  }
}

/// Reads the configuration, as often as it is asked to.
public struct ConfigurationReader: Sendable {
  public var files: ConfigurationFiles
  /// As `Section.Key=Value`, above what the files say.
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

/// Why a configuration is not taken.
public struct ConfigurationRefusal: Error, Equatable, Sendable {
  /// Each with its file and line.
  public var faults: [String]
}
