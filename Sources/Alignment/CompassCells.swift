public import Geodesy
public import Geometry

/// A compass quarantined by place: where motion and fixes held the heading and the compass said otherwise, its word counts
/// less the next time. What a compass gets wrong belongs to the place, not to the time ("docs/odometry.md").
///
/// A visit is the time in one cell; its mean and spread are taken over its windows as unit vectors, spread = √(−2 ln R). One of
/// at least four windows is a verdict where its mean is off by 15° or its spread is 25°; a cell that later visits find good
/// is let go. The least recently useful of 256 makes room for a new one. Cells tell where somebody was: `forget` erases them.
public struct CompassCells: Equatable, Sendable {
  /// Least recently useful first.
  public private(set) var verdicts: [CompassVerdict] = []
  /// Forgotten because there was no room.
  public private(set) var crowdedOut = 0
  private var visit = Visit()

  public static let capacity = 256
  static let visitsKept = 8
  private static let leastWindows = 4.0, bad = Angle.degrees(15), wild = Angle.degrees(25), good = Angle.degrees(10)

  private struct Visit: Equatable {
    var cell: CoarseCell?
    var doubt = Angle.zero
    var count = 0.0, sine = 0.0, cosine = 0.0
  }

  public init() { verdicts.reserveCapacity(Self.capacity) }

  /// The verdicts of another session, of two on one cell the later, of too many the last.
  public init(_ verdicts: [CompassVerdict]) {
    self.init()
    for verdict in verdicts { insert(verdict) }
    crowdedOut = 0
  }

  public var isEmpty: Bool { verdicts.isEmpty }

  /// The wearer is here; what the compass's direction may be off by, zero where nothing is known.
  public mutating func doubt(at place: Geodetic) -> Angle {
    guard let cell = CoarseCell(place) else { return .zero }
    if cell != visit.cell { enter(cell) }
    return visit.doubt
  }

  /// A window of the compass in the cell where the wearer is, against a heading that is known without it.
  public mutating func note(_ error: Angle) {
    visit.count += 1
    visit.sine += error.sine
    visit.cosine += error.cosine
  }

  /// With the visit that is under way.
  public var settled: CompassCells {
    var copy = self
    copy.leave()
    return copy
  }

  public mutating func forget() { self = CompassCells() }

  private mutating func enter(_ cell: CoarseCell) {
    leave()
    visit.cell = cell
    guard let index = verdicts.lastIndex(where: { $0.cell == cell }) else { return }
    let known = verdicts.remove(at: index)
    verdicts.append(known)
    visit.doubt = known.doubt
  }

  private mutating func leave() {
    defer { visit = Visit() }
    guard let cell = visit.cell, visit.count >= Self.leastWindows else { return }
    let mean = Angle.arcTangent(visit.sine, visit.cosine)
    let length = max(1e-3, min(1, hypot(visit.sine, visit.cosine) / visit.count))
    let spread = Angle.radians((-2 * log(length)).squareRoot())
    if let index = verdicts.lastIndex(where: { $0.cell == cell }) {
      verdicts[index].take(mean, spread: spread)
      if verdicts[index].visits > 1, verdicts[index].doubt < Self.good { verdicts.remove(at: index) }
    } else if mean.magnitude >= Self.bad || spread >= Self.wild {
      insert(CompassVerdict(cell: cell, error: mean, spread: spread, visits: 1))
    }
  }

  private mutating func insert(_ verdict: CompassVerdict) {
    verdicts.removeAll { $0.cell == verdict.cell }
    if verdicts.count >= Self.capacity {
      verdicts.removeFirst()
      crowdedOut += 1
    }
    verdicts.append(verdict)
  }

  public static func == (a: Self, b: Self) -> Bool { a.verdicts == b.verdicts && a.visit == b.visit }
}
