import Geodesy
import Geometry
import Samples

extension PlaceBoard {
  /// The cosine of an elevation from which a place counts as straight overhead: lifting it would move it infinitely far away.
  private static let overheadCosine = 1e-6
  /// The wearer is no longer at a place beyond this multiple of its radius.
  private static let leavingShare = 1.25

  /// Computes the next frame.
  public mutating func update(_ view: Viewpoint) {
    placements.removeAll(keepingCapacity: true)
    proximity.removeAll(keepingCapacity: true)
    changes.removeAll(keepingCapacity: true)
    reportDepartures(at: view.time)
    judge(view)
    guard readiness.isDrawn else { return hideAll(readiness) }
    guard let surroundings = Surroundings(view) else { return hideAll(.pending(.waitingForFix)) }
    statusElsewhere = .hidden(.range)
    chooseNearest(surroundings)
    order()
    computeSights(surroundings)
    cluster(at: view.time)
    stack(at: view.time)
    place(surroundings)
    scene = view.scene
  }

  private mutating func hideAll(_ obstacle: PlacementStatus) {
    statusElsewhere = obstacle
    for index in tracks.indices {
      setStatus(tracks[index].isWanted ? obstacle : .hidden(.filter), of: index)
    }
  }

  private mutating func setStatus(_ new: PlacementStatus, of index: Int) {
    let old = tracks[index].status
    guard new != old else { return }
    tracks[index].status = new
    changes.append(StatusChange(places[index].key, old: old, new: new))
  }

  /// Selects the places to show: filter, then distance, then the cap on their number.
  private mutating func chooseNearest(_ surroundings: Surroundings) {
    chosen.removeAll(keepingCapacity: true)
    let most = max(1, Int(parameters.most)), radius = parameters.radius.value
    let time = surroundings.viewpoint.time
    // The farthest chosen place that the cap may remove.
    var lastFree: Int?
    for index in tracks.indices {
      tracks[index].extrapolate(to: time)
      guard tracks[index].isWanted else {
        leaveOut(index, .filter, surroundings)
        continue
      }
      guard tracks[index].level.map({ floor?.excludes($0) != true }) ?? true else {
        leaveOut(index, .level, surroundings)
        continue
      }
      guard tracks[index].motion?.isFresh(at: time, parameters) ?? true else {
        leaveOut(index, .stale, surroundings)
        continue
      }
      let distance = surroundings.distance(to: tracks[index].ground)
      if tracks[index].isNear, hasLeft(tracks[index], distance, surroundings) {
        reportProximity(.left, of: index, at: surroundings, distance: distance)
      }
      let nearer = distance - parameters.play(at: distance)
      tracks[index].isInRange = (tracks[index].isInRange ? nearer : distance) <= radius
      guard tracks[index].isInRange else {
        tracks[index].reset()
        setStatus(.hidden(.range), of: index)
        continue
      }
      let rank = tracks[index].rank
      let one = Chosen(
        distance: distance, reach: rank == .max ? distance : nearer, rank: rank, serial: tracks[index].serial,
        index: index, head: tracks[index].head, isHeld: holds(since: tracks[index].groupedSince, at: time),
        isKept: tracks[index].isKept)
      if chosen.count >= most, !one.isKept, lastFree.map({ !one.isChosenBefore(chosen[$0]) }) ?? true {
        crowdOut(index)
        continue
      }
      insert(one)
      if chosen.count > most { removeFarthest(&lastFree) } else { lastFree = chosen.lastIndex { !$0.isKept } }
    }
  }

  private mutating func leaveOut(_ index: Int, _ reason: PlacementStatus.Hiding, _ surroundings: Surroundings) {
    if tracks[index].isNear { reportProximity(.left, of: index, at: surroundings, distance: nil) }
    tracks[index].reset()
    tracks[index].isInRange = false
    setStatus(.hidden(reason), of: index)
  }

