/// The rule that time does not run backwards within one kind of sample: the very one by which a recording's lines are read, so
/// that a live session refuses what its replay would.
struct ArrivalOrder: Sendable {
  /// The last time of each tag, by the five low bits of its letter, which differ for all of them.
  private var times = SIMD32<Int64>(repeating: .min)

  subscript(_ tag: LineTag) -> Int64 {
    @inline(__always) get { times[Int(tag.rawValue & 31)] }
    @inline(__always) set { times[Int(tag.rawValue & 31)] = newValue }
  }

  @inline(__always) func refusal(_ tag: LineTag, _ nanoseconds: Int64) -> Refusal? {
    let last = self[tag]
    guard nanoseconds <= last else { return nil }
    if nanoseconds < last { return Refusal(.timeRunsBackwards, .t) }
    return tag.mayRepeatTime ? nil : Refusal(.duplicateTime, .t)
  }

  /// Records the time of the next sample, or returns why the sample is refused.
  mutating func admit(_ sample: Sample) -> Refusal? {
    let tag = RecordingLine.sample(sample).tag, nanoseconds = sample.time.nanoseconds
    if let refusal = refusal(tag, nanoseconds) { return refusal }
    self[tag] = nanoseconds
    return nil
  }
}

extension LineTag {
  /// A moment may bring several temperatures, commands or halves of a truth; but one reading of a sensor.
  fileprivate var mayRepeatTime: Bool { self == .temperature || self == .input || self == .reference }
}
