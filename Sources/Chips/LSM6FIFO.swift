/// The words of an LSM6's FIFO as samples: a byte with the kind, and six bytes of data; a stamp holds for the words that follow it
/// (st_lsm6dsx_buffer.c:558 to :640).
public struct LSM6FIFO: Equatable, Sendable {
  public static let word = 7

  private var counter = CounterUnroll()
  private var stamp: Int64?
  private var lastForce: Int64?, lastRate: Int64?

  /// In ticks: 40 kHz / 208 Hz.
  private static let period = 192.3
  /// Stamps of the same sensor differ by one period, give or take the chip's trimming; a difference beyond this is a loss.
  private static let gap = 1.5
  /// The largest loss that stamps can show: longer ones are a pause, as at a restart.
  private static let mostLost = 100_000
  /// st_lsm6dsx_buffer.c:502: values from here on mark a sample of the chip's start. Later they are the end of its range.
  private static let invalid = 0x7ffd

  /// m/s² and rad/s for a step: core.c:867 and :868 (0.244 and 0.488 mg), :879 (70 thousandths of a degree a second).
  private let force: Double
  private static let rate = 0.07 * Double.pi / 180

  /// `isWide`: 16 g instead of 8.
  public init(isWide: Bool = false) { force = (isWide ? 0.488e-3 : 0.244e-3) * 9.80665 }

  /// Reads whole words, and gives each sample with its stamp in ticks.
  public mutating func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ counts: inout ChipCounts,
    each: (ChipSample.Kind, Int64, SIMD3<Double>) -> Void
  ) {
    var start = 0
    while start + Self.word <= bytes.count {
      defer { start += Self.word }
      let data = start + 1
      switch bytes[start] >> 3 {
      case 0x04:
        let low = UInt32(bytes[data]) | UInt32(bytes[data + 1]) << 8
        let high = UInt32(bytes[data + 2]) | UInt32(bytes[data + 3]) << 8
        stamp = counter.unroll(low | high << 16)
      case 0x01:
        record(bytes, data, Self.rate, .rate, &lastRate, &counts, each)
      case 0x02:
        record(bytes, data, force, .force, &lastForce, &counts, each)
      default: counts.unknownWords += 1
      }
    }
  }

  private func record(
    _ bytes: UnsafeBufferPointer<UInt8>, _ data: Int, _ scale: Double, _ kind: ChipSample.Kind, _ last: inout Int64?,
    _ counts: inout ChipCounts, _ each: (ChipSample.Kind, Int64, SIMD3<Double>) -> Void
  ) {
    let x = littleEndian(bytes[data], bytes[data + 1]), y = littleEndian(bytes[data + 2], bytes[data + 3])
    let z = littleEndian(bytes[data + 4], bytes[data + 5])
    // Without a stamp before it, its time is not known.
    guard let stamp, last != nil || x < Double(Self.invalid) else {
      counts.invalid += 1
      return
    }
    // It is passed on: the engine finds what is cut off.
    if max(abs(x), abs(y), abs(z)) >= 32_767 { counts.overflows += 1 }
    if let before = last {
      let difference = Double(stamp &- before) / Self.period
      guard difference > 0 else {
        counts.unknownWords += 1
        return
      }
      if difference > Self.gap { counts.lost += min(Self.mostLost, Int(difference.rounded()) - 1) }
    }
    last = stamp
    each(kind, stamp, SIMD3(x, y, z) * scale)
  }
}
