import Chips
import Geometry
import Samples
import Text

/// The rates at which samples come, for the status.
struct SampleRates {
  private var counts: [ChipSample.Kind: Int] = [:]
  private var since: BootInstant?

  mutating func count(_ samples: [ChipSample]) {
    for sample in samples { counts[sample.kind, default: 0] += 1 }
  }

  /// The rates since the last call; none of a span that is too short.
  mutating func finish(at now: BootInstant) -> [ChipSample.Kind: Double] {
    let span = since.map { (now - $0).value } ?? 0
    let rates = span > 0.5 ? counts.mapValues { Double($0) / span } : [:]
    if span > 0.5 || since == nil { (since, counts) = (now, [:]) }
    return rates
  }

  /// `208 Hz, `, or `2.5 Hz, `; nothing without a rate.
  static func shown(_ rate: Double?) -> String {
    guard let rate else { return "" }
    var text = TextBuffer(capacity: 16)
    text.append(rate, decimals: rate < 10 ? 1 : 0)
    return text.withBytes { String(decoding: $0, as: UTF8.self) } + " Hz, "
  }
}
