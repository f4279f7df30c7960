import Geometry

/// Distance as a function of time: as fast as cruise speed, curves and brakes allow, with a halt at every stop.
///
/// The classic two passes over a grid of distances: v² may grow by 2aΔs forward (pulling away) and backward (braking), below
/// v ≤ `cruise` and v² |κ| ≤ `lateral` (κ the curvature). Acceleration is constant between grid points.
struct SpeedProfile: Sendable {
  private var distances: [Double] = []
  private var speeds: [Double] = []
  private var times: [Double] = []
  /// Start and end of each stop, in seconds.
  private(set) var stops: [(start: Double, end: Double)] = []
  var duration: Double { times.last ?? 0 }

  /// `limits` are those from a distance on, the first from the start; stops are (distance, seconds). Both are in order, and the
  /// motion begins and ends at rest.
  init(
    path: Path, limits: [(distance: Double, Conveyance.Limits)], stops: [(distance: Double, time: Double)]
  ) {
    let finest = limits.map { $0.1.cruise * $0.1.cruise / $0.1.acceleration / 50 }.min() ?? 1
    let step = min(1, max(0.02, finest))
    var grid: [Double] = [0]
    var halts: Set<Int> = [0]
    func extend(to distance: Double) {
      let from = grid[grid.count - 1]
      let count = Int(((distance - from) / step).rounded(.up))
      guard count > 0 else { return }
      for i in 1...count { grid.append(i == count ? distance : from + (distance - from) * Double(i) / Double(count)) }
    }
    for stop in stops {
      extend(to: stop.distance)
      halts.insert(grid.count - 1)
    }
    extend(to: path.length)
    halts.insert(grid.count - 1)

    var number = 0
    let limit = grid.map { distance -> Conveyance.Limits in
      while number + 1 < limits.count && limits[number + 1].distance <= distance { number += 1 }
      return limits[number].1
    }
    var squared = grid.indices.map { i -> Double in
      if halts.contains(i) { return 0 }
      let curvature = max(path.curvature(at: grid[i]).magnitude, path.curvature(at: grid[i] - 1e-6).magnitude)
      return min(limit[i].cruise * limit[i].cruise, curvature > 0 ? limit[i].lateral / curvature : .infinity)
    }
    for i in grid.indices.dropFirst() {
      squared[i] = min(squared[i], squared[i - 1] + 2 * limit[i - 1].acceleration * (grid[i] - grid[i - 1]))
    }
    for i in grid.indices.dropLast().reversed() {
      squared[i] = min(squared[i], squared[i + 1] + 2 * limit[i].acceleration * (grid[i + 1] - grid[i]))
    }

    var time = 0.0
    var pending = stops[...]
    for i in grid.indices {
      let speed = squared[i].squareRoot()
      if i > 0 {
        let mean = (speed + speeds[speeds.count - 1]) / 2
        if mean > 0 { time += (grid[i] - grid[i - 1]) / mean }
      }
      append(grid[i], speed, time)
      while let stop = pending.first, stop.distance <= grid[i] {
        self.stops.append((time, time + stop.time))
        time += stop.time
        append(grid[i], 0, time)
        pending.removeFirst()
      }
    }
  }

  private mutating func append(_ distance: Double, _ speed: Double, _ time: Double) {
    distances.append(distance)
    speeds.append(speed)
    times.append(time)
  }

  /// Returns the distance at a moment, clamped to the ends.
  func distance(at time: Double) -> Double {
    guard let last = times.last, let end = distances.last else { return 0 }
    if time <= 0 { return 0 }
    if time >= last { return end }
    var low = 0, high = times.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle } else { high = middle }
    }
    let span = times[high] - times[low]
    guard span > 0 else { return distances[low] }
    let x = time - times[low]
    let acceleration = (speeds[high] - speeds[low]) / span
    return min(distances[high], distances[low] + speeds[low] * x + 0.5 * acceleration * x * x)
  }

  /// Returns the time at which a distance is first reached.
  func time(at distance: Double) -> Double {
    var low = 0, high = distances.count - 1
    while low < high {
      let middle = (low + high) / 2
      if distances[middle] < distance { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return 0 }
    // by bisection on the monotone distance(at:)
    var early = times[low - 1], late = times[low]
    for _ in 0..<50 {
      let middle = (early + late) / 2
      if self.distance(at: middle) < distance { early = middle } else { late = middle }
    }
    return late
  }
}
