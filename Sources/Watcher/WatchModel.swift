import Geodesy
import Geometry
import Samples
import Wire

/// What is known of the daemon at a moment: its messages in, nothing else. Moments are the watcher's own, by CLOCK_BOOTTIME.
struct WatchModel {
  /// Something that was told once.
  struct News: Equatable {
    var heard: BootInstant
    var english: String
  }

  /// How far what is known holds now.
  enum Freshness: Equatable {
    /// There is a daemon, and no pose has come.
    case waiting
    case live
    /// Samples have stopped coming, so long ago.
    case old(TimeSpan)
    /// There is no daemon, for so long, and why.
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
  /// The aiding sources and the filters' states; nil until the page that shows them was opened.
  private(set) var aids: AidsMessage?
  private(set) var frame: SceneFrameMessage?
  /// The newest last.
  private(set) var news: [News] = []
  /// Events that were missed because we read too slowly.
  private(set) var missed = 0
  private var posed: BootInstant?
  /// How much older everything is than it was when it came, once nothing comes any more.
  private(set) var lag = TimeSpan.zero
  private var loss: (since: BootInstant, why: String)?

  /// From so long without a pose on, what is shown is not how it is now.
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

  /// The daemon has gone. What it said last stays.
  mutating func lose(_ why: String, at now: BootInstant) {
    loss = (loss?.since ?? now, why)
  }

  /// A daemon is there again, perhaps another: of the one before nothing holds.
  mutating func reset() { self = WatchModel() }

  func freshness(at now: BootInstant) -> Freshness {
    if let loss { return .gone(now - loss.since, loss.why) }
    guard let posed else { return .waiting }
    let age = now - posed
    return age < Self.patience ? .live : .old(age)
  }

  /// As it is at a moment at which it may be old.
  func aged(at now: BootInstant) -> WatchModel {
    var aged = self
    if freshness(at: now) != .live, let posed { aged.lag = now - posed }
    return aged
  }

  // MARK: what follows from what was said

  /// How long ago a moment of the session was.
  func age(_ time: Int64) -> TimeSpan? {
    pose.map { BootInstant(nanoseconds: $0.time) - BootInstant(nanoseconds: time) + lag }
  }

  /// In the world: where is up, seen from the body.
  var up: Direction<Body>? { pose.map { $0.pose.rotation.inverse(Direction<Scene>(0, 1, 0)) } }

  /// As people read it; the heading is the scene's.
  var attitude: Attitude? { pose.map { Attitude(Rotation<Scene, Level>.aligned * $0.pose.rotation) } }

  /// Whether a heading is there whose error is known.
  var isHeadingKnown: Bool { pose?.heading != nil && pose?.headingSigma != nil }

  /// From where the body faces, clockwise; nil without a heading.
  func bearing(of azimuth: Angle) -> Angle? { pose?.heading.map { (azimuth - $0).wrapped } }

  var place: Geodetic? { alignment?.place ?? status?.place }

  /// The receiver's last word, and how old it is in the session's time.
  var fix: (sensor: SensorsMessage.Sensor, age: TimeSpan, off: Length?)? {
    guard let sensor = sensors?.sensors.first(where: { $0.name == "gnss" && $0.count > 0 }), let age = age(sensor.time)
    else { return nil }
    let said = Geodetic(latitude: Degrees(sensor.values.x), longitude: Degrees(sensor.values.y))
    let off = place.map { place -> Length in
      let here = Geodetic(latitude: place.latitude, longitude: place.longitude)
      var way = here.smallOffset(to: said)
      way.y = 0
      return way.norm
    }
    return (sensor, age, off)
  }

  /// A sensor that has spoken, and does not any more: for so long.
  func silence(of sensor: SensorsMessage.Sensor) -> TimeSpan? {
    guard let age = age(sensor.time), let rate = sensor.rate, rate > 0 else { return nil }
    return age > max(.seconds(1), .seconds(3 / rate)) ? age : nil
  }
}
