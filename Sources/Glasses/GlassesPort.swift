public import Samples

/// The device that carries reports: a node of hidraw, and in tests one end of a pair of sockets, or none at all.
public protocol GlassesPort: AnyObject {
  /// The time on the clock of the samples.
  var now: BootInstant { get }
  func send(_ frame: [UInt8]) throws(PortFault)
  /// Fills `bytes` with the next report, and returns its length; nil if none is waiting.
  func receive(_ bytes: UnsafeMutableRawBufferPointer) throws(PortFault) -> Int?
}

/// The device is not there any more, or fails, in the system's words.
public enum PortFault: Error, Equatable, Sendable {
  case gone
  case failed(String)
}

extension GlassesPort {
  /// Fills the beginning of an array.
  func receive(into bytes: inout [UInt8]) throws(PortFault) -> Int? {
    var fault: PortFault?, count: Int?
    bytes.withUnsafeMutableBytes { bytes in
      do throws(PortFault) { count = try receive(bytes) } catch { fault = error }
    }
    if let fault { throw fault }
    return count
  }
}
