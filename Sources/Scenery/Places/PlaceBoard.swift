import Geodesy
public import Geometry
import Samples

/// The places near the wearer and their labels, frame by frame.
///
/// The steps are: filter → nearest first → cap → cluster → stack → pull in. Each decision has hysteresis, so that noise causes no
/// flicker, and each place has a status with a reason. After the most crowded frame so far, a frame allocates nothing; its
/// results are in storage that the next frame reuses.
///
/// Proximity events come from the nearest places up to the cap, both those with their own label and those in a cluster.
public struct PlaceBoard: Sendable {
  public private(set) var parameters: SceneParameters
  public private(set) var filter: PlaceFilter

  // Results of the last frame.
  /// The visible places, nearest first.
  public internal(set) var placements: [Placement] = []
  public internal(set) var proximity: [ProximityEvent] = []
  /// Every status that differs from the frame before.
  public internal(set) var changes: [StatusChange] = []
  /// The status of all that is in sight: shown or vague, or the reason why nothing is.
  public private(set) var readiness = PlacementStatus.pending(.waitingForFix)
  /// The status of every place that is not on this board.
  public internal(set) var statusElsewhere = PlacementStatus.pending(.waitingForFix)

  /// The places; `tracks` has the state of each at the same index.
  public private(set) var places: [Place] = []
  var tracks: [PlaceState] = []
  private var serials = 0
  /// Places that the cap does not remove, besides the favorites.
  public private(set) var pinned: Set<PlaceKey> = []
  /// The wearer's floor, where it is known: places that certainly are on another one are hidden.
  public var floor: FloorLevel.Estimate?
  private var gate: ReadinessGate
  var scene: Int?
  /// Events of places that were removed while the wearer was at them.
  private var departed: [ProximityEvent] = []

  // Reused from frame to frame.
  var chosen: [Chosen] = []
  var sights: [Sight] = []
  var beside: [Int] = []

  public init(_ parameters: SceneParameters = SceneParameters()) {
    self.parameters = parameters
    filter = PlaceFilter().clamped(to: parameters.radius)
    gate = ReadinessGate(parameters)
    let most = Int(parameters.most)
    chosen.reserveCapacity(most + 1)
    sights.reserveCapacity(most)
    beside.reserveCapacity(most)
    placements.reserveCapacity(most)
    proximity.reserveCapacity(2 * most)
  }

  /// Judges whether anything can be shown; `update` does too.
  public mutating func judge(_ view: Viewpoint) { readiness = gate.judge(view) }

  /// Half the width of a band, as far as the heading makes it; nil while nothing is drawn as a band.
  public var band: Angle? { gate.band }

  /// Replaces the places by those that may come into view; what is known of those that stay is kept.
  ///
  /// Of several with one key the first counts. Returns those that are refused, each with its reason.
  public mutating func replace(with candidates: [Place]) -> [PlaceRefusal] {
    var known: [PlaceKey: Int] = [:]
    known.reserveCapacity(places.count)
    for index in places.indices { known[places[index].key] = index }
    var refusals: [PlaceRefusal] = []
    var kept: [Place] = [], keptTracks: [PlaceState] = []
    kept.reserveCapacity(candidates.count)
    keptTracks.reserveCapacity(candidates.count)
    var taken = Set<PlaceKey>(minimumCapacity: candidates.count)
    for (index, place) in candidates.enumerated() {
      guard place.isPlaceable else {
        refusals.append(PlaceRefusal(index: index, id: place.id, reason: .position))
        continue
      }
      guard taken.insert(place.key).inserted else {
        refusals.append(PlaceRefusal(index: index, id: place.id, reason: .twice))
        continue
      }
      var track: PlaceState
      if let index = known.removeValue(forKey: place.key) {
        track = tracks[index]
        if places[index].position != place.position || places[index].height != place.height {
          track.move(to: place)
        }
      } else {
        serials += 1
        track = PlaceState(place, serial: serials)
      }
      prepare(&track, for: place)
      kept.append(place)
      keptTracks.append(track)
    }
    for index in known.values.sorted() where tracks[index].isNear { depart(places[index]) }
    // Boards that get the same places share them.
    places = refusals.isEmpty ? candidates : kept
    tracks = keptTracks
    // They hold indices of the places before.
    placements.removeAll(keepingCapacity: true)
    sights.removeAll(keepingCapacity: true)
    chosen.removeAll(keepingCapacity: true)
    return refusals
  }

