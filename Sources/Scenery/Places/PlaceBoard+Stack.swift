import Geometry
import Samples

extension PlaceBoard {
  /// The cost of two labels that touch, in whole labels that overlap: no overlap costs more, so labels touch only where no slot is
  /// free.
  private static let touchingCost = 1.0

  /// Separates labels that would overlap: nearest first, each takes the slot, of so many labels' heights one above the other
  /// from where it is seen, that costs least.
  ///
  /// cost = c·slot + the overlap with nearer labels, and that is the smaller part of width or height by which two labels with
  /// the gap around them lie over each other: what it takes to part them. Labels that touch cost 1 more, so they do only
  /// where there is no other slot. A label keeps its slot until another costs 0.08 less, and is that far from touching.
  ///
  /// One that is still covered by more than 35 % is hidden and covers nothing, until it is less than 15 %.
  mutating func stack(at time: BootInstant) {
    let slots = max(1, Int(parameters.slots))
    // At this overlap the gap is used up.
    let touching = 2 * parameters.labelGap / (1 + 2 * parameters.labelGap)
    for position in sights.indices where sights[position].isHead {
      let track = tracks[sights[position].index]
      var best = 0, least = Double.infinity, kept = Double.infinity
      gatherBeside(position)
      for slot in 0..<slots {
        let overlap = crowding(position, in: slot)
        let limit = slot == track.slot ? touching : touching - parameters.slotPlay
        let cost = parameters.slotCost * Double(slot) + overlap + (overlap > limit ? Self.touchingCost : 0)
        if cost < least { (best, least) = (slot, cost) }
        if slot == track.slot { kept = cost }
      }
      let isHeld = holds(since: track.liftedSince, at: time)
      if let slot = track.slot, slot < slots, isHeld || least >= kept - parameters.slotPlay { best = slot }
      if best != track.slot { tracks[sights[position].index].liftedSince = time }
      sights[position].slot = best
      sights[position].drawnElevation = elevation(position, in: best)
      sights[position].isCovered = isCovered(position, was: track, at: time)
    }
  }

  private mutating func isCovered(_ position: Int, was track: Track, at time: BootInstant) -> Bool {
    if holds(since: track.coveredSince, at: time) { return track.isCovered }
    let part = covering(position)
    let isCovered = track.isCovered ? part >= parameters.showCovered : part > parameters.hideCovered
    if isCovered != track.isCovered || track.coveredSince == nil {
      tracks[sights[position].index].coveredSince = time
    }
    return isCovered
  }

  private var pitch: Double { parameters.labelHeight.radians * (1 + 2 * parameters.labelGap) }

  /// Where a label in a slot is drawn: never lifted over 80°, and never let down.
  private func elevation(_ position: Int, in slot: Int) -> Double {
    let natural = sights[position].elevation
    return max(natural, min(natural + Double(slot) * pitch, parameters.highest.radians))
  }

  /// The nearer labels in the same direction, at any height: with no others need it be compared.
  private mutating func gatherBeside(_ position: Int) {
    let width = parameters.labelWidth.radians * (1 + 2 * parameters.labelGap)
    let highest = elevation(position, in: Int(parameters.slots))
    beside.removeAll(keepingCapacity: true)
    for other in 0..<position where sights[other].isHead && !sights[other].isCovered {
      let steepest = max(highest, sights[other].drawnElevation)
      if aside(sights[position], sights[other], at: steepest) < width { beside.append(other) }
    }
  }

  /// How far apart two are sideways: less the higher they stand, and ±180° is one direction.
  private func aside(_ a: Sight, _ b: Sight, at elevation: Double) -> Double {
    let difference = (a.azimuth - b.azimuth).magnitude, turn = min(difference, 2 * .pi - difference)
    return turn * cos(elevation)
  }

  private func crowding(_ position: Int, in slot: Int) -> Double {
    let width = parameters.labelWidth.radians, height = parameters.labelHeight.radians
    let room = 1 + 2 * parameters.labelGap, elevation = elevation(position, in: slot)
    var most = 0.0
    for other in beside {
      let nearer = sights[other]
      let down = (elevation - nearer.drawnElevation).magnitude
      guard down < height * room else { continue }
      let across = aside(sights[position], nearer, at: (elevation + nearer.drawnElevation) / 2)
      most = max(most, min(1 - down / (height * room), 1 - across / (width * room)))
    }
    return most
  }

  /// The part of a label that nearer ones cover. They hardly overlap each other, so the parts add up.
  private func covering(_ position: Int) -> Double {
    let width = parameters.labelWidth.radians, height = parameters.labelHeight.radians
    let elevation = sights[position].drawnElevation
    var sum = 0.0
    for other in beside {
      let nearer = sights[other]
      let down = 1 - (elevation - nearer.drawnElevation).magnitude / height
      guard down > 0 else { continue }
      let across = 1 - aside(sights[position], nearer, at: (elevation + nearer.drawnElevation) / 2) / width
      if across > 0 { sum += down * across }
    }
    return min(1, sum)
  }
}
