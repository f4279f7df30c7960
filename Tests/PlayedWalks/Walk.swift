import Foundation
import Geodesy
import Geometry
import Samples
import Simulation
public import TestSupport
import Testing
import Text
import Tracking

/// A recording as lines.
public struct Walk: Sendable {
  public var lines: [String]

  /// The beginning of a simulated walk.
  public init(lines: [String]) { self.lines = lines }

  public static func simulated(seconds: Double) throws -> Walk {
    let parameters = SimulationParameters()
    var lines: [String] = []
    var session = SimulatedSession(Simulation(Plan.cityBlocks.itinerary(parameters), parameters: parameters))
    while let line = try session.next() {
      guard case .sample(let sample) = line else { continue }
      if sample.time.nanoseconds > Int64(seconds * 1e9) { break }
      var buffer = TextBuffer()
      buffer.append(line: line)
      lines.append(String(buffer.string.dropLast()))
    }
    return Walk(lines: lines)
  }

  /// The walk with empty fields in its fixes.
  public func without(fields: Set<Int>) -> Walk {
    Walk(
      lines: lines.map { line in
        guard line.hasPrefix("P") else { return line }
        let parts = line.split(separator: ",", omittingEmptySubsequences: false)
        return parts.enumerated().map { fields.contains($0.offset) ? "" : String($0.element) }.joined(separator: ",")
      })
  }

  public func write(to scratch: Scratch, as name: String) throws -> String {
    try scratch.write("gnomon-recording,1\n" + lines.map { $0 + "\n" }.joined(), to: name)
  }

  /// The rate of each gyroscope sample from a time on, in seconds, and the pose after it.
  func poses(from first: Double = 0) -> [(rate: SIMD3<Double>, pose: TrackedPose?)] {
    var tracker = Tracker(profile: .hand, parameters: TrackerParameters(profile: .hand)), door = Door()
    var poses: [(rate: SIMD3<Double>, pose: TrackedPose?)] = [], latest: TrackedPose?
    for line in lines {
      var parser = LineParser(), text = line
      guard case .line(.sample(var sample)) = text.withUTF8({ parser.parse($0) }) else { continue }
      guard sample.time.nanoseconds >= Int64(first * 1e9), door.admit(&sample) == nil else { continue }
      if let pose = tracker.ingest(sample) { latest = pose }
      if case .gyroscope(let sample) = sample { poses.append((sample.rate.components, latest)) }
    }
    return poses
  }

  /// The largest differences of the poses from those of the recording, in degrees and meters, sample by sample.
  public func differences(
    from walk: Walk
  ) throws -> (angle: Double, place: Double, count: Int) {
    // The recording from the first sample on that was passed on: what came before was only looked at.
    func force(_ line: String) -> [Double] {
      line.hasPrefix("A") ? line.split(separator: ",").dropFirst(2).compactMap { Double($0) } : []
    }
    let first = try #require(lines.lazy.map(force).first { !$0.isEmpty })
    let line = try #require(
      walk.lines.first { line in
        let given = force(line)
        return !given.isEmpty && zip(given, first).allSatisfy { abs($0 - $1) < 1e-6 }
      })
    let start = try #require(Double(line.split(separator: ",")[1]))
    let reference = walk.poses(from: start - 0.0025)
    var angle = 0.0, place = 0.0, count = 0, next = 0
    for a in poses() {
      // The same sample: some of the recording may be missing.
      while next < reference.count, !Self.isSame(reference[next].rate, a.rate) { next += 1 }
      guard next < reference.count else { break }
      let b = reference[next]
      next += 1
      guard let a = a.pose, let b = b.pose else { continue }
      count += 1
      angle = max(angle, (a.pose.rotation.inverse * b.pose.rotation).angle.degrees)
      guard let here = a.place else { continue }
      // A fix that comes some samples later moves the place as much later.
      let near = reference[max(0, next - 21)..<min(reference.count, next + 20)].compactMap(\.pose?.place)
      place = max(place, near.map { Self.distance(here, $0) }.min() ?? 0)
    }
    return (angle, place, count)
  }

  /// Meters, at the latitude of the walk.
  private static func distance(_ a: Geodetic, _ b: Geodetic) -> Double {
    let north = (a.latitude.value - b.latitude.value) * 111_200
    let east = (a.longitude.value - b.longitude.value) * 74_000
    return (north * north + east * east).squareRoot()
  }

  /// phyphox rounds to eight digits.
  private static func isSame(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Bool {
    let d = a - b
    return (d * d).sum() < 1e-14
  }
}
