import CAllocations
import Geodesy
import Geometry
import Glibc
import Recordings
import Samples
import Simulation
import Text

/// `make bench`: the code that has to be fast, each part beside a reference loop in the same run. Machines differ and drift, so
/// compare the ratios. Allocations are counted, not estimated.
@main struct Bench {
  static func main() throws {
    if CommandLine.arguments.contains("heading") { return displacement() }
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "tracking" { return try tracking() }
    if arguments.first == "socket" { return try socket() }
    if arguments.first == "place-store" { return try placeStore() }
    if arguments.first == "honesty" {
      let seeds = arguments.dropFirst().first.flatMap { Int($0) } ?? 400
      return try honesty(seeds: seeds, settings: arguments.filter { $0.contains("=") })
    }
    if arguments.first == "places" { return places() }
    if arguments.first == "scene" { return try scene() }
    if arguments.first == "prediction" { return try prediction() }
    print("what                                          ns each   allocations   beside the reference")
    try readingRecordings()
    writingRecordings()
    geodesy()
    places()
    try simulating()
    try odometry()
    try tracking()
    displacement()
    try honesty()
    try socket()
    try placeStore()
    try scene()
  }

  /// Runs a body that does `count` things, several times. Returns the median time and the mean number of allocations of one
  /// thing.
  static func measure(_ count: Int, rounds: Int = 7, _ body: () throws -> Void) rethrows -> Measurement {
    try body()
    var times: [Double] = []
    let before = allocations_of_this_thread()
    for _ in 0..<rounds {
      let start = now()
      try body()
      times.append(now() - start)
    }
    let allocations = Double(allocations_of_this_thread() - before) / Double(rounds * count)
    return Measurement(nanoseconds: times.sorted()[rounds / 2] / Double(count) * 1e9, allocations: allocations)
  }

  static func report(_ name: String, _ measured: Measurement, beside reference: (String, Measurement)? = nil) {
    var line = name + String(repeating: " ", count: max(1, 44 - name.count))
    line += right(rounded(measured.nanoseconds, 1), 9) + right(rounded(measured.allocations, 5), 14)
    if let (what, other) = reference {
      line +=
        "   \(rounded(measured.nanoseconds / other.nanoseconds, 2)) × \(what) (\(rounded(other.nanoseconds, 1)) ns)"
    }
    print(line)
  }

  /// Prints whether a limit is met.
  static func hold(_ what: String, _ value: Double, atMost bar: Double, _ unit: String) {
    print(
      "  \(value <= bar ? "PASS" : "MISSED"): \(what), \(rounded(value, 2)) \(unit) (bar \(rounded(bar, 2)) \(unit))")
  }

  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// Processor time of this thread, without the time that other threads and programs take.
  static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  static func rounded(_ value: Double, _ decimals: Int) -> String {
    var buffer = TextBuffer()
    buffer.append(value, decimals: decimals)
    return buffer.string
  }
  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}

struct Measurement {
  var nanoseconds: Double
  var allocations: Double
}

/// Keeps the optimizer from removing a result.
@inline(never) func consume<Value>(_ value: Value) {}