  private func prepare(_ track: inout PlaceState, for place: Place) {
    track.update(place)
    track.isWanted = filter.wants(place)
    track.isKept = place.isFavourite || pinned.contains(place.key)
    track.label = parameters.label(of: place)
  }

  /// Adds one place, or replaces the one with the same key; for places that move, which are stated many times a second.
  /// Returns the reason if it is refused.
  public mutating func put(_ place: Place) -> PlaceRefusal.Reason? {
    guard place.isPlaceable else { return .position }
    if let index = places.lastIndex(where: { $0.key == place.key }) {
      if places[index].position != place.position || places[index].height != place.height {
        tracks[index].move(to: place)
      }
      prepare(&tracks[index], for: place)
      places[index] = place
    } else {
      serials += 1
      var track = PlaceState(place, serial: serials)
      prepare(&track, for: place)
      places.append(place)
      tracks.append(track)
    }
    return nil
  }

  /// Sets the places that the cap does not remove: the targets of hints, and places that were picked.
  public mutating func pin(_ keys: Set<PlaceKey>) {
    guard keys != pinned else { return }
    pinned = keys
    for index in places.indices { tracks[index].isKept = places[index].isFavourite || keys.contains(places[index].key) }
  }

  public mutating func choose(_ filter: PlaceFilter) {
    self.filter = filter
    parameters.radius = filter.radius
    for index in places.indices { tracks[index].isWanted = filter.wants(places[index]) }
  }

  /// Sets the radius within which places are shown, clamped to the limits of `PlaceFilter`.
  public mutating func choose(radius: Length) {
    filter = filter.clamped(to: radius)
    parameters.radius = filter.radius
  }

  /// The status of a place, on the board or not.
  public func status(of key: PlaceKey) -> PlacementStatus {
    places.firstIndex { $0.key == key }.flatMap { tracks[$0].status } ?? statusElsewhere
  }

  public func status(at index: Int) -> PlacementStatus { tracks[index].status ?? statusElsewhere }

  /// The places that one that is shown stands for, itself first.
  public func members(of placement: Placement) -> [PlaceKey] {
    let serial = tracks[placement.index].serial
    var keys = [placement.key]
    for one in chosen where one.index != placement.index && tracks[one.index].head == serial {
      keys.append(places[one.index].key)
    }
    return keys
  }

  /// Returns a hash of the cluster's members. It changes when the membership changes (collisions are possible). Allocates
  /// nothing.
  public func membership(of placement: Placement) -> Int {
    let serial = tracks[placement.index].serial
    guard placement.count > 1 else { return serial }
    var hasher = Hasher()
    for one in chosen where one.index == placement.index || tracks[one.index].head == serial {
      hasher.combine(one.serial)
    }
    return hasher.finalize()
  }

  private mutating func depart(_ place: Place) {
    departed.append(
      ProximityEvent(
        kind: .left, key: place.key, name: place.name, time: BootInstant(nanoseconds: 0), distance: nil))
  }

  mutating func reportDepartures(at time: BootInstant) {
    for var event in departed {
      event.time = time
      proximity.append(event)
    }
    departed.removeAll(keepingCapacity: true)
  }
}

extension Place {
  fileprivate var isPlaceable: Bool {
    let height: Length =
      switch height {
      case .eye: .zero
      case .ground(let height), .ellipsoid(let height), .seaLevel(let height): height
      }
    return height.isFinite && position.latitude.value.magnitude <= 90 && position.longitude.isFinite
  }
}
