public import Geometry

/// A bank of weighted hypotheses: Gaussians over the same states, each with a label that says what it assumes. A doubt is a
/// second hypothesis; readings decide between them by their weights.
///
/// Its owner predicts and fuses in each member and multiplies the member's weight by the likelihood of the reading (`weigh`);
/// `split` adds what might have happened; `reduce` merges what has become the same and drops what has become impossible. All
/// storage is allocated at the start.
public struct Bank<Label: Equatable & Sendable>: Sendable {
  public struct Member: Sendable {
    public var weight = 0.0
    public var label: Label
    public var state: Gaussian

    @inlinable init(label: Label, size: Int) {
      self.label = label
      state = Gaussian(size: size)
    }
  }

  /// Storage of the members; those from `count` on are unused.
  public var members: FixedArray<Member>
  public private(set) var count = 0
  /// Number of members that were not added because there was no room.
  public private(set) var unborn = 0
  /// Room for a reduction.
  @usableFromInline var pairing: MemberPairs
  /// States that are angles, in a bit each; and which of the keys are.
  @usableFromInline let angles: UInt32
  @usableFromInline let isAngle: SIMDMask<SIMD4<Int64>>
  /// The states by which members are told apart.
  @usableFromInline let keys: KeyStates

  /// `label` is that of members without any assumption.
  public init(size: Int, capacity: Int, label: Label, angles: [Int], keys: [Int]) {
    members = FixedArray(count: capacity) { _ in Member(label: label, size: size) }
    pairing = MemberPairs(capacity)
    self.angles = angles.reduce(0) { $0 | 1 << UInt32($1) }
    self.keys = KeyStates(keys)
    var isAngle = SIMDMask<SIMD4<Int64>>(repeating: false)
    for k in keys.indices { isAngle[k] = angles.contains(keys[k]) }
    self.isAngle = isAngle
  }

  /// Index of the heaviest member.
  @inlinable public var heaviest: Int {
    var best = 0
    for i in 1..<max(1, count) where members[i].weight > members[best].weight { best = i }
    return best
  }

  /// Adds a member without a weight; nil if there is no room.
  @inlinable public mutating func add(_ label: Label) -> Int? {
    guard count < members.count else {
      countUnborn()
      return nil
    }
    members[count].label = label
    members[count].weight = 0
    return append()
  }

  @usableFromInline mutating func countUnborn() { unborn += 1 }

  @usableFromInline mutating func append() -> Int {
    count += 1
    return count - 1
  }

  /// Adds a copy of a member with the share `share` of its weight, which the member loses; nil if there is no room, or if the copy
  /// would be too light to be kept.
  @inlinable public mutating func split(_ i: Int, share: Double, label: Label, lightest: Double = 0) -> Int? {
    guard members[i].weight * share >= lightest, let new = copy(i, label: label) else { return nil }
    members[new].weight = members[i].weight * share
    members[i].weight *= 1 - share
    return new
  }

  /// Adds a copy of a member, without a weight.
  @inlinable public mutating func copy(_ i: Int, label: Label) -> Int? {
    guard let new = add(label) else { return nil }
    members.change(new, with: i) { $0.state.copy($1.state) }
    return new
  }

  /// Changes the states of all members alike.
  @inlinable public mutating func revise(_ change: (inout Gaussian) -> Void) {
    for i in 0..<count {
      change(&members[i].state)
      wrap(i)
    }
  }

  /// Multiplies a member's weight by the likelihood of a reading.
  @inlinable public mutating func weigh(_ i: Int, by likelihood: Double) { members[i].weight *= likelihood }

  /// Makes the weights sum to one. If nothing is possible any more, all members are equally so.
  @inlinable public mutating func normalize() {
    var sum = 0.0
    for i in 0..<count { sum += members[i].weight }
    for i in 0..<count {
      members[i].weight = sum > 0 && sum.isFinite ? members[i].weight / sum : 1 / Double(count)
    }
  }

  /// Removes a member; the last one takes its place.
  @inlinable public mutating func remove(_ i: Int) {
    if i != count - 1 { members.swapAt(i, count - 1) }
    shrink()
  }

  @usableFromInline mutating func shrink() { count -= 1 }

  /// Drops members lighter than `lightest`, merges pairs whose merging costs less than `tolerance` (Runnalls, "Kullback-Leibler
  /// Approach to Gaussian Mixture Reduction", 2007, eq. 21, over the key states), and beyond `most` members drops the lightest.
  /// Members that differ by more than 3 σ in a key state are never merged: the cost is proportional to the weight, so a light
  /// member far away would vanish in the heaviest one; nor are those whose labels are of another kind.
  @inlinable public mutating func reduce(
    lightest: Double, tolerance: Double, most: Int, kind: (Label) -> Int
  ) {
    normalize()
    let heaviest = heaviest
    // The heaviest one always stays.
    members.swapAt(0, heaviest)
    var i = 1
    while i < count { if members[i].weight > lightest { i += 1 } else { remove(i) } }
    var room = MemberPairs()
    swap(&room, &pairing)
    for k in 0..<count { readKey(k, kind, &room) }
    for k in 1..<max(1, count) { room.compare(k, among: k, isAngle) }
    while count > 1 {
      guard let (i, j) = room.nearest(count, within: tolerance) else {
        guard count > most else { break }
        var light = 0
        for k in 1..<count where room.keys[k].weight < room.keys[light].weight { light = k }
        remove(light)
        fill(light, &room)
        continue
      }
      let (kept, gone) = room.keys[i].weight >= room.keys[j].weight ? (i, j) : (j, i)
      merge(gone, into: kept)
      readKey(kept, kind, &room)
      remove(gone)
      room.compare(kept, among: count, isAngle)
      fill(gone, &room)
    }
    swap(&room, &pairing)
    normalize()
  }

  /// Takes over what decides on merging a member.
  @inlinable mutating func readKey(_ k: Int, _ kind: (Label) -> Int, _ room: inout MemberPairs) {
    members.read(k) { room.keys[k].read($0.weight, kind: kind($0.label), $0.state, keys) }
  }

  /// Moves the last member of a reduction to the place of one that is gone.
  @usableFromInline mutating func fill(_ gone: Int, _ room: inout MemberPairs) {
    guard gone < count else { return }
    room.keys[gone] = room.keys[count]
    room.compare(gone, among: count, isAngle)
  }

  /// Merges two members by their moments.
  @inlinable public mutating func merge(_ j: Int, into i: Int) {
    let weight = members[i].weight + members[j].weight
    let share = weight > 0 ? members[j].weight / weight : 0
    var apart = members[j].state.mean - members[i].state.mean
    apart.wrap(angles)
    members.change(i, with: j) { $0.state.merge($1.state, share: share, apart: apart) }
    members[i].weight = weight
    wrap(i)
  }

  /// Brings a member's angles into [−π, π].
  @inlinable public mutating func wrap(_ i: Int) { members[i].state.mean.wrap(angles) }
}
