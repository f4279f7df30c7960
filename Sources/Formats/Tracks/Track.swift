public import Geodesy
public import Geometry
public import Samples
public import Text

/// A path for export to other programs: points in order of time, in segments without breaks.
public struct Track: Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    /// Positions of the wearer by the pipeline.
    case fused
    /// Positions used for drawing: the same, but corrections are eased in.
    case drawn
    /// Positions by the receiver.
    case fixes

    public var title: String {
      switch self {
      case .fused: "Fused track"
      case .drawn: "Drawn track"
      case .fixes: "Fixes"
      }
    }
  }

  public struct Point: Sendable {
    public var time: BootInstant
    public var utc: UTC?
    /// Position, with the height above the ellipsoid if `hasHeight`.
    public var place: Geodetic
    public var hasHeight = true
    /// The geoid above the ellipsoid.
    public var separation: Length?
    /// 68 %, like all accuracies that gnomon publishes.
    public var horizontalAccuracy: Length?
    public var verticalAccuracy: Length?
    /// The direction in which the body looks, true, and 1 σ.
    public var heading: Angle?
    public var headingAccuracy: Angle?
    /// Over ground.
    public var speed: Speed?
    public var course: Angle?
    /// For a fix: whether it has two or three dimensions.
    public var mode: Fix.Mode?

    public init(time: BootInstant, utc: UTC?, place: Geodetic) {
      self.time = time
      self.utc = utc
      self.place = place
    }

    /// Height above the ellipsoid.
    var height: Length? { hasHeight ? place.height : nil }
    /// Known if the separation is known.
    var seaLevel: Length? { separation.flatMap { separation in height.map { $0 - separation } } }
    var longitude: Double {
      let value = place.longitude.value
      return value.magnitude <= 180 ? value : value.remainder(dividingBy: 360)
    }
  }

  public let kind: Kind
  public private(set) var segments: [[Point]] = []

  public init(_ kind: Kind) { self.kind = kind }

  public var count: Int { segments.reduce(0) { $0 + $1.count } }
  public var points: FlattenSequence<[[Point]]> { segments.joined() }

  /// Adds a point; `isBroken` begins a segment with it. A point across the date line also begins a segment, because a line to it
  /// would go round the Earth (RFC 7946, §3.1.9).
  public mutating func append(_ point: Point, isBroken: Bool) {
    guard !isBroken, let last = segments.last?.last, (last.longitude - point.longitude).magnitude <= 180 else {
      segments.append([point])
      return
    }
    segments[segments.count - 1].append(point)
  }

  /// Sets the missing UTC of every point, if the recording contained UTC only later.
  public mutating func complete(_ utc: (BootInstant) -> UTC?) {
    for segment in segments.indices {
      for index in segments[segment].indices where segments[segment][index].utc == nil {
        segments[segment][index].utc = utc(segments[segment][index].time)
      }
    }
  }

  /// Sets the points' missing separation to the one known at their time or, before the first, to the first.
  public mutating func complete(separations: [(time: BootInstant, value: Length)]) {
    guard let first = separations.first else { return }
    var next = 0
    for segment in segments.indices {
      for index in segments[segment].indices where segments[segment][index].separation == nil {
        let time = segments[segment][index].time
        while next < separations.count, separations[next].time <= time { next += 1 }
        segments[segment][index].separation = next > 0 ? separations[next - 1].value : first.value
      }
    }
  }
}

/// Formats for writing tracks.
public enum TrackFormat: String, CaseIterable, Sendable {
  /// GPX 1.1 (topografix.com/GPX/1/1).
  case gpx
  /// RFC 7946.
  case geoJSON = "geojson"
  /// OGC KML 2.2 with Google's tracks (developers.google.com/kml).
  case kml
  /// A table (RFC 4180).
  case csv
}

/// Writer of whole tracks, one after the other.
public struct TrackExport: Sendable {
  let format: TrackFormat
  let name: String
  let creator: String

  /// `name` is the session's, `creator` the program's.
  public init(_ format: TrackFormat, name: String, creator: String) {
    self.format = format
    self.name = name
    self.creator = creator
  }

  public func write(_ tracks: [Track], to buffer: inout TextBuffer) {
    switch format {
    case .gpx: writeGPX(tracks, &buffer)
    case .geoJSON: writeGeoJSON(tracks, &buffer)
    case .kml: writeKML(tracks, &buffer)
    case .csv: writeTable(tracks, &buffer)
    }
  }
}

extension UTC {
  /// UTC to the millisecond, which distinguishes all fixes.
  var milliseconds: UTC { UTC(nanosecondsSince1970: millisecondsSince1970 &* 1_000_000) }
}

/// Numbers of decimals in files.
enum TrackDecimals {
  /// For degrees: a millimeter.
  static let degrees = 8
  static let metres = 3
  static let speed = 3
  /// For headings and courses, in degrees.
  static let angle = 2
}
