import Formats
import Geodesy
import Geometry
import Samples
import Scenery
import Text
import Tracking
import Wire

// The one active route.
extension SceneKeeper {
  /// Starts a route in place of the one before; `user` is its owner.
  func start(_ loaded: LoadedRoute, by user: UInt32?) {
    route = RouteProgress(loaded.track, routeParameters)
    routeOwner = user
    routeRevision += 1
    progressPeriod.restart()
  }

  /// Updates the progress from the wearer's place five times a second; the events are in `routeEvents`.
  func followRoute(_ pose: TrackedPose) {
    routeEvents.removeAll(keepingCapacity: true)
    guard route != nil || knownLeg != nil else { return }
    let time = pose.time
    guard progressPeriod.isDue(at: time) else { return }
    defer { noteLeg(pose.scene) }
    guard let place = pose.place, let accuracy = pose.horizontalAccuracy else { return }
    route?.update(place, accuracy: accuracy, heading: pose.heading, at: time, &routeEvents)
  }

  /// Sets `legNews` for the pipeline when the followed leg has changed: the leg's bearing is a measurement of the heading.
  private func noteLeg(_ scene: Int) {
    guard !isRouteRecorded else { return }
    guard let leg = route?.leg else {
      // Near a corner, or while the position is poor for a moment, the leg before stays valid.
      let isGone = route.map { $0.status != .following } ?? true
      guard knownLeg != nil, isGone || knownLeg?.scene != scene else { return }
      knownLeg = nil
      legNews = "{}"
      return
    }
    let isSame = knownLeg.map { $0.leg.segment == leg.segment && $0.scene == scene && $0.revision == routeRevision }
    guard isSame != true else { return }
    // A wearer that joins the route in its middle has not followed any of the leg yet.
    let hasFollowed = knownLeg.map { $0.scene == scene && $0.revision == routeRevision } ?? false
    knownLeg = (leg, scene, routeRevision)
    let value: JSONValue = [
      "bearing_deg": .number((leg.bearing.azimuth.degrees * 1000).rounded() / 1000),
      "length_m": .number((leg.length.value * 100).rounded() / 100),
      "followed_m": .number(hasFollowed ? (leg.followed.value * 100).rounded() / 100 : 0),
    ]
    legNews = value.text
  }

  func progressMessage(_ accuracy: Length?) -> ProgressMessage? {
    route.map { ProgressMessage($0, revision: routeRevision, accuracy: accuracy) }
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
      return isStart
        ? target("start", "the start of the route", deviation.rejoin, at: deviation.rejoinLength)
        : target("rejoin", "the route", deviation.rejoin, at: deviation.rejoinLength)
    }
    if route.status != .arrived, let step = route.nextTurn {
      var turn = target("turn", track.instruction(of: step), track.place(at: step.length), at: step.length)
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
    end.length = route.status == .following ? route.remaining : nil
    return end
  }
}

extension RouteMessage {
  init(_ route: RouteProgress, _ revision: Int, _ accuracy: Length?, points: [Geodetic]? = nil) {
    let track = route.track
    self.init(
      revision: revision, name: track.route.name, length: track.length, statedDuration: track.route.statedDuration,
      steps: track.steps.map { StepMessage($0, of: track.route) }, points: points,
      progress: ProgressMessage(route, revision: revision, accuracy: accuracy))
  }
}

/// A route that was read and can be followed.
struct LoadedRoute: Sendable {
  var reading: RouteReading
  var track: RouteTrack

  /// Reads a route; a long one takes a while.
  init(reading text: [UInt8], name: String, wearer: Geodetic?, _ parameters: RouteParameters) throws(CallError) {
    do throws(RouteFault) {
      reading = try RouteReader.read(
        text, name: name, wearer: wearer, mostValues: Limits.valuesOfRoute)
    } catch {
      throw Self.refused(error.code, error.description)
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
    case .wrongLength: "wrong-length"
    }
  }
}
