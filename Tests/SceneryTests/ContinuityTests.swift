import CAllocations
import Expectations
import Geodesy
import Geometry
import Samples
import Scenery
import Testing

/// A walk through a town at 1.4 m/s with a head that turns and bobs, at 60 Hz, and noise in every input.
@Suite struct ContinuityTests {
  let town = Neighbourhood()

  private func places(_ generator: inout Generator, _ count: Int, within radius: Double) -> [Place] {
    (0..<count).map { index in
      let height = HeightPolicy.ground(.metres(generator.uniform(in: 1.6...9)))
      return town.place(
        "\(index)", generator.uniform(in: -radius...radius), generator.uniform(in: -radius...radius), height)
    }
  }

  /// Position of the walker at a time, without noise: straight north, past everything.
  private func walk(_ seconds: Double) -> (east: Double, north: Double) {
    (0.3 * sin(seconds / 3), -80 + 1.4 * seconds)
  }

  private func turning(_ seconds: Double) -> Rotation<Body, Scene> {
    head(azimuth: 60 * sin(seconds), elevation: 15 * sin(1.7 * seconds), roll: 5 * sin(2.3 * seconds))
  }

  /// 5 cm of noise in every frame, and a slow error in addition. A status that returns within a second has flickered.
  @Test(arguments: 1...12 as ClosedRange<UInt64>) func nothingFlickers(seed: UInt64) {
    var generator = Generator(seed: seed)
    var board = board(places(&generator, 400, within: 350))
    var history: [String: [(status: PlacementStatus, time: Double)]] = [:]
    var slots: [String: [(slot: Int, time: Double)]] = [:]
    var changes = 0
    let window = 0.49
    var flickers: [String] = []
    for frame in 0..<3600 {
      let time = Double(frame) / 60, at = walk(time)
      let east = at.east + 0.05 * generator.gaussian(), north = at.north + 0.05 * generator.gaussian()
      board.update(town.view(east, north, yaw: 0.2 * generator.gaussian(), time: time))
      guard frame > 0 else { continue }
      for change in board.changes {
        changes += 1
        var own = history[change.id] ?? []
        if own.contains(where: { $0.status == change.new && time - $0.time < window }) {
          flickers.append("\(change.id) \(change.new) \(time)")
        }
        if let old = change.old { own.append((old, time)) }
        history[change.id] = own
      }
      for placement in board.placements {
        // The slots of the last seconds, and the present one.
        var own = placement.transition.contains(.appeared) ? [] : slots[placement.id] ?? []
        if let now = own.last, now.slot != placement.slot {
          if own.dropLast().contains(where: { $0.slot == placement.slot && time - $0.time < window }) {
            flickers.append("\(placement.id) slot \(placement.slot) \(time)")
          }
          own[own.count - 1].time = time
          own.append((placement.slot, time))
        } else if own.isEmpty {
          own.append((placement.slot, time))
        }
        slots[placement.id] = own
      }
    }
    let count = flickers.count
    expect(count, equals: 0, "\(flickers.count) in \(changes): \(flickers.prefix(8))")
    // There were many changes on the walk, so the test has compared something.
    expect(changes, isAbove: 50)
  }

  /// On a screen that turns with the head, a label moves between two frames no farther than by the motion of head and walker, and
  /// 0.1°.
  @Test(arguments: 11...13 as ClosedRange<UInt64>) func nothingMovesByItself(seed: UInt64) throws {
    var generator = Generator(seed: seed)
    let places = places(&generator, 120, within: 200)
    var board = board(places)
    var last: [String: (drawn: Direction<Scene>, true: Direction<Scene>)] = [:]
    var worst = 0.0, compared = 0, moves = 0
    for frame in 0..<3600 {
      let time = Double(frame) / 60, at = walk(time)
      let view = town.view(at.east, at.north, yaw: 20, time: time, rotation: turning(time))
      board.update(view)
      var now: [String: (drawn: Direction<Scene>, true: Direction<Scene>)] = [:]
      for placement in board.placements {
        let inDisplay = try #require(view.pose.inverse(placement.point).direction)
        // The true direction of the place, by plane geometry: east and north in meters, the scene turned by 20°.
        let own = metres(to: board.places[placement.index].position, from: at)
        let azimuth = atan2(own.east, own.north) - 20 * .pi / 180
        let level = (own.east * own.east + own.north * own.north).squareRoot()
        let seen = Displacement<Scene>(level * sin(azimuth), placement.offset.y, -level * cos(azimuth))
        let truth = try #require(seen.direction)
        now[placement.id] = (view.pose.rotation(inDisplay), truth)
        guard let before = last[placement.id] else {
          #expect(placement.transition.contains(.appeared))
          continue
        }
        if placement.transition.contains(.slot) {
          moves += 1
          continue
        }
        // On the display: the position after the turn of the head alone, and the motion of the place by the walk.
        let expected = view.pose.rotation.inverse(before.drawn)
        worst = max(worst, inDisplay.angle(to: expected).degrees - truth.angle(to: before.true).degrees)
        compared += 1
      }
      last = now
    }
    expect(worst, isBelow: 0.1, "\(worst)° by itself")
    #expect(compared > 10_000 && moves > 0)
  }

  private func metres(to position: Geodetic, from: (east: Double, north: Double)) -> (east: Double, north: Double) {
    // The inverse of the neighborhood's own formula, by two of its points.
    let unit = town.position(1, 1)
    let north = (position.latitude.value - town.latitude) / (unit.latitude.value - town.latitude)
    let width = cos((town.latitude + position.latitude.value) / 2 * .pi / 180) / cos(town.latitude * .pi / 180)
    let east = (position.longitude.value - town.longitude) / (unit.longitude.value - town.longitude) * width
    return (east - from.east, north - from.north)
  }

  @Test func aFrameAllocatesNothingOnceItIsWarm() {
    var generator = Generator(seed: 5)
    var board = board(places(&generator, 800, within: 450))
    // Ids that are long enough to be on the heap.
    var named = board.places
    for index in named.indices { named[index].id = "openstreetmap:node/\(index)" }
    _ = board.replace(with: named)
    var views: [Viewpoint] = []
    for frame in 0..<1200 {
      let at = walk(Double(frame) / 60)
      views.append(
        town.view(at.east, at.north, time: Double(frame) / 60, rotation: turning(Double(frame) / 60)))
    }
    for view in views { board.update(view) }
    let before = allocations_of_this_thread()
    for view in views { board.update(view) }
    expect(allocations_of_this_thread() - before, equals: 0)
  }
}
