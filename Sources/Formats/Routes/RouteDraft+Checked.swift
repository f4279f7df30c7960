import Geodesy
import Geometry
import Scenery

extension RouteDraft {
  /// Points nearer to each other than this are one point.
  private static let same = Length(1e-3)
  /// A start farther from the wearer than this gets a note.
  private static let far = Length(20_000)
  /// Of two readings of a polyline, the one that starts nearer to the wearer than this is right, if the other does not.
  private static let here = Length(100_000)
  /// A straight line longer than this gets a note.
  private static let long = Length(20_000)
  /// A polyline whose points are farther apart than this on average is not a walk or a ride: it has the other precision.
  private static let widestSpacing = Length(10_000)
  /// The computed and the stated length get a note if they differ by more than both: planners round, and cut corners.
  private static let lengthTolerance = (absolute: Length(50), share: 0.05)
  /// If the ratio of the lengths is larger, points are missing, or belong to another route.
  private static let wrongLengthRatio = 2.0
  /// A manoeuvre farther from the line than this is not on it.
  private static let beside = Length(50)
  /// A point at least this near to a manoeuvre matches it; the search ends where the line moves away from it again.
  private static let certain = Length(15)
  /// After this many manoeuvres beside the line the rest is left out, because each search covers the whole line.
  private static let mostMisses = 20
  /// The largest number of stops; planners allow 25 to 100.
  private static let mostStops = 200
  /// The largest number of named points.
  private static let mostMarks = 200
  /// Largest number of searches to the end of the line, for manoeuvres on the line but at none of its points.
  private static let mostUncertain = 1000

  /// Returns the route, if its points are on Earth, are distinct and match its stated values.
  mutating func checked(wearer: Geodetic?) throws(RouteFault) -> RouteReading {
    let lines = try places(wearer)
    try checkRange(lines, wearer)
    var join = Join(isContinuous: isContinuous, count: count)
    for line in lines { join.add(line) }
    if join.points.count < 2 { throw .tooFewPoints(distinct: join.points.count, given: count) }

    if join.duplicates > 0 { notes.append(.duplicates(join.duplicates)) }
    if lines.count > 1 && !isContinuous {
      notes.append(.joined(parts: lines.count, widestGap: .metres(join.widestGap)))
    }
    try checkLengths(&join)
    if let wearer, let start = join.positions.first {
      let distance = separation(start, position(wearer))
      if distance > Self.far.value { notes.append(.farFromWearer(.metres(distance))) }
    }
    let route = Route(
      name: name, points: join.points, hasHeights: hasHeights, manoeuvres: settled(join), stops: settledStops(join),
      marks: settledMarks(join), statedLength: statedLength, statedDuration: statedDuration)
    return RouteReading(route: route, format: format, notes: notes)
  }

  // MARK: Points

  /// Returns the pieces as places, with the precision of their polylines determined.
  private mutating func places(_ wearer: Geodetic?) throws(RouteFault) -> [[Geodetic]] {
    var isCoarse = true
    if pieces.contains(where: { if case .polyline = $0 { true } else { false } }) {
      hasHeights = false
      let (precision, evidence) = self.precision(wearer)
      notes.insert(.precision(precision, evidence), at: 0)
      isCoarse = precision == 5
    }
    return pieces.map { places($0, isCoarse: isCoarse) }
  }

  private func places(_ piece: Piece, isCoarse: Bool) -> [Geodetic] {
    switch piece {
    case .points(let points): return points
    case .polyline(let polyline):
      // Division instead of multiplication, so that 3850000 is 38.5 to the last digit.
      let unit = isCoarse ? 1e5 : 1e6
      return zip(polyline.latitudes, polyline.longitudes).map {
        Geodetic(latitude: Degrees(Double($0) / unit), longitude: Degrees(Double($1) / unit))
      }
    }
  }

  /// Determines the precision, which polylines leave open: by points off the Earth, the stated length, the format, or the wearer.
  private func precision(_ wearer: Geodetic?) -> (Int, RouteNote.PrecisionEvidence) {
    let fitsFive = pieces.allSatisfy { if case .polyline(let polyline) = $0 { polyline.fitsFive } else { true } }
    if !fitsFive { return (6, .range) }
    let coarse = pieces.map { places($0, isCoarse: true) }, fine = pieces.map { places($0, isCoarse: false) }
    let lengths = (length(coarse), length(fine))
    if let stated = statedLength?.value, stated > 0, lengths.0 > 0, lengths.1 > 0 {
      let isCoarse = log(lengths.0 / stated).magnitude <= log(lengths.1 / stated).magnitude
      return (isCoarse ? 5 : 6, .statedLength)
    }
    if isUsualBinding { return (usualPrecision, .format) }
    if let wearer, let coarseStart = coarse.first?.first, let fineStart = fine.first?.first {
      let here = position(wearer)
      let distances = (separation(position(coarseStart), here), separation(position(fineStart), here))
      let limit = Self.here.value
      if min(distances.0, distances.1) < limit && max(distances.0, distances.1) > limit {
        return (distances.0 < distances.1 ? 5 : 6, .wearer)
      }
    }
    let segments = coarse.reduce(0) { $0 + max(0, $1.count - 1) }
    let widest = Self.widestSpacing.value * Double(segments)
    let isFine = segments > 1 && lengths.0 > widest && lengths.1 <= widest
    return (isFine ? 6 : usualPrecision, .assumed)
  }

