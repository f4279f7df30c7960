public import Formats
public import Geodesy
public import Geometry
import Samples
public import Scenery
import Text
import Tracking
public import Wire

/// The one active route. It belongs to the user that loaded it until the wearer has arrived.
public final class RouteDesk {
  public private(set) var parameters: RouteParameters
  public private(set) var route: RouteProgress?
  /// The number of routes so far.
  public private(set) var revision = 0
  /// The events of the last pose.
  private(set) var events: [RouteEvent] = []
  /// The user that loaded the route; nil for a recorded one.
  private(set) var owner: UInt32?
  /// Its destination, if that is known, and the means of travel by which it was requested: a new route off it has the same.
  private(set) var door: RouteDoor?
  private(set) var mode: String?
  /// The request for a route that waits for an answer, and the number of requests so far.
  var waiting: RouteRequest?
  var requests = 0
  /// The wearer is off the route since then; the time of the last request for that reason.
  var strayedSince: BootInstant?
  var reroutedAt: BootInstant?
  private var progressPeriod = Periodic(every: TimeSpan(0.2))
  /// The leg that the pipeline has, with its scene and route.
  private(set) var knownLeg: (leg: FollowedLeg, scene: Int, revision: Int)?
  /// A change of the leg that is not in the pipeline yet, as JSON of an input.
  public private(set) var legNews: String?
  /// True if the route comes from a replayed recording, which contains its legs as inputs.
  private var isRecorded = false

  init(_ parameters: RouteParameters) { self.parameters = parameters }

  /// Replaces the parameters for what is drawn; the steps of the route stay as they were found.
  func apply(_ parameters: RouteParameters) {
    self.parameters = parameters
    route?.parameters = parameters
  }

  /// Starts a route in place of the one before; one without an owner is that of a recording.
  public func start(_ loaded: LoadedRoute, by user: UInt32?, to door: RouteDoor? = nil, mode: String? = nil) {
    self.door = door
    self.mode = mode
    route = RouteProgress(loaded.track, parameters)
    owner = user
    isRecorded = user == nil
    revision += 1
    progressPeriod.restart()
  }

  /// Ends the route; returns false if there was none. A recording ends its own route by an input.
  @discardableResult
  public func clear(isRecorded: Bool = false) -> Bool {
    if isRecorded { self.isRecorded = true }
    defer { route = nil }
    return route != nil
  }

  /// Throws if another user's route is active and the call does not replace it.
  public func require(of user: UInt32, replaces: Bool) throws(CallError) {
    guard !replaces, let route, route.status != .arrived, let owner, owner != user else { return }
    let name = route.track.route.name
    throw CallError.routeTaken(
      user: Int(owner), name: name,
      english:
        "the wearer follows a route of user \(owner)\(name.isEmpty ? "" : ", to \(name)"); `replace` takes its place")
  }

  /// True if the progress on a route, or the end of its last leg, is of interest.
  var isActive: Bool { route != nil || knownLeg != nil }

  /// Updates the progress from the wearer's place five times a second; the events are in `events`.
  func update(_ pose: TrackedPose) {
    events.removeAll(keepingCapacity: true)
    guard isActive else { return }
    let time = pose.time
    guard progressPeriod.isDue(at: time) else { return }
    defer { updateLeg(pose.scene) }
    route?.tend(at: time, &events)
    guard let place = pose.place, let accuracy = pose.horizontalAccuracy else { return }
    route?.update(place, accuracy: accuracy, heading: pose.heading, at: time, &events)
  }

  /// Ends a route some time after the arrival, without a pose; returns whether it has ended.
  func tendEnd(at time: BootInstant) -> Bool {
    events.removeAll(keepingCapacity: true)
    route?.tend(at: time, &events)
    return !events.isEmpty
  }

  /// Ends a route that is over; returns false if it is not.
  public func endIfOver() -> Bool {
    guard route?.isOver == true else { return false }
    route = nil
    return true
  }

  /// Records that the pipeline has the change of the leg.
  public func clearLegNews() { legNews = nil }

  /// Sets `legNews` for the pipeline when the followed leg has changed: the leg's bearing is a measurement of the heading.
  private func updateLeg(_ scene: Int) {
    guard !isRecorded else { return }
    guard let leg = route?.leg else {
      // Near a corner, or while the position is poor for a moment, the leg before stays valid.
      let isGone = route.map { $0.status != .following } ?? true
      guard knownLeg != nil, isGone || knownLeg?.scene != scene else { return }
      knownLeg = nil
      legNews = "{}"
      return
    }
    let isSame = knownLeg.map { $0.leg.segment == leg.segment && $0.scene == scene && $0.revision == revision }
    guard isSame != true else { return }
    // A wearer that joins the route in its middle has not followed any of the leg yet.
    let hasFollowed = knownLeg.map { $0.scene == scene && $0.revision == revision } ?? false
    knownLeg = (leg, scene, revision)
    let value: JSONValue = [
      "bearing_deg": .number((leg.bearing.azimuth.degrees * 1000).rounded() / 1000),
      "length_m": .number((leg.length.value * 100).rounded() / 100),
      "followed_m": .number(hasFollowed ? (leg.followed.value * 100).rounded() / 100 : 0),
    ]
    legNews = value.text
  }