  /// Whether the wearer is no longer near a place. An area is left when the wearer is outside by more than the accuracy of the
  /// position, so that its noise does not cross the border again and again.
  private func hasLeft(_ track: PlaceState, _ distance: Double, _ surroundings: Surroundings) -> Bool {
    guard let area = track.area else {
      return distance > max(parameters.leave.value, track.radius.map { $0 * Self.leavingShare } ?? 0)
    }
    let slack = min(parameters.at.value, surroundings.viewpoint.horizontalAccuracy?.value ?? 0)
    return area.distance(from: -surroundings.level(to: track.ground)) > slack
  }

  /// The largest number of chosen places when favorites, targets and picked places are more than the cap.
  private static let mostKept = 500

  /// Removes the farthest place that is not kept; if all are kept, the farthest beyond `mostKept`.
  private mutating func removeFarthest(_ lastFree: inout Int?) {
    if let index = chosen.lastIndex(where: { !$0.isKept }) {
      crowdOut(chosen[index].index)
      chosen.remove(at: index)
    } else if chosen.count > Self.mostKept, let last = chosen.popLast() {
      crowdOut(last.index)
    }
    lastFree = chosen.lastIndex { !$0.isKept }
  }

  private mutating func crowdOut(_ index: Int) {
    tracks[index].reset()
    setStatus(.hidden(.cap), of: index)
  }

  /// Inserts a place in order of distance, by bisection.
  private mutating func insert(_ one: Chosen) {
    var low = 0, high = chosen.count
    while low < high {
      let middle = (low + high) / 2
      if chosen[middle].isChosenBefore(one) { low = middle + 1 } else { high = middle }
    }
    chosen.insert(one, at: low)
  }

  /// Sorts by distance with hysteresis: a place overtakes the one before it only when it is nearer by more than the hysteresis.
  /// Sorting starts from the order of the last frame. A member of a cluster overtakes its head only when it is a tenth nearer
  /// (`clusterPlay`), so that the cluster does not change its head all the time.
  private mutating func order() {
    Self.sort(&chosen) { $0.wasBefore($1) }
    let parameters = parameters
    Self.sort(&chosen) { a, b in
      if a.rank == .max { return a.distance < b.distance }
      if a.head == b.serial { return !a.isHeld && a.distance < b.distance * (1 - SceneParameters.clusterPlay) }
      return a.distance < b.distance - parameters.play(at: b.distance)
    }
    for rank in chosen.indices { tracks[chosen[rank].index].rank = rank }
  }

  /// Insertion sort: cheap for a list that is nearly in order, and it allocates nothing.
  private static func sort(_ list: inout [Chosen], _ isBefore: (Chosen, Chosen) -> Bool) {
    for position in list.indices.dropFirst() {
      let one = list[position]
      var free = position
      while free > 0, isBefore(one, list[free - 1]) {
        list[free] = list[free - 1]
        free -= 1
      }
      list[free] = one
    }
  }

  /// Computes the direction of each chosen place and reports the places that the wearer has reached.
  private mutating func computeSights(_ surroundings: Surroundings) {
    sights.removeAll(keepingCapacity: true)
    for one in chosen {
      let track = tracks[one.index]
      let sight = Sight(
        index: one.index, serial: one.serial,
        offset: surroundings.offset(to: track.ground, at: places[one.index].position, track.height), label: track.label)
      sights.append(sight)
      if let area = track.area {
        guard !track.isNear, area.distance(from: -surroundings.level(to: track.ground)) <= 0 else { continue }
        reportProximity(.entered, of: one.index, at: surroundings, distance: sight.level)
        tracks[one.index].isAt = true
        continue
      }
      let radius = track.radius ?? usualRadius(surroundings.viewpoint)
      if !track.isNear && sight.level <= max(parameters.enter.value, track.radius ?? 0) {
        reportProximity(.entered, of: one.index, at: surroundings, distance: sight.level)
      }
      if !track.isAt && sight.level <= radius {
        reportProximity(.at, of: one.index, at: surroundings, distance: sight.level)
      } else if track.isAt && sight.level > radius * Self.leavingShare {
        tracks[one.index].isAt = false
      }
    }
  }

