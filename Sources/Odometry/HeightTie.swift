public import Fusion
public import Geometry
public import Samples

/// Height above the ellipsoid: fixes and the ground below, and between them the changes of a reference. What might be wrong is a
/// hypothesis, as in the tie of place and heading.
///
/// States (2): the height less that of the reference, a random walk; the slow error b of fixes. The reference is the barometer;
/// without one the tiles' ground below the wearer plus the height of the eyes; without tiles it is zero.
///
///   fix: z = h + b + w      ground: z = h + w, of a wearer who stands on it
///
/// The tiles' noise w lasts as long as a walk from post to post (τ), so a reading each Δt has the weight Δt/2τ of a white one. A
/// wearer on a bridge or on an upper floor stands on no tile: such a member leaves the ground out, and any floor is as likely. A
/// fix may be wrong by itself, fixes may be off for a while, by any b, or the height has been elsewhere: in a lift.
public struct HeightTie: Sendable {
  private enum Index { static let level = 0, fixError = 1, count = 2 }

  struct Assumptions: OptionSet, Sendable {
    let rawValue: UInt8
    /// The wearer stands on no tile.
    static let aboveGround = Assumptions(rawValue: 1)
    /// The fixes are off for a while.
    static let fixesOff = Assumptions(rawValue: 2)
  }

  private let parameters: HeightParameters
  private var bank = Bank<Assumptions>(
    size: Index.count, capacity: 16, label: [], angles: [], keys: [Index.level])
  private var barometric: Double?
  /// The eyes' height on the tiles' ground, below the wearer now.
  private var ground: Double?
  /// The barometer's first height: the origin of `relative`.
  private var origin = 0.0
  /// 1 σ of the slow error of fixes, by what they state.
  private var fixSigma: Double?
  /// Time by which the bank is behind; since the first fix, the last one, and the last ground.
  private var ahead = 0.0, age = 0.0, sinceFix = 0.0, sinceGround = Double.infinity
  public private(set) var fix = Aid(AidDescription("fix-height", unit: "m", axes: ["up"], patience: TimeSpan(10)))
  public private(set) var terrain = Aid(AidDescription("terrain", unit: "m", axes: ["up"], patience: TimeSpan(10)))
  public private(set) var barometer = Aid(AidDescription("barometer", unit: "m", axes: ["up"], patience: TimeSpan(5)))

  /// Height and accuracy (68 %), as of the last change; nil before the first reading. On tiles the accuracy contains their error
  /// at large.
  public private(set) var height: Length?, accuracy: Length?

  public init(_ parameters: HeightParameters) { self.parameters = parameters }

  private var reference: Double { barometric ?? ground ?? 0 }
  /// Height since the first reading, in meters; nil without a barometer.
  public var relative: Double? { barometric.map { $0 - origin } }
  /// The eyes' height if the wearer stands on the tiles' ground; nil without tiles.
  public var standing: Length? { ground.map { Length($0) } }

  public var states: [FilterState] {
    guard bank.count > 0, let height else { return [] }
    let state = bank.members[bank.heaviest].state
    return [
      FilterState("height", unit: "m", height.value, variance: state.variance(Index.level)),
      FilterState("height: fix bias", unit: "m", state.mean[Index.fixError], variance: state.variance(Index.fixError)),
    ]
  }

  /// Random walks of the level: of a barometer's height by the weather, of the wearer's height above the tiles, and of the ground.
  private static let weather = LengthWalk(0.03), terrainWalk = LengthWalk(0.05), groundWalk = LengthWalk(0.3)
  /// Time for which the error of fixes lasts, in s.
  private static let fixTime = 35.0
  /// Longest time by which the bank may be behind.
  private static let prediction = 0.1

  public mutating func advance(_ time: TimeSpan) {
    ahead += time.value
    if ahead >= Self.prediction { predict() }
  }

  private mutating func predict() {
    let t = ahead
    ahead = 0
    sinceFix += t
    if fixSigma != nil { age += t }
    sinceGround += t
    guard bank.count > 0, t > 0 else { return }
    let walk = (barometric != nil ? Self.weather : ground != nil ? Self.terrainWalk : Self.groundWalk).value
    let fix = fixSigma ?? 0, keep = exp(-t / Self.fixTime)
    for i in 0..<bank.count {
      bank.members[i].state.covariance.add(walk * walk * t, to: Index.level)
      if bank.members[i].label.contains(.fixesOff) {
        bank.members[i].state.covariance.add((1 - keep * keep) * fix * fix, to: Index.fixError)
      } else {
        bank.members[i].state.decay(Index.fixError, keep: keep, stationary: fix * fix)
      }
    }
    conclude()
  }

