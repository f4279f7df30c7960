import Formats
import Geodesy
import Samples
import ScenePublishing
import Scenery
import Sensors
import SocketServer
import Tracking
import Wire

/// org.gnomon.Scene: places, anchors, the route, and the frames that show them.
struct SceneInterface: BoundInterface {
  unowned let daemon: Daemon
  var engine: Engine { daemon.engine }
  var scene: SceneDesks { daemon.scene }
  var scenePublisher: ScenePublisher { daemon.scenePublisher }

  var methods: [Method] { SceneMethod.allCases.map(method) }

  private func method(_ method: SceneMethod) -> Method {
    let contribute = Method.Permission.access(.contribute)
    return switch method {
    case .addPlaces:
      Method(
        method, contribute, readingForCaller: placesToAdd,
        // Limited, because other calls wait until these places are written.
        limits: [
          Limit<PlacesToAdd>("places", most: Limits.places, of: { $0.places.count }) { _ in
            CallError.tooManyPlaces(limit: Limits.places)
          }
        ], addPlaces)
    case .removePlaces: Method(method, contribute, readingForCaller: placesToRemove, removePlaces)
    case .listPlaces: Method(method, reading: Self.pageOfPlaces, listPlaces)
    case .findPlaces: Method(method, reading: placeSearch, findPlaces)
    case .getPlace: Method(method, reading: Self.placeToGet, getPlace)
    case .alignToPlace: Method(method, .access(.administer), reading: Self.lookToMeasure, align)
    case .alignToSun:
      Method(method, .access(.administer), reading: Self.sunLook) { (look: SunLook, _) throws(CallError) in
        try align(look)
      }
    case .setFilter: Method(method, contribute, reading: filter, setFilter)
    case .getFilter: Method(method) { (call) in getFilter(call) }
    case .setFavourite: Method(method, contribute, reading: Self.favourite, setFavourite)
    case .requestRoute: Method(method, contribute, reading: Self.routeToRequest, requestRoute)
    case .refuseRoute: Method(method, contribute, reading: Self.requestToRefuse, refuseRoute)
    case .loadRoute: Method(method, contribute, reading: Self.routeToLoad, loadRoute)
    case .getRoute:
      Method(method, reading: { (parameters) throws(CallError) in try parameters.flag("points") }) {
        (withPoints: Bool, call) throws(CallError) in try getRoute(withPoints: withPoints, call)
      }
    case .clearRoute:
      Method(
        method, contribute,
        // Without a route there is nothing to replace, and the parameter is not read.
        reading: { (parameters) throws(CallError) in try scene.route.route == nil ? false : parameters.flag("replace") }
      ) { (replaces: Bool, call) throws(CallError) in try clearRoute(replaces: replaces, call) }
    case .getLevel: Method(method) { (_: Call) in getLevel() }
    case .setLevel: Method(method, contribute, reading: Self.levelToSet) { (given: SetLevelCall, _) in setLevel(given) }
    case .addAnchor:
      Method(
        method, contribute, reading: anchorToAdd,
        limits: [
          Limit<AnchorToAdd>("payload", most: Limits.payload, of: { $0.payload?.utf8.count ?? 0 }) {
            $0.invalid("payload", "an object of at most 64 KiB")
          }
        ], addAnchor)
    case .renewAnchor: Method(method, contribute, reading: anchorToRenew, renewAnchor)
    case .removeAnchor:
      Method(method, contribute, readingForCaller: anchorToRemove) {
        (given: AnchorToRemove, _) throws(CallError) -> Server.Answer in
        try scene.anchors.remove(given.id, owners: given.owners)
        return .done
      }
    case .listTerrain: Method(method) { (call) in listTerrain(call) }
    case .getTerrain: Method(method, reading: Self.groundPlace, getTerrain)
    case .subscribe: Method(method, .access(.read), .stream, reading: Self.subscription, subscribe)
    case .getFrame: Method(method, reading: Self.frameSelection, frame)
    case .pick: Method(method, reading: Self.pickRequest, pick)
    }
  }

  /// Throws unless the caller has this access; for calls that need more than their method does.
  func require(_ access: Access, of caller: Connection) throws(CallError) {
    try daemon.options.policy.require(.access(access), of: caller, .scene)
  }

  /// The wearer's present view of the scene.
  var viewpoint: Viewpoint {
    guard let latest = engine.latest else { return .unknown(at: daemon.now) }
    return scene.view(latest, isStale: !engine.isFresh)
  }

  /// The time of the newest pose; without fresh poses, that of the clock.
  var sessionTime: BootInstant { engine.isFresh ? engine.latest?.time ?? daemon.now : daemon.now }

  /// Does the scene's periodic work between samples: leases, changes by other processes, nearby places and stale frames.
  func tend() {
    scene.anchors.sweep(at: (daemon.sources.first?.source.clock ?? .live).now)
    scene.places.sweep(at: sessionTime)
    scenePublisher.tendBoards()
    scenePublisher.tendRequests(at: sessionTime)
    guard scenePublisher.subscribers > 0 || daemon.outlets.hasPlaces else { return }
    let view = viewpoint
    scene.places.tend(view)
    if view.isStale { scenePublisher.publishStale(view, engine.session) }
  }
}
