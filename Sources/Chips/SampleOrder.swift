public import Samples

/// The order of samples: the estimate of a clock moves a little at each reading, so a time is put before this moment, and behind
/// the last one of its kind.
public struct SampleOrder: Sendable {
  private var latest = [BootInstant](repeating: BootInstant(nanoseconds: 0), count: ChipSample.Kind.allCases.count)

  public init() {}

  public mutating func place(_ sample: inout ChipSample, before limit: BootInstant) {
    let kind = Int(sample.kind.rawValue)
    let next = BootInstant(nanoseconds: latest[kind].nanoseconds &+ 1000)
    sample.time = max(min(sample.time, limit), next)
    latest[kind] = sample.time
  }
}
