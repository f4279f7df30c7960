import Geometry

/// One record of an XREAL One, One Pro or 1S, whose motion sensor sends by TCP over a network on USB; nothing is sent to it.
///
/// Sources, each read at one commit: [x1] wheaney/xreal_one_driver 87e2897acc (lib.rs), [ox] Skarian/one-xr c7b000444c
/// (OneXrReportMessageParser.kt, OneXrTrackerSampleMapper.kt), [xk] kevindurb/xreal-linux 65bee9bcc3 (axis-map.json) and adf25f08ea
/// (findings.md), [xs] travcunn/xreal-glasses-astronomy 4ff3b39811, whose 3 s of a One Pro were computed with [C]. *Untested*: with
/// recorded records only.
public struct OneRecord: Equatable, Sendable {
  public enum Content: Equatable, Sendable {
    /// Radians per second, meters per second squared, degrees Celsius.
    case motion(rate: SIMD3<Double>, force: SIMD3<Double>, temperature: Double)
    /// Their magnetometer: its own iron is as strong as Earth's field [xk], so it is not used.
    case field
    case other
  }

  /// Nanoseconds on the glasses' clock, one with their cameras' [x1].
  public var stamp: UInt64
  public var content: Content

  /// The addresses of the glasses: the first one in [x1, ox], the second one in [xk].
  public static let addresses = ["169.254.2.1", "169.254.1.1"]
  public static let port: UInt16 = 52998
  public static let length = 134
  /// Its first two bytes are `28 36`, or `27 36` [ox]; zeros up to the 80 of byte 5.
  static let marks: [UInt8] = [0x28, 0x27]

  /// Whether a record begins here; `bytes` has at least six.
  static func begins(_ bytes: UnsafeRawBufferPointer) -> Bool {
    marks.contains(bytes[0]) && bytes[1] == 0x36 && bytes[2] == 0 && bytes[3] == 0 && bytes[4] == 0 && bytes[5] == 0x80
  }

  /// nil for a record whose numbers are not finite.
  init?(reading bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= Self.length else { return nil }
    stamp = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 14, as: UInt64.self))
    switch UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 30, as: UInt32.self)) {
    case 11:
      let rate = Self.vector(bytes, 34), force = Self.vector(bytes, 46), temperature = Self.float(bytes, 70)
      guard (rate.sum() + force.sum() + temperature).isFinite else { return nil }
      content = .motion(rate: rate, force: force, temperature: temperature)
    case 4: content = .field
    default: content = .other
    }
  }

  private static func float(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Double {
    Double(Float(bitPattern: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))))
  }

  private static func vector(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> SIMD3<Double> {
    SIMD3(float(bytes, place), float(bytes, place + 4), float(bytes, place + 8))
  }
}
