import Chips
import Geometry
import Samples

/// Any answers of chips on a bus: no trap, times that go forward, and finite values. The first byte says which chips are there.
enum ChipAnswers {
  private final class Bus: ChipBus {
    private let bytes: [UInt8]
    private var place = 0
    var time: Int64 = 1_000_000_000

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var now: BootInstant { BootInstant(nanoseconds: time) }
    func pause(_ span: TimeSpan) { time += Int64(span.value * 1e9) }
    func claim(_ address: UInt8) {}

    private func next() -> UInt8 {
      guard !bytes.isEmpty else { return 0 }
      defer { place = (place + 1) % bytes.count }
      return bytes[place]
    }

    func read(
      _ address: UInt8, _ register: UInt8, _ bytes: UnsafeMutableBufferPointer<UInt8>
    ) throws(BusFault) {
      time += 400_000
      // The first byte says which chips are there, so that each reader is reached.
      if let identity = Self.identity(address, register, self.bytes.first ?? 0), bytes.count == 1 {
        bytes[0] = identity
        return
      }
      let fate = next()
      if fate == 0xfe { throw .noAnswer }
      if fate == 0xfd { throw .failed("Input/output error") }
      // A setting is often kept.
      if bytes.count == 1, let value = written[Int(address) << 8 | Int(register)], fate & 0x03 != 0 {
        bytes[0] = value
        return
      }
      for index in bytes.indices { bytes[index] = next() }
    }

    private var written: [Int: UInt8] = [:]

    func write(_ address: UInt8, _ register: UInt8, _ value: UInt8) throws(BusFault) {
      time += 100_000
      // A reset is over at once.
      written[Int(address) << 8 | Int(register)] = register == 0x12 && value & 0x81 != 0 ? 0 : value
    }

    private static func identity(_ address: UInt8, _ register: UInt8, _ set: UInt8) -> UInt8? {
      for (bit, chip) in ServedChip.allCases.enumerated()
      where set >> UInt8(bit) & 1 != 0 && chip.addresses[0] == address && chip.identity.register == register {
        return chip.identity.value
      }
      return address == 0x0c && register == 0x01 ? 0x09 : nil
    }
  }

  static func check(_ bytes: [UInt8]) throws(Finding) {
    let bus = Bus(bytes)
    var served = ServedBus(every: .seconds(0.05), at: bus.now), samples: [ChipSample] = []
    var last = [Int64](repeating: .min, count: ChipSample.Kind.allCases.count)
    for turn in 0..<40 {
      bus.time = max(bus.time, served.next.nanoseconds)
      if turn == 20, bytes.count & 1 == 1 { bus.time += 3_000_000_000 }
      samples.removeAll(keepingCapacity: true)
      served.turn(bus, into: &samples)
      for sample in samples {
        let kind = Int(sample.kind.rawValue), value = sample.value
        guard value.x.isFinite, value.y.isFinite, value.z.isFinite || sample.kind == .pressure else {
          throw Finding("\(sample.kind): \(value)")
        }
        guard sample.time.nanoseconds > last[kind] else { throw Finding("\(sample.kind): time runs backwards") }
        last[kind] = sample.time.nanoseconds
      }
    }
    var fifo = LSM6FIFO(), counts = ChipCounts()
    bytes.withUnsafeBufferPointer { fifo.read($0, &counts) { _, _, _ in } }
  }
}
