import Geometry
import Samples

/// How many words a FIFO has at least, between two questions to the chip: so that most readings are one transfer, not two.
///
/// Beyond its end a FIFO gives words without content, so the forecast is low: by two percent of the rate, and by the words of one
/// sample. The next reading has the rest.
struct FIFOForecast: Equatable, Sendable {
  private var count = 0
  private var asked = BootInstant(nanoseconds: 0)
  private var isKnown = false

  private static let caution = 0.98

  mutating func restart() { self = Self() }

  /// Whether the chip has to be asked: at first, and after `span` without an answer.
  func isDue(at now: BootInstant, every span: TimeSpan) -> Bool {
    guard isKnown else { return true }
    return now < asked || now - asked >= span
  }

  /// The chip's answer, of a moment not before `now`.
  mutating func record(_ count: Int, at now: BootInstant) {
    (self.count, asked, isKnown) = (count, now, true)
  }

  mutating func subtract(_ words: Int) { count -= words }

  /// `rate`: words a second. `margin`: the words of one sample.
  func words(at now: BootInstant, rate: Double, margin: Int) -> Int {
    guard isKnown, now > asked else { return max(0, count) }
    let since = min((now - asked).value, 10)
    let more = Int(since * rate * Self.caution) - margin
    return max(0, count + max(0, more))
  }
}
