import Formats
import Samples
import Scenery
import Sensors
import Tracking
import Wire

/// org.gnomon.Scene: places, anchors, the route, and the frames that show them.
struct SceneInterface: BoundInterface {
  unowned let daemon: Daemon
  var engine: Engine { daemon.engine }
  var scene: SceneKeeper { daemon.scene }
  var scenePublisher: ScenePublisher { daemon.scenePublisher }

  var methods: [Method] {
    let contribute = Method.Permission.access(.contribute)
    return [
      Method("AddPlaces", contribute) { (call) throws(CallError) in try addPlaces(call) },
      Method("RemovePlaces", contribute) { (call) throws(CallError) in try removePlaces(call) },
      Method("ListPlaces") { (call) throws(CallError) in try listPlaces(call) },
      Method("FindPlaces") { (call) throws(CallError) in try findPlaces(call) },
      Method("SetFilter", contribute, reading: Self.filter) { (filter: PlaceFilter, call) throws(CallError) in
        try setFilter(filter, call)
      },
      Method("GetFilter") { (call) throws(CallError) in try getFilter(call) },
      Method("SetFavourite", contribute) { (call) throws(CallError) in try setFavourite(call) },
      Method("LoadRoute", contribute) { (call) throws(CallError) in try loadRoute(call) },
      Method("GetRoute") { (call) throws(CallError) in try getRoute(call) },
      Method("ClearRoute", contribute) { (call) throws(CallError) in try clearRoute(call) },
      Method("AddAnchor", contribute) { (call) throws(CallError) in try addAnchor(call) },
      Method("RenewAnchor", contribute) { (call) throws(CallError) in try renewAnchor(call) },
      Method("RemoveAnchor", contribute) { (call) throws(CallError) in try removeAnchor(call) },
      Method("ListTerrain") { (call) throws(CallError) in try listTerrain(call) },
      Method("GetTerrain") { (call) throws(CallError) in try getTerrain(call) },
      Method("Subscribe", .access(.read), .stream, reading: Self.subscription) {
        (wanted: SceneGroup.Selection, call) throws(CallError) in try subscribe(wanted, call)
      },
      Method("GetFrame", reading: Self.frameSelection) { (wanted: SceneGroup.Selection, call) throws(CallError) in
        try frame(wanted, call)
      },
      Method("Pick") { (call) throws(CallError) in try pick(call) },
    ]
  }

  /// Throws unless the caller has this access; for calls that need more than their method does.
  func require(_ access: Access, _ call: Call) throws(CallError) {
    try daemon.require(.access(access), call.connection, .scene)
  }

  /// The wearer's present view of the scene.
  var viewpoint: Viewpoint {
    guard let latest = engine.latest else { return .unknown(at: daemon.now) }
    return scene.view(latest, isStale: !engine.isFresh)
  }

  /// Does the scene's periodic work between samples: leases, changes by other processes, nearby places and stale frames.
  func tend() {
    scene.sweepAnchors(at: (daemon.sources.first?.source.clock ?? .live).now)
    guard scenePublisher.subscribers > 0 else { return }
    let view = viewpoint
    scene.checkForChanges()
    scene.refresh(view, targets: scenePublisher.targets)
    if view.isStale { scenePublisher.publishStale(view, engine) }
  }
}
