public import Geometry

/// A change of the receiver in use, with its reason.
public struct ReceiverChange: Equatable, Sendable {
  public enum Reason: Equatable, Sendable {
    /// The first receiver with a fix.
    case first
    /// The only one that the configuration permits.
    case configured
    /// The earlier one has given no fix for this time.
    case silence(TimeSpan)
    /// It has a fix of three dimensions, the earlier one has none.
    case threeDimensional
    /// It states this error, and the earlier one the other.
    case statedError(Length, instead: Length)
  }

  /// gpsd's paths of the devices; nil if none was in use.
  public var from: String?
  public var to: String
  public var reason: Reason

  /// The reason as the end of a sentence.
  public var cause: String {
    let earlier = from.map(KnownReceiver.name) ?? ""
    return switch reason {
    case .first: "the first receiver with a fix"
    case .configured: "the receiver of GNSS.Device"
    case .silence(let span): "\(earlier) gave no fix for \(tenths(span.value)) s"
    case .threeDimensional: "it has a 3D fix, and \(earlier) has none"
    case .statedError(let own, let other):
      "it states an error of \(tenths(own.value)) m, and \(earlier) \(tenths(other.value)) m"
    }
  }
}

extension ReceiverChange: CustomStringConvertible {
  public var description: String {
    let action = from.map { "\(KnownReceiver.name(to)) replaces \(KnownReceiver.name($0))" }
    return "\(action ?? "\(KnownReceiver.name(to)) is used"): \(cause)"
  }
}

/// A number with at most one decimal.
private func tenths(_ value: Double) -> String {
  let tenths = (value * 10).rounded()
  guard tenths.magnitude < 1e12 else { return "\(value)" }
  let whole = Int(tenths)
  return whole % 10 == 0 ? "\(whole / 10)" : "\(whole / 10).\((whole % 10).magnitude)"
}
