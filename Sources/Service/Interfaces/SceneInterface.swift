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
    case .addPlaces: Method(method, contribute, by: addPlaces)
    case .removePlaces: Method(method, contribute, reading: Self.placesToRemove, by: removePlaces)
    case .listPlaces: Method(method, reading: Self.pageOfPlaces, by: listPlaces)
    case .findPlaces: Method(method, by: findPlaces)
    case .getPlace: Method(method, reading: Self.placeToGet, by: getPlace)
    case .alignToPlace: Method(method, .access(.administer), reading: Self.lookToMeasure, by: align)
    case .alignToSun:
      Method(method, .access(.administer), reading: Self.sunLook) { (look, _) throws(CallError) in try align(look) }
    case .setFilter: Method(method, contribute, reading: filter, by: setFilter)
    case .getFilter: Method(method) { (call) in getFilter(call) }
    case .setFavourite: Method(method, contribute, by: setFavourite)
    case .requestRoute: Method(method, contribute, reading: Self.routeToRequest, by: requestRoute)
    case .refuseRoute: Method(method, contribute, by: refuseRoute)
    case .loadRoute: Method(method, contribute, by: loadRoute)
    case .getRoute:
      Method(method) { (given: GetRouteCall, call) throws(CallError) in
        try getRoute(withPoints: given.points == true, call)
      }
    case .clearRoute:
      Method(method, contribute) { (given: ClearRouteCall, call) throws(CallError) in
        try clearRoute(replaces: given.replace == true, call)
      }
    case .getLevel: Method(method) { (_: Call) in getLevel() }
    case .setLevel: Method(method, contribute) { (given: SetLevelCall, _) in setLevel(given) }
    case .addAnchor: Method(method, contribute, reading: anchorToAdd, by: addAnchor)
    case .renewAnchor: Method(method, contribute, by: renewAnchor)
    case .removeAnchor: Method(method, contribute, by: removeAnchor)
    case .listTerrain: Method(method) { (call) in listTerrain(call) }
    case .getTerrain: Method(method, by: getTerrain)
    case .subscribe: Method(method, .access(.read), .stream, reading: Self.subscription, by: subscribe)
    case .getFrame: Method(method, reading: Self.frameSelection, by: frame)
    case .pick: Method(method, reading: Self.pickRequest, by: pick)
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
  var sessionTime: BootInstant { engine.isFresh ? engine.latestTime ?? daemon.now : daemon.now }

  /// Does the scene's periodic work between samples: leases, changes by other processes, nearby places and stale frames.
  func tend() {
    scene.anchors.sweep(at: (daemon.sources.first?.source.clock ?? .live).now)
    scene.places.sweep(at: sessionTime)
    scenePublisher.tendBoards()
    scenePublisher.tendRequests(at: sessionTime)
    if !engine.isFresh {
      scenePublisher.tendRoute(at: (daemon.sources.first?.source.clock ?? .live).now)
      endRouteIfOver()
    }
    guard scenePublisher.subscribers > 0 || daemon.outlets.hasPlaces else { return }
    let view = viewpoint
    scene.places.tend(view)
    if view.isStale { scenePublisher.publishStale(view, engine.session) }
  }
}
