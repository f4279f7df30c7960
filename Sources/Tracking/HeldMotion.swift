import Alignment

/// The motion of a tracker, one of several kinds, where it is changed: `any Motion` would project its box at each access. It is a
/// value: a copy shares the motion until one of the two changes.
struct HeldMotion: Sendable {
  private var held: Held

  init(_ motion: some Motion) { held = HeldKind(motion) }

  @inline(__always) private mutating func own() -> Held {
    if !isKnownUniquelyReferenced(&held) { held = held.copy() }
    return held
  }

  mutating func advance(_ step: InertialStep, into pose: inout ScenePose) -> Bool { own().advance(step, into: &pose) }
  mutating func locate(_ pose: inout TrackedPose) { own().locate(&pose) }
  mutating func ingest(_ observation: MotionObservation) { own().ingest(observation) }
  mutating func apply(_ knowledge: MotionKnowledge) { own().apply(knowledge) }
  /// Appends the corrections of the alignment to others, and removes them.
  mutating func handOver(to corrections: inout [Correction]) { own().handOver(to: &corrections) }
  mutating func dropCorrections() { own().dropCorrections() }
  var grounds: LocalizationGrounds { held.grounds }
  var knowledge: MotionKnowledge { held.knowledge }
  var account: MotionAccount { held.account }
  /// Whether its heading can be set from outside, and whether that at the end of the last session is still of use.
  var takesHeading: Bool { held.takesHeading }
  var keepsHeading: Bool { held.keepsHeading }
}

/// A motion of any kind behind a reference that only `HeldMotion` has.
private class Held: @unchecked Sendable {
  func copy() -> Held { fatalError("a kind of motion") }
  func advance(_ step: InertialStep, into pose: inout ScenePose) -> Bool { fatalError("a kind of motion") }
  func locate(_ pose: inout TrackedPose) {}
  func ingest(_ observation: MotionObservation) {}
  func apply(_ knowledge: MotionKnowledge) {}
  func handOver(to corrections: inout [Correction]) {}
  func dropCorrections() {}
  var grounds: LocalizationGrounds { LocalizationGrounds() }
  var knowledge: MotionKnowledge { MotionKnowledge() }
  var account: MotionAccount { MotionAccount() }
  var takesHeading: Bool { false }
  var keepsHeading: Bool { false }
}

private final class HeldKind<Kind: Motion>: Held, @unchecked Sendable {
  // `HeldMotion`, a value, alone changes it: no two accesses overlap.
  @exclusivity(unchecked) private var motion: Kind

  init(_ motion: Kind) { self.motion = motion }

  override func copy() -> Held { HeldKind(motion) }
  override func advance(_ step: InertialStep, into pose: inout ScenePose) -> Bool { motion.advance(step, into: &pose) }
  override func locate(_ pose: inout TrackedPose) { motion.locate(&pose) }
  override func ingest(_ observation: MotionObservation) { motion.ingest(observation) }
  override func apply(_ knowledge: MotionKnowledge) { motion.apply(knowledge) }
  override func handOver(to corrections: inout [Correction]) { motion.log.handOver(to: &corrections) }
  override func dropCorrections() { motion.log.removeAll() }
  override var grounds: LocalizationGrounds { motion.log.grounds }
  override var knowledge: MotionKnowledge { motion.knowledge }
  override var account: MotionAccount { motion.account }
  override var takesHeading: Bool { Kind.self is any HeadingInputMotion.Type }
  override var keepsHeading: Bool { Kind.self == WalkingMotion.self || Kind.self == ShoeMotion.self }
}
