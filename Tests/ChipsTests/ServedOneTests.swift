import Chips
import Expectations
import Geometry
import Glasses
import Samples
import Testing

/// The records of an XREAL One, in a stream of bytes that is cut anywhere.
@Suite struct ServedOneTests {
  private final class Stream: GlassesPort {
    var seconds = 1000.0, bytes: [UInt8] = [], most = 1000

    var now: BootInstant { BootInstant(seconds: seconds) }
    func send(_ frame: [UInt8]) throws(PortFault) { Issue.record("something was sent") }
    func receive(_ buffer: UnsafeMutableRawBufferPointer) throws(PortFault) -> Int? {
      guard !bytes.isEmpty else { return nil }
      let count = min(bytes.count, buffer.count, most)
      for index in 0..<count { buffer[index] = bytes[index] }
      bytes.removeFirst(count)
      return count
    }
  }

  private static func record(_ nanoseconds: UInt64, _ kind: UInt32, _ numbers: [Float], _ celsius: Float) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 134)
    bytes.replaceSubrange(0..<6, with: [0x28, 0x36, 0, 0, 0, 0x80])
    func put(_ value: UInt64, _ count: Int, _ place: Int) {
      for index in 0..<count { bytes[place + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * index)) }
    }
    put(nanoseconds, 8, 14)
    put(UInt64(kind), 4, 30)
    for (index, number) in numbers.enumerated() { put(UInt64(number.bitPattern), 4, 34 + 4 * index) }
    put(UInt64(celsius.bitPattern), 4, 70)
    return bytes
  }

  /// The first record of 3 s of a One Pro (travcunn/xreal-glasses-astronomy 4ff3b39811), by its published numbers.
  private static let first: [Float] = [-0.006258, 0.011052, 0.004128, -0.23208, -7.00308, 6.92173]

  private func turns(_ port: Stream, _ served: inout ServedOne, _ pieces: [[UInt8]]) throws -> [ChipSample] {
    var samples: [ChipSample] = []
    for piece in pieces {
      port.seconds = max(port.seconds + 0.001, Double(served.next.nanoseconds) * 1e-9)
      port.bytes += piece
      try served.turn(port, into: &samples)
    }
    return samples
  }

  @Test func recordsInPieces() throws {
    let port = Stream()
    var served = ServedOne(every: .seconds(0.01), at: port.now)
    // Ten records in a hundredth of a second; of the magnetometer, whose other numbers are none, four.
    let pieces = (0..<200).map { turn in
      (0..<10).flatMap { index -> [UInt8] in
        let stamp = 213_962_249_434 + UInt64(turn * 10 + index) * 1_000_000
        let field = index % 3 == 0 ? Self.record(stamp &- 300_000, 4, [Float](repeating: .nan, count: 6), .nan) : []
        return field + Self.record(stamp, 11, Self.first, 32.875)
      }
    }
    port.most = 100
    let samples = try turns(port, &served, pieces)
    #expect(served.state == .running && served.counts.named.isEmpty, "\(served.counts.named)")
    let rates = samples.filter { $0.kind == .rate }, forces = samples.filter { $0.kind == .force }
    // Some records of the last turn wait: a turn reads 3,200 bytes here.
    #expect(rates.count > 450 && forces.count == rates.count)
    for (index, expected) in [-0.006258, -0.011052, -0.004128].enumerated() {
      expect(abs((rates.first?.value[index] ?? 9) - expected), isBelow: 1e-6)
    }
    for (index, expected) in [-0.23208, 7.00308, -6.92173].enumerated() {
      expect(abs((forces.first?.value[index] ?? 99) - expected), isBelow: 1e-5)
    }
    #expect(samples.contains { $0.kind == .inertialTemperature && abs($0.value.x - 32.875) < 1e-9 })
    #expect(!samples.contains { $0.kind == .field } && served.fieldFault == .iron && !served.isMounted)
  }

  @Test func wrongBytesAndSilence() throws {
    let port = Stream()
    var served = ServedOne(every: .seconds(0.01), at: port.now)
    let good = Self.record(1_000_000_000, 11, Self.first, 30), none = Self.record(1_001_000_000, 11, [.nan], 30)
    let next = Self.record(1_002_000_000, 11, Self.first, 30)
    _ = try turns(port, &served, [[1, 2, 3] + good + Array(good[60..<110]) + none + next])
    #expect(served.state == .running && served.counts.unknown == 2 && served.counts.invalid == 1)
    #expect(served.counts.skipped == 1 && served.counts.lost == 0)
    _ = try turns(port, &served, [[UInt8]](repeating: [], count: 150))
    expect(served.state, equals: .failed(.quiet))
    // The largest stream without a record is not kept.
    for _ in 0..<200 { _ = try turns(port, &served, [[UInt8](repeating: 0x28, count: 8192)]) }
    expect(served.counts.unknown, equals: 3)
  }
}