  func progressMessage(_ accuracy: Length?) -> ProgressMessage? {
    route.map { ProgressMessage($0, revision: revision, accuracy: accuracy) }
  }

  /// The next target on the route: start, rejoin point, turn or destination, with the name of the thing itself.
  func nextTarget(from view: Viewpoint) -> SceneTarget? {
    guard let route else { return nil }
    let track = route.track
    func target(_ kind: String, _ name: String, _ position: Geodetic, at length: Length) -> SceneTarget {
      SceneTarget(kind: kind, name: name, position: position, height: route.height(at: length, from: view))
    }
    if let deviation = route.deviation {
      let isStart = route.status == .approaching && deviation.rejoinLength == .zero
      let kind = isStart ? "start" : "rejoin"
      var goal = target(
        kind, isStart ? "the start of the route" : "the route", deviation.rejoin, at: deviation.rejoinLength)
      goal.go = RouteGoal(reaching: kind, in: deviation.distance)
      return goal
    }
    if let step = route.nextTurn {
      var turn = target(
        step.stop == nil ? "turn" : "stop", track.name(of: step), track.place(at: step.length), at: step.length)
      turn.go = RouteGoal(step, of: track, in: max(.zero, step.length - route.length))
      turn.length = route.status == .following ? step.length - route.length : nil
      turn.step = StepMessage(step, of: track.route)
      return turn
    }
    return destination(from: view)
  }

  func destination(from view: Viewpoint) -> SceneTarget? {
    guard let route else { return nil }
    let track = route.track, name = track.route.name.isEmpty ? "the destination" : track.route.name
    var end = SceneTarget(
      kind: "destination", name: name, position: track.place(at: track.length),
      height: route.height(at: track.length, from: view))
    guard [.following, .arrived].contains(route.status), let arrival = track.steps.last else { return end }
    end.length = route.remaining
    end.go = RouteGoal(arrival, of: track, in: route.remaining)
    return end
  }
}

extension RouteMessage {
  public init(_ route: RouteProgress, _ revision: Int, _ accuracy: Length?, points: [Geodetic]? = nil) {
    let track = route.track
    self.init(
      revision: revision, name: track.route.name, length: track.length, statedDuration: track.route.statedDuration,
      steps: track.steps.map { StepMessage($0, of: track.route) },
      stops: track.route.stops.indices.map { StopMessage($0, of: route) }, points: points,
      progress: ProgressMessage(route, revision: revision, accuracy: accuracy))
  }
}

/// The place to which a route leads, and its entrance.
public struct RouteDoor: Equatable, Sendable {
  public var place: Geodetic
  public var entrance: Geodetic?

  public init(_ place: Geodetic, entrance: Geodetic? = nil) {
    self.place = place
    self.entrance = entrance
  }
}

/// A route that was read and can be followed.
public struct LoadedRoute: Sendable {
  public var reading: RouteReading
  public var track: RouteTrack

  /// Reads a route; a long one takes a while. `door` is its destination; `stops` are the names of the stops that were requested.
  public init(
    reading text: [UInt8], name: String, stops: [String] = [], door: RouteDoor? = nil, wearer: Geodetic?,
    _ parameters: RouteParameters
  ) throws(CallError) {
    do throws(RouteFault) {
      reading = try RouteReader.read(
        text, name: name, wearer: wearer, mostValues: Limits.valuesOfRoute)
      if let door, let distance = reading.route.lead(to: door.place, entrance: door.entrance) {
        reading.notes.append(.doorBeside(distance))
      }
    } catch {
      throw Self.refused(error.code, error.description)
    }
    if stops.count == reading.route.stops.count {
      for (index, name) in stops.enumerated() where !name.isEmpty { reading.route.stops[index].name = name }
    }
    guard let track = RouteTrack(reading.route, parameters) else {
      throw Self.refused("unusable", "its points do not make a usable route")
    }
    self.track = track
  }

  private static func refused(_ code: String, _ english: String) -> CallError {
    CallError.routeRefused(code: code, english: english)
  }
}

extension RouteFault {
  /// The code of the fault for programs.
  fileprivate var code: String {
    switch self {
    case .unrecognised: "unrecognised"
    case .empty: "empty"
    case .json: "json"
    case .xml: "xml"
    case .shape: "shape"
    case .refused: "refused"
    case .noTrack: "no-track"
    case .polyline: "polyline"
    case .notAPlace: "not-a-place"
    case .exchanged: "exchanged"
    case .tooManyPoints: "too-many-points"
    case .tooManyParts: "too-many-parts"
    case .tooFewPoints: "too-few-points"
    case .bareArray: "bare-array"
    case .webPage: "web-page"
    case .wrongLength: "wrong-length"
    }
  }
}