  /// Adds a member whose height may be any, and whose fixes' error is that of a start.
  private mutating func addMember(weight: Double) -> Int? {
    guard let i = bank.add([]) else { return nil }
    let fix = fixSigma ?? 0
    bank.members[i].weight = weight
    bank.members[i].state.reset(Index.level, variance: 1e8)
    bank.members[i].state.reset(Index.fixError, variance: fix * fix)
    return i
  }

  /// Share of wrong fixes; probabilities per second that fixes are off from now on, that a height ends, and that the wearer leaves
  /// or meets the ground.
  private static let wrongFix = 0.02, goesOff = 1e-3, elsewhere = 1e-4, changesFloor = 0.002
  /// Ranges in m: of heights that are as likely then, and of floors above a ground.
  private static let anyHeight = 1000.0, floors = 20.0
  /// Least 1 σ of a fix's height, and of the white error of a reading.
  private static let fixNoise = 3.0, white = 0.3

  /// Ingests the height of a fix and its 1 σ; nil if the receiver states none.
  public mutating func ingest(fix height: Length, sigma stated: Length?, at time: BootInstant) {
    let sigma = max((stated ?? parameters.assumedError / RadiusPerSigma.axisOf95).value, Self.fixNoise)
    guard height.isFinite, sigma.isFinite else { return fix.refuse(.notFinite, at: time) }
    predict()
    let white = Self.white * Self.white + excess(of: sigma)
    let isFirst = bank.count == 0, span = min(sinceFix, 10)
    for i in 0..<bank.count { endFixesOff(of: i, after: span) }
    let old = bank.count
    var row = SparseRow(Index.level, 1)
    row.add(Index.fixError, 1)
    // Or the fixes have been off from the start until now: starts are three times as often wrong, and for a third of the time.
    let ends = Self.elsewhere + 3 * Self.goesOff * exp(-3 * age / Self.fixTime)
    let birth = addMember(weight: isFirst ? 1 : ends * span / Self.anyHeight)
    sinceFix = 0
    if let birth {
      let z = height.value - reference
      bank.members[birth].state.mean[Index.level] = z
      _ = bank.members[birth].state.fuse(row, innovation: 0, variance: white)
    }
    let heaviest = bank.heaviest
    var fused = Fused(height.value)
    for i in 0..<old {
      let off = height.value - reference - bank.members[i].state.mean.along(row)
      addFixesOff(to: i, by: off, row, white: white, over: span)
      if i == heaviest {
        let seen = bank.members[i].state.covariance.covariance(row, row) + white
        fused = Fused(height.value, off, noise: white, spread: seen)
      }
      let likelihood = bank.members[i].state.fuse(
        row, innovation: off, variance: white, unless: Doubt(share: Self.wrongFix, density: 1 / Self.anyHeight))
      bank.weigh(i, by: likelihood + .leastNormalMagnitude)
    }
    fix.record(fused.ratio > 1 ? .trustedLess(fused) : .fused(fused), at: time)
    reduce()
  }

  /// Adds that the fixes of a member are no longer off: their errors last for `fixTime`.
  private mutating func endFixesOff(of i: Int, after span: Double) {
    let label = bank.members[i].label
    guard label.contains(.fixesOff),
      let new = bank.split(i, share: 1 - exp(-span / Self.fixTime), label: label.subtracting(.fixesOff))
    else { return }
    bank.members[new].state.reset(Index.fixError, variance: (fixSigma ?? 0) * (fixSigma ?? 0))
  }

  /// Adds that the fixes of a member are off from this one on, by what it says.
  private mutating func addFixesOff(to i: Int, by more: Double, _ row: SparseRow, white: Double, over span: Double) {
    let off = bank.members[i].label.union(.fixesOff)
    guard bank.members[i].label != off, let new = bank.copy(i, label: off) else { return }
    bank.members[new].weight = bank.members[i].weight * Self.goesOff * span / Self.anyHeight
    let error = bank.members[i].state.mean[Index.fixError] + more
    bank.members[new].state.reset(Index.fixError, to: error, variance: Self.anyHeight * Self.anyHeight)
    _ = bank.members[new].state.fuse(row, innovation: 0, variance: white)
  }

  /// Updates the size of the slow error of fixes; returns the variance that is white although a fix states it: a larger one becomes
  /// slow over the time for which errors last.
  private mutating func excess(of sigma: Double) -> Double {
    guard let level = fixSigma, sigma > level else {
      let keep = fixSigma.map { sigma / $0 } ?? 1
      fixSigma = sigma
      for i in 0..<bank.count where keep < 1 && !bank.members[i].label.contains(.fixesOff) {
        bank.members[i].state.decay(Index.fixError, keep: keep, stationary: 0)
      }
      return 0
    }
    let more = (sigma * sigma - level * level) * exp(-sinceFix / Self.fixTime)
    fixSigma = (sigma * sigma - more).squareRoot()
    return more
  }

