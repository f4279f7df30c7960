/// Why a device's buffer was given up.
struct Fallback {
  /// Whether its attributes are read; no more when its buffer is to be tried again.
  var isPolled = false
  var reason = ""
  /// The triggers that the buffer has given nothing with.
  var tried: Set<String> = []
}

/// What readers have mended and lost.
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
