import CommandParts
import Fusion
import Samples
import SceneCommands
import Text
import Tracking

/// Measurements of the aiding sources as comma-separated rows: one for each measurement, fused or refused.
struct AidTable {
  private var file: OutputFile
  /// The number of measurements of each source that already have a row.
  private var listed: [Int] = []

  static let columns = [
    "t", "scene", "aid", "state", "reason", "unit", "axes", "observation_1", "observation_2", "observation_3",
    "variance_1", "variance_2", "variance_3", "innovation_1", "innovation_2", "innovation_3", "innovation_variance_1",
    "innovation_variance_2", "innovation_variance_3", "ratio", "turn_deg", "turned_deg", "fused", "refused",
  ]

  /// nil writes nothing.
  init(path: String?) throws(Failure) {
    file = try OutputFile(path: path)
    guard file.isOpen else { return }
    file.text.append(Self.columns.joined(separator: ","))
    try file.endLine()
  }

  /// Adds a row for each source that measured with this sample.
  mutating func add(_ tracker: Tracker, after sample: Sample) throws(Failure) {
    guard file.isOpen else { return }
    let aids = tracker.aids
    if listed.count != aids.count { listed = [Int](repeating: 0, count: aids.count) }
    for (index, aid) in aids.enumerated() where aid.measured != listed[index] {
      listed[index] = aid.measured
      // A new scene counts from zero.
      if aid.measured > 0 { try add(aid, scene: tracker.scene, after: sample) }
    }
  }

  mutating func close() throws(Failure) { try file.close() }

  private mutating func add(_ aid: Aid, scene: Int, after sample: Sample) throws(Failure) {
    let time = aid.measuredTime(at: sample.time), state = aid.state(at: sample.time), isRefused = state == .refused
    let shown = aid.description.shownUnit
    file.text.append(fixed: time.nanoseconds, decimals: 9)
    comma()
    file.text.append(scene)
    text(aid.description.name)
    text(state.rawValue)
    text(aid.reason?.name ?? "")
    text(shown.symbol)
    text(aid.description.axes.joined(separator: " "))
    let last = aid.last, count = aid.isLastCurrent ? last.count : 0, square = shown.factor * shown.factor
    fields(last.observation, count, shown.factor)
    let compared = aid.isCompared ? count : 0
    fields(last.variance, compared, square)
    fields(last.innovation, compared, shown.factor)
    fields(last.innovationVariance, compared, square)
    field(compared > 0 ? last.ratio : nil, 4)
    field(isRefused ? 0 : aid.lastTurn.degrees, 5)
    field(aid.turned.degrees, 5)
    comma()
    file.text.append(aid.fused)
    comma()
    file.text.append(aid.refused)
    try file.endLine()
  }

  private mutating func comma() { file.text.append(UInt8(ascii: ",")) }

  private mutating func text(_ text: String) {
    comma()
    file.text.append(text)
  }

  /// Adds the components that exist; the other fields stay empty.
  private mutating func fields(_ values: SIMD3<Double>, _ count: Int, _ factor: Double) {
    for index in 0..<3 { field(index < count ? values[index] * factor : nil, 6) }
  }

  private mutating func field(_ value: Double?, _ decimals: Int) {
    comma()
    if let value, value.isFinite { file.text.append(value, decimals: decimals) }
  }
}