  private func length(_ lines: [[Geodetic]]) -> Double {
    lines.reduce(0) { sum, line in
      let positions = line.map(position)
      return sum + zip(positions, positions.dropFirst()).reduce(0) { $0 + separation($1.0, $1.1) }
    }
  }

  /// Checks that all points are on Earth; if they are not, or are far from the wearer, checks whether latitude and longitude are
  /// exchanged.
  private func checkRange(_ lines: [[Geodetic]], _ wearer: Geodetic?) throws(RouteFault) {
    func isPlace(_ φ: Double, _ λ: Double) -> Bool { φ.magnitude <= 90 && λ.magnitude <= 360 }
    for (line, path) in zip(lines, paths) {
      for (index, point) in line.enumerated() where !isPlace(point.latitude.value, point.longitude.value) {
        let φ = point.latitude.value, λ = point.longitude.value
        let site = path.isEmpty ? "point \(index + 1)" : "\(path)[\(index)]"
        let isExchanged = lines.joined().allSatisfy { isPlace($0.longitude.value, $0.latitude.value) }
        throw isExchanged
          ? .exchanged(path: site, latitude: φ, longitude: λ) : .notAPlace(path: site, latitude: φ, longitude: λ)
      }
    }
    guard let wearer, let start = lines.first(where: { !$0.isEmpty })?.first, let path = paths.first else { return }
    if Place.isExchanged(start, seenFrom: wearer) {
      throw .exchanged(
        path: path.isEmpty ? "point 1" : "\(path)[0]", latitude: start.latitude.value,
        longitude: start.longitude.value)
    }
  }

  /// The pieces joined end to end.
  private struct Join {
    let isContinuous: Bool
    var points: [Geodetic] = []
    var positions: [SIMD3<Double>] = []
    /// Index in `points` of each point of each piece.
    var indices: [[Int]] = []
    var duplicates = 0
    var widestGap = 0.0

    init(isContinuous: Bool, count: Int) {
      self.isContinuous = isContinuous
      points.reserveCapacity(count)
      positions.reserveCapacity(count)
    }

    /// Returns the index in `points` of a point of a piece. A piece without points begins at the end of the previous one.
    func index(ofPoint point: Int, in piece: Int) -> Int {
      let known = indices[piece]
      return point < known.count ? known[point] : indices[..<piece].last { !$0.isEmpty }?.last ?? 0
    }

    mutating func add(_ line: [Geodetic]) {
      var indices: [Int] = []
      indices.reserveCapacity(line.count)
      for (index, point) in line.enumerated() {
        let position = position(point)
        let step = positions.last.map { separation($0, position) }
        if let step, step < RouteDraft.same.value {
          // Two pieces share a point where they meet, and the last step of an answer has the same point twice.
          if index > 0 && !(isContinuous && line.count == 2) { duplicates += 1 }
        } else {
          if index == 0, let step { widestGap = max(widestGap, step) }
          points.append(point)
          positions.append(position)
        }
        indices.append(points.count - 1)
      }
      self.indices.append(indices)
    }
  }

  // MARK: Lengths

  private mutating func checkLengths(_ join: inout Join) throws(RouteFault) {
    var computed = 0.0
    var longest = (index: 0, length: 0.0)
    for index in 1..<join.points.count {
      var length = separation(join.positions[index - 1], join.positions[index])
      if length > Self.long.value {
        length = Geodesic(from: join.points[index - 1], to: join.points[index]).distance.value
        if length > longest.length { longest = (index - 1, length) }
      }
      computed += length
    }
    if longest.length > 0 { notes.append(.longSegment(after: longest.index, .metres(longest.length))) }
    if let time = statedDuration?.value, !(time > 0 && time.isFinite) { statedDuration = nil }
    guard let stated = statedLength?.value else { return }
    guard stated > 0, stated.isFinite else {
      statedLength = nil
      return
    }
    let difference = (computed - stated).magnitude
    let tolerance = Self.lengthTolerance
    guard difference > tolerance.absolute.value, difference > tolerance.share * stated else { return }
    if computed > Self.wrongLengthRatio * stated || computed < stated / Self.wrongLengthRatio {
      throw .wrongLength(stated: .metres(stated), computed: .metres(computed))
    }
    notes.append(.lengthDiffers(stated: .metres(stated), computed: .metres(computed)))
  }

