import Glibc
import Geometry
import Samples
import Text
import Tracking

/// The live display on standard output: one line a second with heading, place, their uncertainties and the states.
struct LiveView {
  private var text = TextBuffer(capacity: 256)

  mutating func print(_ engine: Engine) {
    text.removeAll()
    guard let pose = engine.latest else {
      text.append("waiting for samples\n" as StaticString)
      return flush()
    }
    if let utc = engine.civil.utc(at: pose.time) { text.append("\(utc.description.prefix(19))Z  ") }
    field("heading ", pose.heading?.degrees, 1, "°", width: 6)
    field(" ± ", pose.yawSigma?.degrees, 1, "°", width: 5)
    field("  at ", pose.place?.latitude.value, 6, "°", width: 11)
    field(" ", pose.place?.longitude.value, 6, "°", width: 11)
    field(" ± ", pose.horizontalAccuracy?.value, 1, " m", width: 5)
    text.append("  \(pose.localization.text), \(pose.tracking.text)")
    if let advice = engine.tracker.guidance.first { text.append("  (\(advice.english))") }
    text.append(UInt8(ascii: "\n"))
    flush()
  }

  private mutating func field(_ head: String, _ value: Double?, _ decimals: Int, _ unit: String, width: Int) {
    var number = TextBuffer()
    if let value, value.isFinite {
      number.append(value, decimals: decimals)
      // Trailing zeros are kept, so that the columns align.
      let digits = number.bytes.lastIndex(of: UInt8(ascii: ".")).map { number.count - $0 - 1 } ?? 0
      if digits == 0 { number.append(UInt8(ascii: ".")) }
      for _ in digits..<decimals { number.append(UInt8(ascii: "0")) }
    } else {
      number.append("-" as StaticString)
    }
    text.append(head)
    for _ in 0..<max(0, width - number.count) { text.append(UInt8(ascii: " ")) }
    text.append(number)
    text.append(unit)
  }

  private func flush() { text.withBytes { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) } }
}
