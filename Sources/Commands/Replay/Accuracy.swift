import CommandParts
import Geodesy
import Geometry
import Playback
import Reports
import Samples
import SceneCommands
import Text

/// The figures of a comparison with the truth.
///
/// Orientation: e = q_est · q_ref⁻¹ seen from the Earth; total = its angle, heading = its twist about up, inclination = the rest;
/// root mean squares in degrees. Position: horizontal error vectors at the truth's own times, with interpolated poses; legs are
/// the bearings between truths 5 m or more apart; drift is the growth of the error vector over a stretch in which fixes were
/// withheld. A truth without a pose near it counts as missing. Until 5 s after the first fix, orientation is not scored and
/// missing positions do not count.
struct Accuracy {
  private let total: [Double], heading: [Double], inclination: [Double]
  private let orientationMissing: Int
  private let horizontal: [Double], vertical: [Double]
  private var legs: [Double] = []
  private let positionMissing: Int
  private var drifts: [(seconds: Double, metres: Double)] = []
  private var hiddenMissing = 0
  /// Withheld stretches without a truth at both ends.
  private var unmeasuredStretches = 0
  private let hasStretches: Bool
  let references: Int
  private let poses: Int

  /// `hidden` are the stretches in which fixes were withheld.
  init(_ comparison: TruthComparison, hidden: [Stretch]) {
    references = comparison.references
    hasStretches = !hidden.isEmpty
    poses = comparison.poses
    let orientations = comparison.orientations, known = comparison.places
    total = orientations.map(\.total.degrees)
    heading = orientations.map(\.heading.degrees)
    inclination = orientations.map(\.inclination.degrees)
    orientationMissing = comparison.missingOrientations
    positionMissing = comparison.missingPlaces
    horizontal = known.map(\.horizontal.value)
    vertical = known.filter(\.hasHeight).map(\.offset.y)
    measureLegs(known)
    for stretch in hidden { measureDrift(stretch, comparison) }
  }

  /// The offset in metres to the east and north.
  private static func offset(from a: Reference.Place, to b: Reference.Place) -> SIMD2<Double> {
    let from = Geodetic(latitude: a.latitude, longitude: a.longitude)
    let d = from.smallOffset(to: Geodetic(latitude: b.latitude, longitude: b.longitude))
    return SIMD2(d.x, -d.z)
  }

  private mutating func measureLegs(_ known: [TruthComparison.PlaceError]) {
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

  private mutating func measureDrift(_ stretch: Stretch, _ comparison: TruthComparison) {
    let end = stretch.start + stretch.length, known = comparison.places
    hiddenMissing += comparison.missingPlaces(from: stretch.start, to: end)
    let late = stretch.start + stretch.length * 0.7
    guard let before = known.last(where: { $0.time <= stretch.start }),
      let after = known.last(where: { $0.time >= late && $0.time <= end })
    else {
      unmeasuredStretches += 1
      return
    }
    let growth = after.offset - before.offset
    drifts.append(((after.time - stretch.start).value, hypot(growth.x, growth.z)))
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
      add("total_rms", TruthComparison.rms(total))
      add("heading_rms", TruthComparison.rms(heading))
      add("inclination_rms", TruthComparison.rms(inclination))
      count("orientation_n", total.count)
      count("orientation_missing", orientationMissing)
    }
    if !horizontal.isEmpty || positionMissing > 0 {
      add("h_rms", TruthComparison.rms(horizontal))
      add("h_p50", Self.percentile(horizontal, 50))
      add("h_p95", Self.percentile(horizontal, 95))
      add("h_max", horizontal.max())
      add("h_end", horizontal.last)
      add("v_rms", TruthComparison.rms(vertical))
      add("leg_rms", TruthComparison.rms(legs))
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

  /// The percentile, with linear interpolation between ranks.
  private static func percentile(_ values: [Double], _ percent: Double) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let rank = Double(sorted.count - 1) * percent / 100
    let low = Int(saturating: rank), high = min(low + 1, sorted.count - 1)
    return sorted[low] + (sorted[high] - sorted[low]) * (rank - Double(low))
  }
}
