public import Geometry
public import Samples

/// The wearer's floor, in stories above the one that was stated or where the session began outdoors.
///
/// The barometer shows a change of height, and the way walked tells floors from ground: stairs, escalators and lifts rise by more
/// than a fifth of the way (`steepest`), streets and ramps by less. Only the height of such steep stretches counts, so the weather
/// and a hill change nothing. Its error grows with the stories above or below the start, because a story's height is not known
/// exactly, and with each steep stretch.
public struct FloorLevel: Sendable {
  public enum Source: String, CaseIterable, Sendable {
    /// A client has stated the level.
    case stated
    /// The session began where fixes are good, which is the ground.
    case ground
  }

  /// The level with its 1 σ.
  public struct Estimate: Equatable, Sendable {
    public var level: Double
    public var sigma: Double
    public var source: Source

    public init(level: Double, sigma: Double, source: Source) {
      self.level = level
      self.sigma = sigma
      self.source = source
    }

    /// Whether a thing on another level certainly is on another floor than the wearer.
    func excludes(_ other: Double) -> Bool { (other - level).magnitude - 0.5 > sigma }
  }

  /// Usual heights of a story are 2.6 m in homes to 4.5 m in offices.
  public static let usualStorey = Length(3.5)
  private static let shareOfUsual = 0.15, shareOfStated = 0.03
  /// 1 σ of a level after it was stated: the wearer may stand on a step.
  private static let leastSigma = 0.15
  /// 1 σ of the height of one steep stretch, in stories: its ends are found to a second.
  private static let stretchSigma = 0.1
  /// Heights are means over this time, and a stretch is judged over this many of them.
  private static let bin = TimeSpan(1)
  private static let bins = 6
  /// The least height of a steep stretch: gusts and doors make less.
  private static let leastRise = 1.0
  /// Streets and ramps are less steep, stairs more.
  private static let steepest = 0.2
  /// After a longer time without pressure the wearer may have changed floors.
  private static let longestGap = TimeSpan(10)
  /// Fixes at least this accurate are those of the open sky, and the session begins on the ground if they come within this time.
  /// Later they may be those of a window.
  private static let outdoors = Length(10), beginning = TimeSpan(60)

  public private(set) var estimate: Estimate?
  public private(set) var storey = usualStorey
  private var isStoreyStated = false
  /// Height and way, as means over the last seconds, the newest last.
  private var means: [(height: Double, way: Double)] = []
  private var sum = (height: 0.0, count: 0.0, since: BootInstant?.none)
  private var firstTime: BootInstant?, lastTime: BootInstant?
  /// The height at the start of the steep stretch that goes on, and the level then.
  private var stretch: (height: Double, level: Double)?
  /// The level from which stories are counted, and the number of steep stretches since.
  private var reference = 0.0, stretches = 0.0
  private var way = 0.0
  private var lastPoint: Displacement<Scene>?

  public init() {}

  /// Sets the level by a client's statement; a stated story's height stays for later.
  public mutating func set(_ level: Double, storey stated: Length?) {
    if let stated { (storey, isStoreyStated) = (stated, true) }
    restart(at: level, .stated)
    means.removeAll(keepingCapacity: true)
  }

  private mutating func restart(at level: Double, _ source: Source) {
    estimate = Estimate(level: level, sigma: Self.leastSigma, source: source)
    (reference, stretches) = (level, 0)
    stretch = nil
  }

  /// Ingests the wearer's position in the scene and the 68 % radius of the place.
  public mutating func ingest(_ point: Displacement<Scene>, accuracy: Length?) {
    if let lastPoint {
      let step = point - lastPoint
      way += hypot(step.x, step.z)
    }
    lastPoint = point
    guard estimate == nil, !means.isEmpty, let accuracy, accuracy <= Self.outdoors, let firstTime, let lastTime,
      lastTime - firstTime <= Self.beginning
    else { return }
    restart(at: 0, .ground)
  }

  /// The next position is that of another scene.
  public mutating func restartScene() { lastPoint = nil }

  /// Ingests the height of the standard atmosphere for the measured pressure.
  public mutating func ingest(height: Length, at time: BootInstant) {
    guard height.isFinite, lastTime.map({ $0 <= time }) ?? true else { return }
    if let lastTime, time - lastTime > Self.longestGap { lose() }
    lastTime = time
    firstTime = firstTime ?? time
    let since = sum.since ?? time
    sum = (sum.height + height.value, sum.count + 1, since)
    guard time - since >= Self.bin else { return }
    add(sum.height / sum.count)
    sum = (0, 0, time)
  }

  private mutating func lose() {
    estimate = nil
    stretch = nil
    means.removeAll(keepingCapacity: true)
    sum = (0, 0, nil)
  }

  private mutating func add(_ height: Double) {
    means.append((height, way))
    if means.count > Self.bins + 1 { means.removeFirst() }
    guard let first = means.first, let now = estimate else { return }
    let rise = height - first.height
    let isSteep = rise.magnitude >= Self.leastRise && rise.magnitude > Self.steepest * (way - first.way)
    if isSteep, stretch == nil {
      stretch = (first.height, now.level)
      stretches += 1
    }
    guard let begun = stretch else { return }
    let level = begun.level + (height - begun.height) / storey.value
    let scale = (isStoreyStated ? Self.shareOfStated : Self.shareOfUsual) * (level - reference)
    estimate?.level = level
    estimate?.sigma = hypot(Self.leastSigma, hypot(scale, Self.stretchSigma * stretches.squareRoot()))
    if !isSteep { stretch = nil }
  }
}
