import CPosix
import Glibc

// Sixty-four subscribers at 60 Hz, the most of one user: once all of them read, and once one of them never reads.
extension Bench {
  static func crowd(_ path: String) throws {
    let seconds = 10.0
    print("socket: 64 subscribers at 60 Hz, \(Int(seconds)) s each")
    table("", ["readers", "messages each", "missed", "gaps", "p99 µs", "max µs", "later than 1/60 s"])
    for isThereOne in [false, true] {
      let source = InjectedSource(try simulatedSamples(seconds: 5 + seconds), rate: rate)
      let daemon = try daemon(path, source)
      let readers = SocketReaders(source.injections, origin: source.origin, step: source.step, longest: 20_000_000)
      var deaf: CInt = -1
      if isThereOne {
        deaf = gnomon_connect(path)
        let request = Array(poseRequest().utf8)
        _ = gnomon_send(deaf, request, Int64(request.count))
      }
      try readers.connect(path, isThereOne ? 63 : 64, group: 0, request: poseRequest(60))
      try source.play(daemon, ticks: Int(2 * rate))
      readers.startMeasuring()
      try source.play(daemon, ticks: Int(seconds * rate))
      let latencies = Latencies(readers.end()[0])
      let counts = readers.counts, each = Set(counts.map(\.messages)).sorted()
      let label = isThereOne ? "64 subscribers, one never reads" : "64 subscribers"
      figure("\(label), 99 % of the messages within", latencies.at(0.99), "µs")
      figure("\(label), missed", Double(counts.reduce(0) { $0 + $1.dropped }), "messages")
      table(
        isThereOne ? "one never reads" : "all read",
        [
          "\(counts.count)", each.map(String.init).joined(separator: "/"), "\(counts.reduce(0) { $0 + $1.dropped })",
          "\(counts.reduce(0) { $0 + $1.gaps })", rounded(latencies.at(0.99), 1), rounded(latencies.at(1), 1),
          "\(latencies.later(than: 1e6 / 60))",
        ])
      readers.stop()
      if deaf >= 0 { gnomon_close(deaf) }
      daemon.finish()
    }
  }
}
