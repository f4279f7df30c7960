/// A reason for which something was refused or trusted less: one of a closed set, each with a text for display.
public protocol CountedReason: CaseIterable, Hashable, Sendable {
  /// Index in the tally, from 0; at most 31.
  var slot: Int { get }
  /// The words behind the count in `gnomon status`, without a subject: "older than the memory of motion".
  var text: String { get }
}

extension CountedReason where Self: RawRepresentable, RawValue == UInt8 {
  public var slot: Int { Int(rawValue) }
}

extension CountedReason where Self: RawRepresentable, RawValue == String {
  public var slot: Int {
    for (slot, reason) in Self.allCases.enumerated() where reason == self { return slot }
    return 0
  }
  public var text: String { rawValue }
}

/// Count of each reason. A value of fixed size: counting allocates nothing.
public struct Tally<Reason: CountedReason>: Sendable, Equatable {
  private var counts = SIMD32<UInt32>.zero

  public init() {}

  public mutating func record(_ reason: Reason) { counts[reason.slot] &+= 1 }

  public subscript(reason: Reason) -> Int { Int(counts[reason.slot]) }

  public var total: Int { Reason.allCases.reduce(0) { $0 + self[$1] } }

  /// Returns every reason with its count, including those that never occurred; each text starts with the subject, if one is
  /// given.
  public func list(_ subject: String = "") -> [(reason: String, count: Int)] {
    Reason.allCases.map { (subject.isEmpty ? $0.text : "\(subject): \($0.text)", self[$0]) }
  }
}
