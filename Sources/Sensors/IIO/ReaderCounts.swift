/// The sums of the readers' corrections and losses.
struct ReaderCounts {
  var clock = SampleClock.Counters()
  var lost = 0, failures = 0, refused = 0

  mutating func add(_ reader: DeviceReader) {
    refused += reader.stream?.refusedCount ?? 0
    lost += Int(clamping: reader.lostCount)
    failures += Int(clamping: reader.failureCount)
    guard let counters = reader.stream?.clock.counters else { return }
    clock.missing += counters.missing
    clock.spread += counters.spread
    clock.steps += counters.steps
    clock.gaps += counters.gaps
  }
}