  /// The radius of a place that states none: the accuracy of the wearer's position, between `places.at` and `places.enter`.
  private func usualRadius(_ view: Viewpoint) -> Double {
    min(parameters.enter.value, max(parameters.at.value, view.horizontalAccuracy?.value ?? 0))
  }

  /// Returns the events that say what is near now, for a client that has missed them. The places may have been replaced since the
  /// last frame.
  public func reached(from view: Viewpoint) -> [ProximityEvent] {
    let surroundings = Surroundings(view)
    var events: [ProximityEvent] = []
    for (track, place) in zip(tracks, places) where track.isNear || track.isAt {
      let distance = surroundings.map { Length($0.distance(to: track.ground)) }
      for (kind, holds) in [(ProximityEvent.Kind.entered, track.isNear), (.at, track.isAt)] where holds {
        events.append(ProximityEvent(kind: kind, key: place.key, name: place.name, time: view.time, distance: distance))
      }
    }
    return events
  }

  private mutating func reportProximity(
    _ kind: ProximityEvent.Kind, of index: Int, at surroundings: Surroundings, distance: Double?
  ) {
    switch kind {
    case .entered: tracks[index].isNear = true
    case .at: tracks[index].isAt = true
    case .left: (tracks[index].isNear, tracks[index].isAt) = (false, false)
    }
    proximity.append(
      ProximityEvent(
        kind: kind, key: places[index].key, name: places[index].name, time: surroundings.viewpoint.time,
        distance: distance.map { .metres($0) }))
  }

  /// Updates the status of each chosen place and adds the visible ones to `placements`, pulled in.
  private mutating func place(_ surroundings: Surroundings) {
    let view = surroundings.viewpoint
    let isNewScene = scene != nil && scene != view.scene
    for sight in sights {
      let track = tracks[sight.index]
      guard sight.isHead else {
        setStatus(.hidden(.cluster), of: sight.index)
        continue
      }
      var transition: Transition = []
      if track.status?.isDrawn != true { transition.insert(.appeared) }
      if let slot = track.slot, slot != sight.slot { transition.insert(.slot) }
      if track.count != sight.count && track.count > 0 { transition.insert(.count) }
      if track.isChanged { transition.insert(.changed) }
      if isNewScene { transition.insert(.scene) }
      tracks[sight.index].slot = sight.slot
      tracks[sight.index].isCovered = sight.isCovered
      tracks[sight.index].count = sight.count
      tracks[sight.index].isChanged = false
      guard !sight.isCovered else {
        setStatus(.hidden(.overlap), of: sight.index)
        continue
      }
      setStatus(readiness, of: sight.index)
      placements.append(placement(sight, height: track.height, transition, from: view))
    }
  }

  private func placement(
    _ sight: Sight, height: HeightPolicy, _ transition: Transition, from view: Viewpoint
  ) -> Placement {
    let slant = sight.offset.norm
    // A label that is lifted straight up is farther away.
    let cosine = cos(sight.drawnElevation)
    let lifted = sight.slot > 0 && cosine > Self.overheadCosine ? Length(sight.level / cosine) : slant
    let drawn = DrawingDistance.drawn(lifted, parameters)
    var placement = Placement(
      key: places[sight.index].key, index: sight.index, offset: sight.offset, azimuth: .radians(sight.azimuth),
      elevation: .radians(sight.elevation), distance: slant,
      uncertainty: Uncertainty(
        of: sight.offset, height, from: view, parameters, more: tracks[sight.index].motion?.sigma(at: view.time)),
      band: DistanceBand(slant, parameters), count: sight.count, slot: sight.slot,
      drawnElevation: .radians(sight.drawnElevation), drawnDistance: drawn, point: .zero,
      scale: lifted.value > 0 ? drawn / lifted : 1, label: sight.label, transition: transition)
    (placement.isNear, placement.isAt) = (tracks[sight.index].isNear, tracks[sight.index].isAt)
    placement.point = view.point(at: Displacement<Level>(placement.drawnDirection.components * drawn.value))
    return placement
  }
}

extension SceneParameters {
  /// Returns the hysteresis of the order by distance: changes below it do not count.
  func play(at distance: Double) -> Double { max(play * distance, leastPlay.value) }
}
