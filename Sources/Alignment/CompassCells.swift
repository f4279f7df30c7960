public import Geodesy
public import Geometry

/// A quarantine of the compass by place: where motion and fixes held the heading and the compass contradicted them, it has less
/// weight at the next visit. A compass error belongs to the place, not to the time ("docs/odometry.md").
///
/// A visit is the time in one cell; its mean and spread are taken over its windows as unit vectors, spread = √(−2 ln R). A visit
/// of at least four windows gives a verdict if its mean is off by 15° or its spread is 25°; a verdict that later visits find good
/// is removed. Of 256 verdicts, the one used least recently is replaced. Cells show where a wearer was: `forget` erases them.
public struct CompassCells: Equatable, Sendable {
  /// Verdicts, the least recently used first.
  public private(set) var verdicts: [CompassVerdict] = []
  /// Count of verdicts that were replaced because there was no room.
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

  /// Restores the verdicts of another session: of two on one cell the later, of too many the last.
  public init(_ verdicts: [CompassVerdict]) {
    self.init()
    for verdict in verdicts { insert(verdict) }
    crowdedOut = 0
  }

  public var isEmpty: Bool { verdicts.isEmpty }

  /// Enters the cell of the wearer's place; returns by how much the compass's direction may be off there, zero if unknown.
  public mutating func doubt(at place: Geodetic) -> Angle {
    guard let cell = CoarseCell(place) else { return .zero }
    if cell != visit.cell { enter(cell) }
    return visit.doubt
  }

  /// Records one window of the compass in the current cell, compared with a heading that is known without it.
  public mutating func record(_ error: Angle) {
    visit.count += 1
    visit.sine += error.sine
    visit.cosine += error.cosine
  }

  /// A copy that includes the current visit.
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
      verdicts[index].addVisit(mean, spread: spread)
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
