import Expectations
import Fusion
import Geometry
import Testing

/// Laws of mixtures of Gaussians.
@Suite struct BankTests {
  private static let size = 5

  private func random(_ g: inout Generator) -> Gaussian {
    var result = Gaussian(size: Self.size)
    let root = (0..<Self.size).map { _ in (0..<Self.size).map { _ in g.gaussian() } }
    for i in 0..<Self.size {
      result.mean[i] = 0.3 * g.gaussian()
      for j in i..<Self.size {
        result.covariance[i, j] = (0..<Self.size).reduce(i == j ? 0.1 : 0) { $0 + root[i][$1] * root[j][$1] }
      }
    }
    return result
  }

  private func row(_ g: inout Generator) -> SparseRow {
    var row = SparseRow()
    for i in 0..<Self.size { row.add(i, g.gaussian()) }
    return row
  }

  private func bank(_ count: Int, _ g: inout Generator) -> Bank<Int> {
    var bank = Bank<Int>(size: Self.size, capacity: 12, label: 0, angles: [2], keys: [0, 1, 2])
    for _ in 0..<count {
      guard let i = bank.add(0) else { continue }
      bank.members[i].weight = g.uniform(in: 0.1...1)
      let state = random(&g)
      bank.members[i].state.copy(state)
    }
    bank.normalize()
    return bank
  }

  /// Mean and second moments of a whole bank.
  private func moments(_ bank: Bank<Int>) -> (mean: [Double], square: [Double]) {
    var mean = [Double](repeating: 0, count: Self.size), square = [Double](repeating: 0, count: Self.size * Self.size)
    for k in 0..<bank.count {
      let member = bank.members[k]
      for i in 0..<Self.size {
        mean[i] += member.weight * member.state.mean[i]
        for j in 0..<Self.size {
          square[i * Self.size + j] +=
            member.weight * (member.state.covariance[i, j] + member.state.mean[i] * member.state.mean[j])
        }
      }
    }
    return (mean, square)
  }

  /// A member for which there is no room is counted.
  @Test func aFullBankCountsTheMembersLeftOut() {
    var bank = Bank(size: 1, capacity: 2, label: 0, angles: [], keys: [0])
    #expect(bank.add(0) == 0 && bank.add(1) == 1 && bank.unborn == 0)
    bank.members[0].weight = 1
    #expect(bank.add(2) == nil && bank.split(0, share: 0.5, label: 1) == nil && bank.unborn == 2)
    #expect(bank.count == 2 && bank.members[0].weight == 1)
  }

  @Test func mergingKeepsWeightMeanAndCovariance() {
    var g = Generator(seed: 1)
    for _ in 0..<30 {
      var bank = bank(4, &g)
      let before = moments(bank)
      bank.merge(1, into: 3)
      bank.remove(1)
      let after = moments(bank)
      expect(((0..<bank.count).reduce(0) { $0 + bank.members[$1].weight } - 1).magnitude, isBelow: 1e-12)
      for (a, b) in zip(before.mean + before.square, after.mean + after.square) {
        expect((a - b).magnitude, isBelow: 1e-12)
      }
    }
  }

  /// An angle beyond half a turn is merged the short way.
  @Test func anglesAreMergedTheShortWay() {
    var g = Generator(seed: 2)
    var bank = bank(2, &g)
    bank.members[0].state.mean[2] = 3.1
    bank.members[1].state.mean[2] = -3.1
    bank.members[0].weight = 0.5
    bank.members[1].weight = 0.5
    bank.merge(1, into: 0)
    expect((bank.members[0].state.mean[2].magnitude - .pi).magnitude, isBelow: 1e-9)
  }

  @Test func weightsSumToOneAfterSplittingWeighingAndReducing() {
    var g = Generator(seed: 3)
    for _ in 0..<20 {
      var bank = bank(6, &g)
      for i in 0..<6 where i % 2 == 0 { _ = bank.split(i, share: 0.3, label: 1) }
      for i in 0..<bank.count { bank.weigh(i, by: g.uniform(in: 0...1)) }
      bank.reduce(lightest: 1e-5, tolerance: 0.02, most: 4) { $0 }
      #expect(bank.count <= 4 && bank.count >= 1)
      expect(((0..<bank.count).reduce(0) { $0 + bank.members[$1].weight } - 1).magnitude, isBelow: 1e-12)
    }
  }

  /// If no member can explain a reading, all are equally likely, and none is lost without a reason.
  @Test func nothingPossibleLeavesAMember() {
    var g = Generator(seed: 4)
    var bank = bank(3, &g)
    for i in 0..<3 { bank.weigh(i, by: 0) }
    bank.reduce(lightest: 1e-5, tolerance: 0.02, most: 8) { $0 }
    #expect(bank.count >= 1 && (0..<bank.count).allSatisfy { bank.members[$0].weight.isFinite })
  }

