import Geodesy
import Geometry
import Samples
import Wire

/// The state of the daemon at a moment, from its messages alone. Times of arrival are the watcher's, by CLOCK_BOOTTIME.
struct WatchModel {
  /// An announcement.
  struct News: Equatable {
    var heard: BootInstant
    var english: String
  }

  /// Whether the data describe the present.
  enum Freshness: Equatable {
    /// The daemon is there, but no pose has come yet.
    case waiting
    case live
    /// No pose has come for this time.
    case old(TimeSpan)
    /// The daemon has been gone for this time, and the reason.
    case gone(TimeSpan, String)
  }

  private(set) var pose: PoseMessage?
  private(set) var tracking: TrackingReport?
  private(set) var localization: LocalizationReport?
  private(set) var alignment: AlignmentMessage?
  private(set) var sensors: SensorsMessage?
  private(set) var correction: CorrectionMessage?
  private(set) var guidance: [GuidanceMessage] = []
  private(set) var status: StatusMessage?
  /// The aiding sources and the filters' states; nil until their page is opened.
  private(set) var aids: AidsMessage?
  private(set) var frame: SceneFrameMessage?
  /// Announcements, the newest last.
  private(set) var news: [News] = []
  /// Number of events that were missed because the watcher read too slowly.
  private(set) var missed = 0
  private var posed: BootInstant?
  /// Time since the last pose if the data are no longer live; added to every age.
  private(set) var lag = TimeSpan.zero
  private var loss: (since: BootInstant, why: String)?

  /// Time without a pose after which the data are old.
  static let patience = TimeSpan.seconds(0.7)
  private static let mostNews = 20

  mutating func ingest(_ message: StreamMessage, at now: BootInstant) {
    missed += message.dropped
    if let pose = message.pose {
      self.pose = pose
      posed = now
      (tracking, localization) = (pose.tracking, pose.localization)
    }
    if let state = message.state { (tracking, localization) = (state.tracking, state.localization) }
    if let alignment = message.alignment { self.alignment = alignment }
    if let sensors = message.sensors { self.sensors = sensors }
    if let correction = message.correction { self.correction = correction }
    if let guidance = message.guidance { self.guidance = guidance }
    if let aids = message.aids { self.aids = aids }
  }

  mutating func ingest(_ status: StatusMessage) { self.status = status }
  mutating func ingest(_ frame: SceneFrameMessage) { self.frame = frame }

  mutating func ingest(_ event: SceneEventMessage, dropped: Int = 0, at now: BootInstant) {
    missed += dropped
    news.append(News(heard: now, english: event.english))
    if news.count > Self.mostNews { news.removeFirst() }
  }

  /// Records the loss of the daemon. The last data stay.
  mutating func lose(_ why: String, at now: BootInstant) {
    loss = (loss?.since ?? now, why)
  }

  /// Clears everything: the daemon that is there again may be another one.
  mutating func reset() { self = WatchModel() }

  func freshness(at now: BootInstant) -> Freshness {
    if let loss { return .gone(now - loss.since, loss.why) }
    guard let posed else { return .waiting }
    let age = now - posed
    return age < Self.patience ? .live : .old(age)
  }

  /// Returns the model with its lag at a moment.
  func aged(at now: BootInstant) -> WatchModel {
    var aged = self
    if freshness(at: now) != .live, let posed { aged.lag = now - posed }
    return aged
  }

  // MARK: derived values

  /// Returns the time since a moment of the session.
  func age(_ time: Int64) -> TimeSpan? {
    pose.map { BootInstant(nanoseconds: $0.time) - BootInstant(nanoseconds: time) + lag }
  }

  /// The world's up, seen from the body.
  var up: Direction<Body>? { pose.map { $0.pose.rotation.inverse(Direction<Scene>(0, 1, 0)) } }

  /// Attitude in the usual angles; its heading is the scene's.
  var attitude: Attitude? { pose.map { Attitude(Rotation<Scene, Level>.aligned * $0.pose.rotation) } }

  /// Whether there is a heading with a known error.
  var isHeadingKnown: Bool { pose?.heading != nil && pose?.headingSigma != nil }

  /// Returns the azimuth relative to the heading, clockwise; nil without a heading.
  func bearing(of azimuth: Angle) -> Angle? { pose?.heading.map { (azimuth - $0).wrapped } }

  var place: Geodetic? { alignment?.place ?? status?.place }

  /// The receiver's last fix, its age in the session's time, and its horizontal distance from the place.
  var fix: (sensor: SensorMessage, age: TimeSpan, off: Length?)? {
    guard let sensor = sensors?.sensors.first(where: { $0.name == "gnss" && $0.count > 0 }), let age = age(sensor.time)
    else { return nil }
    let said = Geodetic(latitude: Degrees(sensor.values.values.x), longitude: Degrees(sensor.values.values.y))
    let off = place.map { place -> Length in
      let here = Geodetic(latitude: place.latitude, longitude: place.longitude)
      var way = here.smallOffset(to: said)
      way.y = 0
      return way.norm
    }
    return (sensor, age, off)
  }

  /// Returns the time since the last sample of a sensor if that is overdue, else nil.
  func silence(of sensor: SensorMessage) -> TimeSpan? {
    guard let age = age(sensor.time), let rate = sensor.rate, rate > 0 else { return nil }
    return age > max(.seconds(1), .seconds(3 / rate)) ? age : nil
  }
}
