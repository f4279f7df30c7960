import CAllocations
import Glibc
import Text

/// `gnomon-bench`: the code that has to be fast, each part beside a reference loop in the same run. Machines differ and drift, so
/// compare the ratios. Allocations are counted, not estimated.
@main struct Bench {
  static func main() {
    var words = Array(CommandLine.arguments.dropFirst())
    if words.contains("--help") || words.contains("-h") { return print(BenchPart.help, terminator: "") }
    let isJSON = words.contains("--json")
    words.removeAll { $0 == "--json" }
    var part: BenchPart?
    if let name = words.first {
      part = BenchPart(rawValue: name)
      if part == nil { refuse("no part is named '\(name)'") }
      if words.count > 1, part?.words == nil { refuse("'\(name)' takes no '\(words[1])'") }
    }
    let output = dup(1)
    if isJSON { dup2(2, 1) }
    do {
      for part in part.map({ [$0] }) ?? BenchPart.allCases.filter(\.isUsual) {
        current = part
        try part.run(Array(words.dropFirst()))
        fflush(nil)
      }
    } catch let fault as BenchUsageFault {
      refuse(fault.description)
    } catch {
      warn("gnomon-bench: \(error)\n")
      exit(1)
    }
    if isJSON {
      dup2(output, 1)
      print(figures.json)
    }
  }

  private static func refuse(_ fault: String) -> Never {
    warn("gnomon-bench: \(fault)\n\(BenchPart.help)")
    exit(EX_USAGE)
  }

  private static func warn(_ text: String) {
    var text = text
    text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// The part that runs, and the figures so far.
  private nonisolated(unsafe) static var current = BenchPart.recordings
  private nonisolated(unsafe) static var figures = BenchFigures()
  private nonisolated(unsafe) static var hasTitle = false

  /// Adds a figure to those of `--json`, under the name of the part.
  static func figure(_ name: String, _ value: Double, _ unit: String) {
    figures.record("\(current.rawValue): \(name)", value, unit)
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
    if !hasTitle { print("what                                          ns each   allocations   beside the reference") }
    hasTitle = true
    figure(name, measured.nanoseconds, "ns")
    figure("\(name), allocations", measured.allocations, "allocations")
    var line = name + String(repeating: " ", count: max(1, 44 - name.count))
    line += right(rounded(measured.nanoseconds, 1), 9) + right(rounded(measured.allocations, 5), 14)
    if let (what, other) = reference {
      let ratio = measured.nanoseconds / other.nanoseconds
      figure("\(name), beside \(what)", ratio, "times")
      line += "   \(rounded(ratio, 2)) × \(what) (\(rounded(other.nanoseconds, 1)) ns)"
    }
    print(line)
    // Each line appears as it is measured, into a pipe too.
    fflush(nil)
  }

  /// Prints whether a limit is met.
  static func hold(_ what: String, _ value: Double, atMost bar: Double, _ unit: String) {
    figure(what, value, unit)
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
  static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}

struct Measurement {
  var nanoseconds: Double
  var allocations: Double
}

/// Keeps the optimizer from removing a result.
@inline(never) func consume<Value>(_ value: Value) {}