  /// A light member far away is not merged into a heavy one, though that would cost little.
  @Test func membersFarApartAreNotMerged() {
    var bank = Bank<Int>(size: Self.size, capacity: 4, label: 0, angles: [2], keys: [0, 1, 2])
    for (weight, place) in [(1 - 1e-4, 0.0), (1e-4, 40.0)] {
      guard let i = bank.add(0) else { continue }
      bank.members[i].weight = weight
      for k in 0..<Self.size { bank.members[i].state.reset(k, to: k == 0 ? place : 0, variance: k == 2 ? 0.1 : 1) }
    }
    bank.reduce(lightest: 1e-5, tolerance: 0.02, most: 8) { $0 }
    expect(bank.count, equals: 2)
    bank.members[1].state.mean[0] = 1
    bank.reduce(lightest: 1e-5, tolerance: 0.02, most: 8) { $0 }
    expect(bank.count, equals: 1)
  }

  /// Without a doubt one member is the plain filter, bit by bit.
  @Test func withoutDoubtItIsTheKalmanUpdate() {
    var g = Generator(seed: 5)
    for _ in 0..<30 {
      var state = random(&g)
      let h = row(&g), innovation = g.gaussian(), variance = g.uniform(in: 0.1...2)
      var plain = state.covariance, correction = StateVector()
      _ = plain.update(along: h, innovation: innovation, variance: variance, correcting: &correction)
      var expected = state.mean
      expected.add(correction)
      _ = state.fuse(h, innovation: innovation, variance: variance)
      for i in 0..<Self.size {
        expect(state.mean[i], equals: expected[i])
        for j in 0..<Self.size { expect(state.covariance[i, j], equals: plain[i, j]) }
      }
    }
  }

  /// Two components together are the same as one after the other.
  @Test func twoComponentsEqualOneAfterTheOther() {
    var g = Generator(seed: 6)
    for _ in 0..<30 {
      var together = random(&g)
      var apart = Gaussian(size: Self.size)
      apart.copy(together)
      let start = apart.mean
      let a = row(&g), b = row(&g), innovation = SIMD2(g.gaussian(), g.gaussian()), variance = SIMD2(0.3, 0.7)
      let likelihood = together.fuse(a, b, innovation: innovation, variance: variance)
      let first = apart.fuse(a, innovation: innovation.x, variance: variance.x)
      // The second innovation without what the first component has explained.
      let explained = (apart.mean - start).along(b)
      let second = apart.fuse(b, innovation: innovation.y - explained, variance: variance.y)
      expect((likelihood / (first * second) - 1).magnitude, isBelow: 1e-9)
      for i in 0..<Self.size {
        for j in 0..<Self.size {
          expect((together.covariance[i, j] - apart.covariance[i, j]).magnitude, isBelow: 1e-9)
        }
        expect((together.mean[i] - apart.mean[i]).magnitude, isBelow: 1e-9)
      }
    }
  }

  /// A reading that is certainly wrong leaves mean and covariance alone; one that is certainly right is the plain update.
  @Test func aWrongReadingLeavesTheStateAlone() {
    var g = Generator(seed: 7)
    let h = row(&g)
    var state = random(&g)
    var before = Gaussian(size: Self.size)
    before.copy(state)
    _ = state.fuse(h, innovation: 1000, variance: 0.1, unless: Doubt(share: 0.02, density: 0.1))
    for i in 0..<Self.size {
      expect((state.mean[i] - before.mean[i]).magnitude, isBelow: 1e-9)
      for j in 0..<Self.size { expect((state.covariance[i, j] - before.covariance[i, j]).magnitude, isBelow: 1e-6) }
    }
    _ = state.fuse(
      h, row(&g), innovation: SIMD2(1e5, 0), variance: SIMD2(1, 1), unless: LevelDoubt(share: 0.02, variance: 1))
    #expect(state.mean[0].isFinite && (state.mean[0] - before.mean[0]).magnitude < 1e-6)
  }

  /// Mean and covariance after a doubtful reading are those of the two outcomes together.
  @Test func aDoubtfulReadingKeepsTheMomentsOfBothOutcomes() {
    var g = Generator(seed: 8)
    let h = row(&g)
    var state = random(&g), right = Gaussian(size: Self.size)
    var before = Gaussian(size: Self.size)
    before.copy(state)
    right.copy(state)
    let density = 0.05, share = 0.3
    let own = right.fuse(h, innovation: 1.5, variance: 0.4)
    let belief = (1 - share) * own / ((1 - share) * own + share * density)
    _ = state.fuse(h, innovation: 1.5, variance: 0.4, unless: Doubt(share: share, density: density))
    for i in 0..<Self.size {
      let mean = belief * right.mean[i] + (1 - belief) * before.mean[i]
      expect((state.mean[i] - mean).magnitude, isBelow: 1e-12)
      for j in 0..<Self.size {
        let square =
          belief * (right.covariance[i, j] + right.mean[i] * right.mean[j]) + (1 - belief)
          * (before.covariance[i, j] + before.mean[i] * before.mean[j])
        expect((state.covariance[i, j] + state.mean[i] * state.mean[j] - square).magnitude, isBelow: 1e-9)
      }
    }
  }
}
