/// The rule that time does not run backwards within one kind of sample. Recordings are read by the same rule, so a live session
/// refuses the same samples as its replay.
struct ArrivalOrder: Sendable {
  /// The last time of each tag, indexed by the five low bits of its letter, which differ for all tags.
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

  /// Records the time of the next sample, or returns the reason why it is refused.
  mutating func admit(_ sample: Sample) -> Refusal? {
    let tag = RecordingLine.sample(sample).tag, nanoseconds = sample.time.nanoseconds
    if let refusal = refusal(tag, nanoseconds) { return refusal }
    self[tag] = nanoseconds
    return nil
  }
}

extension LineTag {
  /// True if several lines may have the same time (temperatures, commands, parts of a reference); false for readings of a sensor.
  fileprivate var mayRepeatTime: Bool { self == .temperature || self == .input || self == .reference }
}
