import Formats
import Geodesy
import Samples
import Scenery
import Sensors
import SocketServer
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
      Method(
        "AddPlaces", contribute, readingForCaller: placesToAdd,
        // Limited, because other calls wait until these places are written.
        limits: [
          Limit<PlacesToAdd>("places", most: Limits.places, of: { $0.places.count }) { _ in
            CallError.tooManyPlaces(limit: Limits.places)
          }
        ]
      ) { (given: PlacesToAdd, call) throws(CallError) in try addPlaces(given, call) },
      Method("RemovePlaces", contribute, readingForCaller: placesToRemove) {
        (given: PlacesToRemove, call) throws(CallError) in try removePlaces(given, call)
      },
      Method("ListPlaces", reading: Self.pageOfPlaces) { (page: PageOfPlaces, call) throws(CallError) in
        try listPlaces(page, call)
      },
      Method("FindPlaces", reading: placeSearch) { (search: PlaceSearch, call) throws(CallError) in
        try findPlaces(search, call)
      },
      Method("GetPlace", reading: Self.keyOfPlace) { (key: PlaceKey, call) throws(CallError) in
        try getPlace(key, call)
      },
      Method("AlignToPlace", .access(.administer), reading: Self.lookToMeasure) {
        (look: Look, call) throws(CallError) in
        try align(look, call)
      },
      Method("SetFilter", contribute, reading: filter) { (filter: PlaceFilter, call) throws(CallError) in
        try setFilter(filter, call)
      },
      Method("GetFilter") { (call) throws(CallError) in try getFilter(call) },
      Method("SetFavourite", contribute, reading: Self.favourite) { (choice: Favourite, call) throws(CallError) in
        try setFavourite(choice, call)
      },
      Method("LoadRoute", contribute, reading: Self.routeToLoad) { (given: RouteToLoad, call) throws(CallError) in
        try loadRoute(given, call)
      },
      Method("GetRoute", reading: { (parameters) throws(CallError) in try parameters.flag("points") }) {
        (withPoints: Bool, call) throws(CallError) in try getRoute(withPoints: withPoints, call)
      },
      Method(
        "ClearRoute", contribute,
        // Without a route there is nothing to replace, and the parameter is not read.
        reading: { (parameters) throws(CallError) in try scene.route == nil ? false : parameters.flag("replace") }
      ) { (replaces: Bool, call) throws(CallError) in try clearRoute(replaces: replaces, call) },
      Method(
        "AddAnchor", contribute, reading: anchorToAdd,
        limits: [
          Limit<AnchorToAdd>("payload", most: Limits.payload, of: { $0.payload?.utf8.count ?? 0 }) {
            $0.invalid("payload", "an object of at most 64 KiB")
          }
        ]
      ) { (given: AnchorToAdd, call) throws(CallError) in try addAnchor(given, call) },
      Method("RenewAnchor", contribute, reading: anchorToRenew) { (given: AnchorToRenew, call) throws(CallError) in
        try renewAnchor(given, call)
      },
      Method("RemoveAnchor", contribute, readingForCaller: anchorToRemove) {
        (given: AnchorToRemove, _) throws(CallError) -> Server.Answer in
        try scene.removeAnchor(given.id, owners: given.owners)
        return .done
      },
      Method("ListTerrain") { (call) throws(CallError) in try listTerrain(call) },
      Method("GetTerrain", reading: Self.groundPlace) { (place: Geodetic, call) throws(CallError) in
        try getTerrain(place, call)
      },
      Method("Subscribe", .access(.read), .stream, reading: Self.subscription) {
        (wanted: SceneGroup.Selection, call) throws(CallError) in try subscribe(wanted, call)
      },
      Method("GetFrame", reading: Self.frameSelection) { (wanted: SceneGroup.Selection, call) throws(CallError) in
        try frame(wanted, call)
      },
      Method("Pick", reading: Self.pickRequest) { (wanted: PickRequest, call) throws(CallError) in
        try pick(wanted, call)
      },
    ]
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
    scene.sweepAnchors(at: (daemon.sources.first?.source.clock ?? .live).now)
    scene.sweepMoving(at: sessionTime)
    scene.pin(targets: scenePublisher.targets)
    if scene.areBoardsOutdated { scenePublisher.applyParameters() }
    guard scenePublisher.subscribers > 0 || daemon.outlets.hasPlaces else { return }
    let view = viewpoint
    scene.checkForChanges()
    scene.refresh(view, targets: scenePublisher.targets)
    if view.isStale { scenePublisher.publishStale(view, engine) }
  }
}
