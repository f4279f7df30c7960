import Alignment
import CommandParts
import Geometry
import Methods
import SceneCommands
import Text

/// Corrections as comma-separated rows, with the pairs behind them if requested: rows of kind `pair` follow their correction.
struct CorrectionTable {
  private var file: OutputFile
  let listsPairs: Bool

  /// nil writes nothing.
  init(path: String?, listsPairs: Bool) throws(Failure) {
    file = try OutputFile(path: path)
    self.listsPairs = listsPairs
    guard file.isOpen else { return }
    file.text.append(
      "t,kind,source,scene,yaw_before,yaw_after,yaw_sigma,measured,measured_sigma,shift_east,shift_north,shift_up,estimates,pairs,baseline,first_t,second_t,angle,weight,aid,readings,first_reading,last_reading,unit,innovation,innovation_sigma"
        as StaticString)
    try file.endLine()
  }

  /// `pairs` is the number of those behind the correction.
  mutating func add(_ correction: Correction, pairs: Int) throws(Failure) {
    guard file.isOpen else { return }
    file.text.append(fixed: correction.time.nanoseconds, decimals: 9)
    file.text.append(",correction," as StaticString)
    file.text.append(correction.name)
    file.text.append(UInt8(ascii: ","))
    file.text.append(correction.scene)
    field(correction.oldYaw.degrees, 4)
    field(correction.newYaw.degrees, 4)
    field(correction.sigma.degrees, 4)
    field(correction.measured?.degrees, 4)
    field(correction.measuredSigma?.degrees, 4)
    field(correction.shift.x, 3)
    field(-correction.shift.z, 3)
    field(correction.shift.y, 3)
    file.text.append(UInt8(ascii: ","))
    file.text.append(correction.source == .method ? correction.grounds?.readings.count ?? 0 : 0)
    file.text.append(UInt8(ascii: ","))
    file.text.append(pairs)
    field(correction.baseline.value, 2)
    file.text.append(",,,," as StaticString)
    append(correction.grounds)
    try file.endLine()
  }

  /// The numbers of several axes are separated by spaces.
  private mutating func append(_ grounds: CorrectionGrounds?) {
    guard let grounds else { return file.text.append(",,,,,,," as StaticString) }
    let shown = grounds.source.shownUnit, fused = grounds.fused
    file.text.append(",\(grounds.source.name),\(grounds.readings.count),")
    file.text.append(fixed: grounds.readings.first.nanoseconds, decimals: 9)
    file.text.append(UInt8(ascii: ","))
    file.text.append(fixed: grounds.readings.last.nanoseconds, decimals: 9)
    file.text.append(",\(shown.symbol),")
    for axis in 0..<fused.count {
      if axis > 0 { file.text.append(UInt8(ascii: " ")) }
      file.text.append(fused.innovation[axis] * shown.factor, decimals: 4)
    }
    file.text.append(UInt8(ascii: ","))
    for axis in 0..<fused.count {
      if axis > 0 { file.text.append(UInt8(ascii: " ")) }
      file.text.append(max(0, fused.innovationVariance[axis]).squareRoot() * shown.factor, decimals: 4)
    }
  }

  mutating func add(_ pair: PairAngle, of correction: Correction) throws(Failure) {
    guard file.isOpen, listsPairs else { return }
    file.text.append(fixed: correction.time.nanoseconds, decimals: 9)
    file.text.append(",pair," as StaticString)
    file.text.append(correction.name)
    file.text.append(UInt8(ascii: ","))
    file.text.append(correction.scene)
    file.text.append(",,,,,,,,,," as StaticString)
    field(pair.baseline.value, 2)
    file.text.append(UInt8(ascii: ","))
    file.text.append(fixed: pair.first.nanoseconds, decimals: 9)
    file.text.append(UInt8(ascii: ","))
    file.text.append(fixed: pair.second.nanoseconds, decimals: 9)
    field(pair.angle.degrees, 4)
    field(pair.weight, 4)
    file.text.append(",,,,,,," as StaticString)
    try file.endLine()
  }

  mutating func close() throws(Failure) { try file.close() }

  private mutating func field(_ value: Double?, _ decimals: Int) {
    file.text.append(UInt8(ascii: ","))
    if let value, value.isFinite { file.text.append(value, decimals: decimals) }
  }
}
