import BrowserServer
import CommandParts
import Geodesy
import Geometry
import Playback
import Reports
import Samples
import Text
import Tracking
import WebPages
import Wire

/// The plan of the page: the tracks of a session, drawn as the report draws them.
///
/// The tracks of a recording come from one run of the pipeline over it, since the socket's data begin only where the replay was
/// started. Those of a live session grow with the messages that are passed on to the page.
struct ViewPlan {
  /// The length of the recording; nil without one.
  private(set) var duration: TimeSpan?
  private var start: BootInstant?
  private var fixes: [(time: BootInstant, place: Geodetic)] = []
  private var moments: [SessionPlan.Moment] = []
  private var route: [Geodetic] = []
  /// The newest alignment, and when a message was read last.
  private var alignment: AlignmentMessage?
  private var lastRead: (alignment: Double, pose: Double) = (0, 0)

  /// The distance between two places that are kept, in meters; and the number of them above which every other one of the older
  /// half goes, so that a long way keeps its shape, or half of the fixes.
  private static let apart = 0.4, most = 20_000
  /// Seconds between two messages that are read.
  private static let pace = 0.1

  init() {}

  /// Reads a recording.
  init(_ path: String, _ arguments: Arguments, _ syntax: Syntax) throws {
    var session = try ReplaySession(path, arguments, syntax)
    var end: BootInstant?
    let fault = session.pass("reading") { passage, _ in
      guard case .sample(let sample) = passage.line else { return }
      start = start ?? sample.time
      end = max(end ?? sample.time, sample.time)
      if case .fix(let fix) = sample {
        fixes.append((fix.arrival, Geodetic(latitude: fix.latitude, longitude: fix.longitude)))
      }
      if let pose = passage.pose, let place = pose.place {
        add(pose.time, pose.scene, pose.pose.position, pose.appliedYaw, place)
      }
    }
    if let fault { throw fault }
    guard let start, let end, end > start else { throw Failure.data("\(path): it has no session to show") }
    duration = end - start
  }

  private mutating func add(
    _ time: BootInstant, _ scene: Int, _ position: Displacement<Scene>, _ yaw: Angle, _ place: Geodetic
  ) {
    if let last = moments.last, last.scene == scene {
      guard (position - last.position).norm.value >= Self.apart, time > last.time else { return }
    }
    moments.append(SessionPlan.Moment(time: time, scene: scene, position: position, yaw: yaw, place: place))
    guard moments.count > Self.most, duration == nil else { return }
    moments = moments.enumerated().filter { $0.offset > Self.most / 2 || $0.offset % 2 == 0 }.map(\.element)
  }

  // MARK: live

  /// Records what a message to the page has for the plan.
  mutating func observe(_ reply: [UInt8], named name: String, at seconds: Double) {
    let isLive = duration == nil
    let isDue =
      switch name {
      case "pose": isLive && seconds - lastRead.pose >= Self.pace
      case "alignment": isLive && seconds - lastRead.alignment >= Self.pace
      case "sensors": isLive
      case "route": true
      default: false
      }
    guard isDue, let json = try? JSONValue(reading: reply, maximumDepth: 16, maximumSize: Limits.message),
      let value = json["parameters"]?[name]
    else { return }
    switch name {
    case "alignment":
      lastRead.alignment = seconds
      alignment = try? AlignmentMessage(json: value)
    case "pose":
      lastRead.pose = seconds
      guard let alignment, let place = alignment.place, let pose = try? PoseMessage(json: value),
        pose.scene == alignment.scene
      else { return }
      // The place as it is drawn: its corrections are applied smoothly.
      let drawn = TangentPlane(origin: place).geodetic(alignment.appliedShift)
      add(BootInstant(nanoseconds: pose.time), pose.scene, pose.position, alignment.appliedYaw, drawn)
    case "sensors":
      guard let receiver = (try? SensorsMessage(json: value))?.sensors.first(where: { $0.name == "gnss" }),
        receiver.count > 0, receiver.values.count >= 2, fixes.last?.time.nanoseconds != receiver.time
      else { return }
      let place = Geodetic(latitude: Degrees(receiver.values.values.x), longitude: Degrees(receiver.values.values.y))
      if fixes.count > Self.most { fixes.removeFirst(Self.most / 2) }
      fixes.append((BootInstant(nanoseconds: receiver.time), place))
    case "route":
      route = (try? RouteMessage(json: value))?.points ?? []
    default: break
    }
  }

  /// Drops the tracks: another daemon begins its own session.
  mutating func clear() {
    guard duration == nil else { return }
    self = ViewPlan()
  }

  // MARK: the picture

  /// Returns the part of the plan of a request: `latitude`, `longitude` and `reach`, in meters to each side. Of a recording up to
  /// `until` seconds.
  func picture(_ request: PageRequest) throws(BrowserRefusal) -> PageAnswer {
    let center = Geodetic(
      latitude: Degrees(try request.value("latitude", in: -90...90)),
      longitude: Degrees(try request.value("longitude", in: -360...360)))
    let reach = try request.value("reach", in: 1...100_000)
    var fixes = fixes[...], moments = moments[...]
    if duration != nil, let start {
      let end = start + .seconds(try request.value("until", in: 0...1e7))
      fixes = fixes.prefix { $0.time <= end }
      moments = moments.prefix { $0.time <= end }
    }
    let plan = SessionPlan(origin: center, fixes: Array(fixes), moments: Array(moments), route: route)
    let drawing = PlanDrawing(plan, around: .zero, reach: reach)
    var text = TextBuffer()
    drawing.writePicture(to: &text)
    var answer = PageAnswer(200, "image/svg+xml", text.bytes)
    answer.headers = [.init("Grid-Cell", "\(drawing.cell)")]
    return answer
  }

  /// The style of the picture: lines and marks as in the report, light and dark.
  static let style = PageAnswer(
    200, "text/css; charset=utf-8",
    Array(
      """
      #map{--grid:#1d2835;\(ReportStyle.darkMarks)}
      @media (prefers-color-scheme:light){#map{--grid:#e3e8ee;\(ReportStyle.lightMarks)}}
      \(ReportStyle.plan)

      """.utf8))
}
