import Chips
import Geometry
import Glasses
import Samples

/// Any reports of glasses, on hidraw and in a stream: no trap, times that go forward, and finite values. The first byte says how
/// the device behaves; then comes a length before each report.
enum GlassesBytes {
  private final class Port: GlassesPort {
    private let bytes: [UInt8]
    private let answersByItself: Bool
    private var place = 1
    private var answers: [[UInt8]] = []
    var time: Int64 = 1_000_000_000

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      answersByItself = bytes.first.map { $0 & 1 == 0 } ?? false
    }

    var now: BootInstant { BootInstant(nanoseconds: time) }

    /// A device that answers properly lets the reports in between be reached.
    func send(_ frame: [UInt8]) throws(PortFault) {
      time += 1_000_000
      guard answersByItself, frame.count > 7 else { return }
      switch frame[7] {
      case 0x14: answers.append(ControlFrame(.recordLength, [UInt8(truncatingIfNeeded: bytes.count), 0, 0, 0]).bytes)
      case 0x15: answers.append(ControlFrame(.recordPiece, Array(bytes.prefix(56))).bytes)
      default: answers.append(ControlFrame(.stream, Array(frame[8...])).bytes)
      }
    }

    func receive(_ report: UnsafeMutableRawBufferPointer) throws(PortFault) -> Int? {
      time += 10_000
      if !answers.isEmpty {
        let answer = answers.removeFirst()
        for index in answer.indices { report[index] = answer[index] }
        return answer.count
      }
      guard place < bytes.count else { return nil }
      let length = bytes[place]
      place += 1
      // A length of zero is a pause, and the largest one the device's end.
      if length == 0 {
        time += 300_000_000
        return nil
      }
      if length == 255 { throw .gone }
      let count = min(Int(length), bytes.count - place, report.count)
      for index in 0..<count { report[index] = bytes[place + index] }
      place += count
      return count
    }
  }

  static func check(_ bytes: [UInt8]) throws(Finding) {
    let models = GlassesModel.allCases, port = Port(bytes)
    let model = models[Int(bytes.first ?? 0) / 2 % models.count]
    try read(ServedGlasses(model, every: .seconds(0.01), at: port.now), port)
    let stream = Port(bytes)
    try read(ServedOne(every: .seconds(0.01), at: stream.now), stream)
    _ = try? FactoryRecord(reading: bytes)
    let place = HIDPlace(uevent: String(decoding: bytes, as: UTF8.self))
    try require((place?.place.utf8.count ?? 0) <= 14, "a place is \(place?.place ?? "")")
  }

  private static func read(_ device: some ServedDevice, _ port: Port) throws(Finding) {
    var device = device, samples: [ChipSample] = []
    var last = [Int64](repeating: .min, count: ChipSample.Kind.allCases.count)
    for _ in 0..<60 {
      port.time = max(port.time, device.next.nanoseconds)
      samples.removeAll(keepingCapacity: true)
      do throws(PortFault) { try device.turn(port, into: &samples) } catch { return }
      for sample in samples {
        let kind = Int(sample.kind.rawValue), value = sample.value
        guard (value.x + value.y + value.z).isFinite else { throw Finding("\(sample.kind): \(value)") }
        guard sample.time.nanoseconds > last[kind] else { throw Finding("\(sample.kind): time runs backwards") }
        last[kind] = sample.time.nanoseconds
      }
      try require(device.counts.named.allSatisfy { $0.count > 0 }, "a count is negative: \(device.counts.named)")
    }
  }
}
