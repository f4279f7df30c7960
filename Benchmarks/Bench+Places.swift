import Geodesy
import Geometry
import Samples
import Scenery

/// The layout of places for a walker.
extension Bench {
  static func places() {
    let origin = Geodetic(latitude: Degrees(48.2), longitude: Degrees(16.37), height: Length(220))
    var generator = Generator(seed: 1, stream: "places")
    let town = (0..<100_000).map { index in
      Place(
        id: "openstreetmap:node/\(index)", name: "Place \(index)",
        position: origin.moved(
          by: .init(generator.uniform(in: -5000...5000), 0, generator.uniform(in: -5000...5000))),
        height: .ground(Length(generator.uniform(in: 1.6...9))))
    }
    let reference = ("tan of a number", measure(1000) { for number in 0..<1000 { consume(tan(Double(number))) } })
    func near(_ center: Geodetic, within radius: Double) -> [Place] {
      let plane = TangentPlane(origin: center)
      return town.filter {
        let way = plane.level($0.position)
        return hypot(way.x, way.z) <= radius
      }
    }

    func candidates(_ count: Int, within radius: Double) -> [Place] {
      (0..<count).map { index in
        Place(
          id: "place/\(index)", name: "\(index)",
          position: origin.moved(
            by: .init(generator.uniform(in: -radius...radius), 0, generator.uniform(in: -radius...radius))))
      }
    }
    let walk = (0..<1200).map { frame in
      Viewpoint(
        time: BootInstant(seconds: Double(frame) / 60), pose: Pose(rotation: .aligned, position: .zero),
        place: origin.moved(by: .init(0, 0, -1.4 * Double(frame) / 60)), yaw: .zero, yawSigma: .degrees(5),
        horizontalAccuracy: Length(5), verticalAccuracy: Length(5))
    }
    for (name, places) in [
      ("a frame, 20 places", candidates(20, within: 150)),
      ("a frame, of 1000 per km² near by", near(origin, within: 750)),
      ("a frame, 10 000 on one spot", (0..<10_000).map { Place(id: "\($0)", name: "", position: origin) }),
    ] {
      var board = PlaceBoard()
      consume(board.replace(with: places))
      for view in walk { board.update(view) }
      report(name, measure(walk.count, rounds: 3) { for view in walk { board.update(view) } }, beside: reference)
      let times = walk.map { view in
        let start = processorTime()
        board.update(view)
        return processorTime() - start
      }.sorted()
      figure("\(name), 99th percentile", times[times.count * 99 / 100] * 1e6, "µs")
      print("  median and 99th percentile \(percentiles(times)) µs, \(board.placements.count) shown")
    }
    // The places are replaced at every frame, which a walker needs only every hundred meters.
    var board = PlaceBoard()
    let found = near(origin, within: 600)
    let times = walk.map { view in
      let start = processorTime()
      consume(board.replace(with: found))
      board.update(view)
      return processorTime() - start
    }.sorted()
    print("  replaced and drawn in each: median and 99th percentile \(percentiles(times)) µs")
    hold(
      "a frame within 500 m, of 100 000 places over 100 km², p99", times[times.count * 99 / 100] * 1e3, atMost: 1, "ms")
  }

  private static func percentiles(_ sorted: [Double]) -> String {
    [sorted.count / 2, sorted.count * 99 / 100].map { rounded(sorted[$0] * 1e6, 1) }.joined(separator: ", ")
  }
}