  // MARK: Manoeuvres

  /// Returns the manoeuvres at their points. One with only a position is searched for from the previous one on; after several
  /// that are far from the line the search ends for the rest.
  private mutating func settled(_ join: Join) -> [Route.Manoeuvre] {
    var result: [Route.Manoeuvre] = []
    result.reserveCapacity(manoeuvres.count)
    var last = 0
    var misses = 0, uncertain = 0
    for (number, manoeuvre) in manoeuvres.enumerated() {
      let index: Int
      switch manoeuvre.at {
      case .point(let piece, let point):
        index = join.index(ofPoint: point, in: piece)
      case .place(let place):
        if misses == Self.mostMisses { continue }
        let (nearest, distance) = nearest(to: position(place), from: last, in: join.positions)
        guard distance <= Self.beside.value else {
          misses += 1
          notes.append(.manoeuvreBeside(index: number, .metres(distance)))
          continue
        }
        index = nearest
        if distance >= Self.certain.value { uncertain += 1 }
        if uncertain == Self.mostUncertain { misses = Self.mostMisses }
      }
      last = max(last, index)
      result.append(
        Route.Manoeuvre(manoeuvre.kind, at: index, instruction: manoeuvre.instruction, street: manoeuvre.street))
    }
    if zip(result, result.dropFirst()).allSatisfy({ $0.index <= $1.index }) { return result }
    return result.enumerated().sorted { ($0.element.index, $0.offset) < ($1.element.index, $1.offset) }.map(\.element)
  }

  /// Returns the stops at their points. One that is beside the line is left out, with a note.
  private mutating func settledStops(_ join: Join) -> [Route.Stop] {
    var result: [Route.Stop] = []
    var last = 0
    for (number, stop) in stops.prefix(Self.mostStops).enumerated() {
      switch stop.at {
      case .point(let piece, let point):
        last = max(last, join.index(ofPoint: point, in: piece))
      case .place(let place):
        let (nearest, distance) = nearest(to: position(place), from: last, in: join.positions)
        guard distance <= Self.beside.value else {
          notes.append(.stopBeside(index: number, .metres(distance)))
          continue
        }
        last = nearest
      }
      result.append(Route.Stop(stop.name, at: last))
    }
    if stops.count > Self.mostStops { notes.append(.stopsLeftOut(stops.count - Self.mostStops)) }
    return result
  }

  /// Returns the named points at their points, in the order of the route: those on the line where they stand, others at its nearest
  /// point. Those far from the line are left out, with a note.
  private mutating func settledMarks(_ join: Join) -> [Route.Mark] {
    var result: [Route.Mark] = []
    var beside = 0
    for mark in marks.prefix(Self.mostMarks) {
      switch mark.at {
      case .point(let piece, let point): result.append(Route.Mark(mark.name, at: join.index(ofPoint: point, in: piece)))
      case .place(let place):
        let (nearest, distance) = nearest(to: position(place), from: 0, in: join.positions)
        if distance <= Self.beside.value { result.append(Route.Mark(mark.name, at: nearest)) } else { beside += 1 }
      }
    }
    if beside > 0 { notes.append(.marksBeside(beside)) }
    if marks.count > Self.mostMarks { notes.append(.marksLeftOut(marks.count - Self.mostMarks)) }
    return result.enumerated().sorted { ($0.element.index, $0.offset) < ($1.element.index, $1.offset) }.map(\.element)
  }

  /// Returns the first near point from `first` on; else the nearest of all.
  private func nearest(to place: SIMD3<Double>, from first: Int, in line: [SIMD3<Double>]) -> (Int, Double) {
    var best = (first, Double.infinity)
    for index in first..<line.count {
      let distance = separation(line[index], place)
      if distance < best.1 { best = (index, distance) }
      if best.1 < Self.certain.value && distance > best.1 + Self.beside.value { break }
    }
    return best
  }
}

/// Returns a point of the ellipsoid, from the Earth's center.
private func position(_ point: Geodetic) -> SIMD3<Double> {
  Geodetic(latitude: point.latitude, longitude: point.longitude).earthCentred.components
}

/// Up to this length a chord counts as an arc: they differ by c³/24R², 1 µm.
private let straight = Length(1000)

/// Returns the arc between two points of the ellipsoid, for short distances: 2R asin(c/2R), c the chord.
private func separation(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
  let offset = b - a
  let chord = dot(offset, offset).squareRoot()
  if chord < straight.value { return chord }
  let radius = Constants.earthRadius.value
  return 2 * radius * Angle.arcSine(chord / (2 * radius)).radians
}