  /// Ingests the eyes' height if the wearer stands on the tiles' ground, and what the error of the place adds to its 1 σ.
  public mutating func ingest(ground eyes: Length, slopeSigma: Length, at time: BootInstant) {
    guard eyes.isFinite, slopeSigma.isFinite else { return terrain.refuse(.notFinite, at: time) }
    predict()
    if bank.count == 0 { _ = addMember(weight: 1) }
    let span = min(sinceGround, 10), share = parameters.independence(after: TimeSpan(sinceGround))
    sinceGround = 0
    for i in 0..<bank.count {
      _ = bank.split(
        i, share: Self.changesFloor * span, label: bank.members[i].label.symmetricDifference(.aboveGround),
        lightest: Self.lightest)
    }
    let variance = parameters.groundVariance(slopeSigma), heaviest = bank.heaviest
    var fused = Fused(eyes.value)
    for i in 0..<bank.count {
      let level = bank.members[i].state.variance(Index.level), seen = level + variance
      guard !bank.members[i].label.contains(.aboveGround) else {
        // As likely as a reading that fits, but for the share that says which floors there are.
        let fitting = 1 / (2 * .pi * (level + variance / share)).squareRoot()
        bank.weigh(i, by: fitting * pow((2 * .pi * seen).squareRoot() / Self.floors, share))
        continue
      }
      let off = eyes.value - reference - bank.members[i].state.mean[Index.level]
      if i == heaviest { fused = Fused(eyes.value, off, noise: variance, spread: seen) }
      let likelihood = bank.members[i].state.fuse(
        SparseRow(Index.level, 1), innovation: off, variance: variance / share)
      bank.weigh(i, by: likelihood + .leastNormalMagnitude)
    }
    let isAbove = bank.members[heaviest].label.contains(.aboveGround)
    if isAbove { terrain.refuse(.beyondGate, at: time) } else { terrain.record(.fused(fused), at: time) }
    reduce()
  }

  private static let lightest = 1e-3, tolerance = 0.02, most = 6

  private mutating func reduce() {
    bank.reduce(lightest: Self.lightest, tolerance: Self.tolerance, most: Self.most) { Int($0.rawValue) }
    conclude()
  }

  /// States height and accuracy: the heaviest member's, and the whole bank's spread around it.
  private mutating func conclude() {
    guard bank.count > 0 else { return }
    let level = bank.members[bank.heaviest].state.mean[Index.level]
    var variance = ground == nil ? 0 : parameters.terrainError.value * parameters.terrainError.value
    for i in 0..<bank.count {
      let off = bank.members[i].state.mean[Index.level] - level
      variance += bank.members[i].weight * (bank.members[i].state.variance(Index.level) + off * off)
    }
    height = Length(level + reference)
    accuracy = Length(variance.squareRoot())
  }

  /// Moves the level of all members.
  private mutating func moveLevel(by height: Double) {
    for i in 0..<bank.count { bank.members[i].state.mean[Index.level] += height }
    conclude()
  }

  /// Moves the height by a climb that was measured otherwise. A barometer measures it itself.
  public mutating func climb(by height: Length) { if barometric == nil { moveLevel(by: height.value) } }

  /// Possible readings of a barometer, as a ratio to sea level: from above 30 km to a kilometer under water.
  private static let plausible = 0.01...2.0

  /// Height by the standard atmosphere, 44330.8 m (1 − (p/101325 Pa)^0.190263) (ISO 2533:1975), whose error of some per cent of
  /// the *change* is covered by the random walk.
  private static func standardHeight(of ratio: Double) -> Double { 44_330.8 * (1 - pow(ratio, 0.190263)) }

  /// Returns the height of the standard atmosphere in meters; nil for an impossible pressure.
  public static func standardHeight(of pressure: Pressure) -> Double? {
    let ratio = pressure.value / 101_325
    return plausible.contains(ratio) ? standardHeight(of: ratio) : nil
  }

  /// Share of a new reading in the smoothed height.
  private static let smoothing = 0.15

  public mutating func ingest(_ pressure: Pressure, at time: BootInstant) {
    guard pressure.value.isFinite else { return barometer.refuse(.notFinite, at: time) }
    guard let new = Self.standardHeight(of: pressure) else { return barometer.refuse(.poorQuality, at: time) }
    barometer.record(.fused(Fused(new)), at: time)
    guard let old = barometric else {
      barometric = new
      origin = new
      return moveLevel(by: (ground ?? 0) - new)
    }
    barometric = old + Self.smoothing * (new - old)
    conclude()
  }

  /// Sets the eyes' height on the tiles' ground below the wearer; nil without tiles there. Without a barometer the height moves
  /// with it, except when it comes or goes.
  public mutating func setGround(_ eyes: Length?) {
    let new = eyes.flatMap { $0.isFinite ? $0.value : nil }, old = ground
    ground = new
    if barometric == nil, (new == nil) != (old == nil) { moveLevel(by: (old ?? 0) - (new ?? 0)) } else { conclude() }
  }
}
