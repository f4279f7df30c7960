public import Samples

/// The source of each kind of sample: one at a time. The board's own sources are never refused; a contributor is, while another
/// source of the same kind gives samples.
public struct SensorOwners: Sendable {
  /// A contributor's connection, and the name under which it pushes.
  public struct Contributor: Equatable, Sendable {
    public var connection: UInt64
    public var identity: String

    public init(connection: UInt64, identity: String) {
      self.connection = connection
      self.identity = identity
    }
  }

  /// A kind of sample that a contributor gives.
  public struct Contribution: Equatable, Sendable {
    public var tag: LineTag
    public var contributor: Contributor
    /// False while no sample has come for `patience`.
    public var isRunning: Bool
  }

  private enum Owner: Equatable, Sendable {
    case none, board
    case contributor(Contributor)
  }
  private struct Holding: Sendable {
    var owner = Owner.none
    var last = Int64.min
  }

  /// Time without samples after which another source may follow, in nanoseconds.
  static let patience: Int64 = 2_000_000_000
  /// By the five low bits of the tag's letter, which differ for all tags.
  private var holdings = [Holding](repeating: Holding(), count: 32)

  public init() {}

  /// The result of a contributor's claim.
  public enum Claim: Equatable, Sendable {
    case granted
    /// Granted; the samples before were of another body, so a new scene has to begin if it is a gyroscope.
    case replaced
    case refused
  }

  /// Records a sample of the board's own sources.
  public mutating func record(_ tag: LineTag, at time: Int64) {
    holdings[Int(tag.rawValue & 31)] = Holding(owner: .board, last: time)
  }

  public mutating func claim(_ tag: LineTag, by contributor: Contributor, at time: Int64) -> Claim {
    let index = Int(tag.rawValue & 31), holding = holdings[index]
    var claim = Claim.granted
    if case .contributor(let known) = holding.owner, known.connection == contributor.connection {
      // The usual case.
    } else if holding.owner != .none {
      guard time &- holding.last > Self.patience else { return .refused }
      if case .contributor(let known) = holding.owner, known.identity == contributor.identity {
        claim = .granted
      } else {
        claim = .replaced
      }
    }
    holdings[index] = Holding(owner: .contributor(contributor), last: time)
    return claim
  }

  /// The kinds of samples that connected contributors give.
  public func contributions(at time: Int64) -> [Contribution] {
    LineTag.allCases.compactMap { tag in
      let holding = holdings[Int(tag.rawValue & 31)]
      guard case .contributor(let contributor) = holding.owner, holding.last >= 0 else { return nil }
      return Contribution(tag: tag, contributor: contributor, isRunning: time &- holding.last <= Self.patience)
    }
  }

  /// Frees the sensors of a connection that has ended; the name stays, so that its device may come back.
  public mutating func release(connection: UInt64) {
    for index in holdings.indices {
      if case .contributor(let known) = holdings[index].owner, known.connection == connection {
        holdings[index].last = .min / 2
      }
    }
  }
}
