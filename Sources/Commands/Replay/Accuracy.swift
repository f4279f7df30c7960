import CommandParts
import Geodesy
import Geometry
import Samples
import SceneCommands
import Text

/// A pose for the score, relative to the Earth as far as that is known.
struct ScoredPose {
  var time: BootInstant
  var orientation: Rotation<Body, Level>
  var place: Reference.Place?
}

/// The accuracy of poses, against the truth of their recording.
///
/// Orientation: e = q_est · q_ref⁻¹ seen from the Earth; total = its angle, heading = its twist about up, inclination = the rest;
/// root mean squares in degrees. Position: horizontal error vectors at the truth's own times, with interpolated poses; legs are
/// the bearings between truths 5 m or more apart; drift is the growth of the error vector over a stretch in which fixes were
/// withheld. A truth without a pose near it counts as missing. Until 5 s after the first fix, orientation is not scored and
/// missing positions do not count.
struct Accuracy {
  private(set) var total: [Double] = [], heading: [Double] = [], inclination: [Double] = []
  private(set) var orientationMissing = 0
  private(set) var horizontal: [Double] = [], vertical: [Double] = [], legs: [Double] = []
  private(set) var positionMissing = 0
  private(set) var drifts: [(seconds: Double, metres: Double)] = []
  private(set) var hiddenMissing = 0
  /// Withheld stretches without a truth at both ends.
  private(set) var unmeasuredStretches = 0
  private let hasStretches: Bool
  let references: Int
  let poses: Int

  private struct Known {
    var truth: Reference.Place
    var estimate: Reference.Place
    var time: BootInstant
    var error: SIMD2<Double>
  }

  /// `poses` are in the order of time; `firstFix` is the arrival of the first fix; `hidden` are the withheld stretches.
  init(
    _ truths: [Reference], _ poses: [ScoredPose], firstFix: BootInstant?,
    hidden: [(start: BootInstant, length: TimeSpan)]
  ) {
    references = truths.count
    hasStretches = !hidden.isEmpty
    self.poses = poses.count
    let asked = firstFix.map { $0 + TimeSpan(5) }
    var known: [Known] = []
    for truth in truths {
      let isAsked = asked.map { truth.time >= $0 } ?? true
      if let orientation = truth.orientation, isAsked { compare(orientation.rotation, poses, at: truth.time) }
      guard let place = truth.place else { continue }
      if let estimate = Self.place(poses, at: truth.time) {
        known.append(
          Known(truth: place, estimate: estimate, time: truth.time, error: Self.offset(from: place, to: estimate)))
      } else if firstFix != nil && isAsked {
        positionMissing += 1
      }
    }
    for point in known {
      horizontal.append(hypot(point.error.x, point.error.y))
      if let height = point.estimate.height, let truth = point.truth.height { vertical.append((height - truth).value) }
    }
    measureLegs(known)
    for stretch in hidden { measureDrift(stretch, known, truths) }
  }

  private mutating func compare(_ truth: Rotation<Body, Level>, _ poses: [ScoredPose], at time: BootInstant) {
    let after = Self.index(poses, at: time)
    let candidates = [after - 1, after].filter(poses.indices.contains)
    guard let nearest = candidates.min(by: { (poses[$0].time - time).magnitude < (poses[$1].time - time).magnitude }),
      (poses[nearest].time - time).magnitude <= TimeSpan(0.05)
    else {
      orientationMissing += 1
      return
    }
    let e = (poses[nearest].orientation * truth.inverse).quaternion
    total.append(2 * atan2((e.x * e.x + e.y * e.y + e.z * e.z).squareRoot(), e.w.magnitude) * 180 / .pi)
    heading.append(2 * atan2(e.y.magnitude, e.w.magnitude) * 180 / .pi)
    inclination.append(2 * atan2(hypot(e.x, e.z), hypot(e.w, e.y)) * 180 / .pi)
  }

