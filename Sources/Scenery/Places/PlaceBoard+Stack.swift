import Geometry
import Samples

extension PlaceBoard {
  /// The cost of two labels that touch, as a number of fully overlapping labels. No overlap costs more, so labels touch only
  /// where no slot is free.
  private static let touchingCost = 1.0

  /// Separates labels that would overlap, nearest first: each label takes the slot with the least cost. Slot n is n label heights
  /// above the place's own elevation.
  ///
  /// cost = c·slot + overlap + (touching ? 1 : 0), where c is `slotCost`.
  ///
  /// The overlap is the smaller part, of width or height, by which two labels with their gaps cover each other. Labels that touch
  /// cost 1 more, so they touch only where there is no other slot. A label keeps its slot until another slot costs
  /// `slotPlay` (0.08) less; its own slot counts as touching only at an overlap that is larger by the same amount.
  ///
  /// A label that is still covered by more than `hideCovered` (35 %) is hidden, and then covers no other label, until it is
  /// covered by less than `showCovered` (15 %).
  mutating func stack(at time: BootInstant) {
    let slots = max(1, Int(parameters.slots))
    // The overlap at which the gap is used up.
    let touching = 2 * parameters.labelGap / (1 + 2 * parameters.labelGap)
    for position in sights.indices where sights[position].isHead {
      let track = tracks[sights[position].index]
      var best = 0, least = Double.infinity, kept = Double.infinity
      gatherBeside(position)
      for slot in 0..<slots {
        let overlap = crowding(position, in: slot)
        let limit = slot == track.slot ? touching : touching - SceneParameters.slotPlay
        let cost = SceneParameters.slotCost * Double(slot) + overlap + (overlap > limit ? Self.touchingCost : 0)
        if cost < least { (best, least) = (slot, cost) }
        if slot == track.slot { kept = cost }
      }
      let isHeld = holds(since: track.liftedSince, at: time)
      if let slot = track.slot, slot < slots, isHeld || least >= kept - SceneParameters.slotPlay { best = slot }
      if best != track.slot { tracks[sights[position].index].liftedSince = time }
      sights[position].slot = best
      sights[position].drawnElevation = elevation(position, in: best)
      sights[position].isCovered = isCovered(position, was: track, at: time)
    }
  }

  private mutating func isCovered(_ position: Int, was track: PlaceState, at time: BootInstant) -> Bool {
    if holds(since: track.coveredSince, at: time) { return track.isCovered }
    let part = covering(position)
    let isCovered = track.isCovered ? part >= SceneParameters.showCovered : part > parameters.hideCovered
    if isCovered != track.isCovered || track.coveredSince == nil {
      tracks[sights[position].index].coveredSince = time
    }
    return isCovered
  }

  /// A label and its gaps, as a multiple of its size.
  private var room: Double { 1 + 2 * parameters.labelGap }

  /// Returns the elevation of a label in a slot, in steps of its own height: never lifted above `highest` (80°) and never below
  /// the place's own elevation.
  private func elevation(_ position: Int, in slot: Int) -> Double {
    let natural = sights[position].elevation, pitch = sights[position].label.height * room
    return max(natural, min(natural + Double(slot) * pitch, SceneParameters.highest.radians))
  }

  /// Collects the nearer labels in the same direction at any height: only these can overlap.
  private mutating func gatherBeside(_ position: Int) {
    let own = sights[position].label.width
    let highest = elevation(position, in: Int(parameters.slots)), narrowing = cos(highest)
    beside.removeAll(keepingCapacity: true)
    for other in 0..<position where sights[other].isHead && !sights[other].isCovered {
      // At the steeper one of the two.
      let drawn = sights[other].drawnElevation, shrinks = drawn > highest ? cos(drawn) : narrowing
      let width = (own + sights[other].label.width) / 2 * room
      if turn(sights[position], sights[other]) * shrinks < width { beside.append(other) }
    }
  }

  /// Returns the horizontal distance of two labels as an angle. It shrinks with elevation, and ±180° is one direction.
  private func aside(_ a: Sight, _ b: Sight, at elevation: Double) -> Double {
    turn(a, b) * cos(elevation)
  }

  private func turn(_ a: Sight, _ b: Sight) -> Double {
    let difference = (a.azimuth - b.azimuth).magnitude
    return min(difference, 2 * .pi - difference)
  }

  private func crowding(_ position: Int, in slot: Int) -> Double {
    let own = sights[position].label, room = room, elevation = elevation(position, in: slot)
    var most = 0.0
    for other in beside {
      let nearer = sights[other]
      let width = (own.width + nearer.label.width) / 2, height = (own.height + nearer.label.height) / 2
      let down = (elevation - nearer.drawnElevation).magnitude
      guard down < height * room else { continue }
      let across = aside(sights[position], nearer, at: (elevation + nearer.drawnElevation) / 2)
      most = max(most, min(1 - down / (height * room), 1 - across / (width * room)))
    }
    return most
  }

  /// Returns the part of a label that nearer labels cover. These hardly overlap each other, so their parts add up.
  private func covering(_ position: Int) -> Double {
    let own = sights[position].label
    let elevation = sights[position].drawnElevation
    var sum = 0.0
    for other in beside {
      let nearer = sights[other]
      let down = covered(own.height, nearer.label.height, (elevation - nearer.drawnElevation).magnitude)
      guard down > 0 else { continue }
      let aside = aside(sights[position], nearer, at: (elevation + nearer.drawnElevation) / 2)
      let across = covered(own.width, nearer.label.width, aside)
      if across > 0 { sum += down * across }
    }
    return min(1, sum)
  }

  /// Returns the part of a length that another covers, with the distance of their middles; at most 0 if they do not touch.
  private func covered(_ own: Double, _ other: Double, _ distance: Double) -> Double {
    own == other ? 1 - distance / own : min((own + other) / 2 - distance, own, other) / own
  }
}