  /// The first pose at or after a moment.
  private static func index(_ poses: [ScoredPose], at time: BootInstant) -> Int {
    var low = 0, high = poses.count
    while low < high {
      let middle = (low + high) / 2
      if poses[middle].time < time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The place at a moment between two poses no more than 1.5 s apart, by interpolation.
  private static func place(_ poses: [ScoredPose], at time: BootInstant) -> Reference.Place? {
    let after = index(poses, at: time)
    guard after < poses.count else { return nil }
    if poses[after].time == time { return poses[after].place }
    guard after > 0, let a = poses[after - 1].place, let b = poses[after].place else { return nil }
    let span = (poses[after].time - poses[after - 1].time).value
    guard span <= 1.5 else { return nil }
    let share = (time - poses[after - 1].time).value / span
    let turn = (b.longitude.value - a.longitude.value).remainder(dividingBy: 360)
    var height: Length?
    if let low = a.height, let high = b.height { height = low + (high - low) * share }
    return Reference.Place(
      latitude: a.latitude + (b.latitude - a.latitude) * share, longitude: a.longitude + Degrees(turn * share),
      height: height)
  }

  /// The offset in metres to the east and north.
  private static func offset(from a: Reference.Place, to b: Reference.Place) -> SIMD2<Double> {
    let from = Geodetic(latitude: a.latitude, longitude: a.longitude)
    let d = from.smallOffset(to: Geodetic(latitude: b.latitude, longitude: b.longitude))
    return SIMD2(d.x, -d.z)
  }

  private mutating func measureLegs(_ known: [Known]) {
    guard var last = known.first else { return }
    for point in known.dropFirst() {
      let truth = Self.offset(from: last.truth, to: point.truth)
      let length = hypot(truth.x, truth.y)
      guard length >= 5 else { continue }
      let estimate = Self.offset(from: last.estimate, to: point.estimate)
      // A leg that the estimate makes less than half as long has no meaningful direction; it counts as 90° wrong.
      let isLeg = hypot(estimate.x, estimate.y) >= 0.5 * length
      legs.append(
        isLeg ? Angle(atan2(estimate.x, estimate.y) - atan2(truth.x, truth.y)).wrapped.degrees : 90)
      last = point
    }
  }

  private mutating func measureDrift(
    _ stretch: (start: BootInstant, length: TimeSpan), _ known: [Known], _ truths: [Reference]
  ) {
    let end = stretch.start + stretch.length
    let times = Set(known.map(\.time))
    hiddenMissing +=
      truths.filter {
        $0.place != nil && $0.time >= stretch.start && $0.time <= end && !times.contains($0.time)
      }.count
    let late = stretch.start + stretch.length * 0.7
    guard let before = known.last(where: { $0.time <= stretch.start }),
      let after = known.last(where: { $0.time >= late && $0.time <= end })
    else {
      unmeasuredStretches += 1
      return
    }
    let growth = after.error - before.error
    drifts.append(((after.time - stretch.start).value, hypot(growth.x, growth.y)))
  }
}

extension Accuracy {
  var json: JSONValue {
    var members = [
      JSONMember("references", .integer(Int64(references))), JSONMember("poses", .integer(Int64(poses))),
    ]
    func add(_ name: String, _ value: Double?) {
      members.append(JSONMember(name, value.map(JSONValue.number) ?? .null))
    }
    func count(_ name: String, _ value: Int) { members.append(JSONMember(name, .integer(Int64(value)))) }
    if !total.isEmpty || orientationMissing > 0 {
      add("total_rms", Self.rms(total))
      add("heading_rms", Self.rms(heading))
      add("inclination_rms", Self.rms(inclination))
      count("orientation_n", total.count)
      count("orientation_missing", orientationMissing)
    }
    if !horizontal.isEmpty || positionMissing > 0 {
      add("h_rms", Self.rms(horizontal))
      add("h_p50", Self.percentile(horizontal, 50))
      add("h_p95", Self.percentile(horizontal, 95))
      add("h_max", horizontal.max())
      add("h_end", horizontal.last)
      add("v_rms", Self.rms(vertical))
      add("leg_rms", Self.rms(legs))
      count("legs", legs.count)
      count("position_n", horizontal.count)
      count("position_missing", positionMissing)
    }
    if hasStretches {
      members.append(JSONMember("drifts", .array(drifts.map { [.number($0.seconds), .number($0.metres)] })))
      count("drift_windows_without_reference", unmeasuredStretches)
      count("hidden_missing", hiddenMissing)
    }
    return .object(members)
  }

  /// Unit and meaning of each figure.
  private static let figures: [(name: String, unit: String, meaning: String)] = [
    ("references", "", "points of truth"),
    ("poses", "", "poses that were scored"),
    ("total_rms", "°", "orientation: rms of the whole angle to the truth"),
    ("heading_rms", "°", "orientation: the part about the vertical"),
    ("inclination_rms", "°", "orientation: the rest"),
    ("orientation_n", "", "orientations compared"),
    ("orientation_missing", "", "orientations of the truth without a pose within 0.05 s"),
    ("h_rms", "m", "place: rms of the horizontal distance"),
    ("h_p50", "m", "place: half of the points are nearer"),
    ("h_p95", "m", "place: 95 % are nearer"),
    ("h_max", "m", "place: the farthest"),
    ("h_end", "m", "place: the last"),
    ("v_rms", "m", "height: rms"),
    ("leg_rms", "°", "rms error of the directions between points 5 m or more apart"),
    ("legs", "", "such pairs of points"),
    ("position_n", "", "places compared"),
    ("position_missing", "", "places of the truth without a pose around them"),
    ("drifts", "m", "growth of the error in each stretch without fixes"),
    ("drift_windows_without_reference", "", "such stretches without a truth at both ends"),
    ("hidden_missing", "", "truths in such stretches without a pose"),
  ]

  /// One figure per line, with its unit and meaning.
  var text: String {
    let width = Self.figures.map(\.name.count).max() ?? 0
    return (json.object ?? []).map { member in
      let value =
        switch member.value {
        case .number(let value): CommandParts.text(value, 3)
        case .null: "none"
        case .array(let items): items.map { CommandParts.text($0[1]?.double ?? .nan, 2) }.joined(separator: " ")
        default: member.value.text
        }
      let known = Self.figures.first { $0.name == member.name }
      let unit = member.value.isNull ? "" : known?.unit ?? ""
      return
        "\(member.name.padded(to: width))  \(value.padded(to: 9)) \(unit.padded(to: 2)) \(known?.meaning ?? "")\n"
    }.joined()
  }

  private static func rms(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : (values.map { $0 * $0 }.reduce(0, +) / Double(values.count)).squareRoot()
  }

  /// The percentile, with linear interpolation between ranks.
  private static func percentile(_ values: [Double], _ percent: Double) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let rank = Double(sorted.count - 1) * percent / 100
    let low = Int(saturating: rank), high = min(low + 1, sorted.count - 1)
    return sorted[low] + (sorted[high] - sorted[low]) * (rank - Double(low))
  }
}
