import Expectations
import Geodesy
import Geometry
import Samples
import Simulation
import Testing
import Text
import Tracking

@testable import SessionFiles

/// A short simulated walk with its poses.
enum Walk {
  static let session: (lines: [RecordingLine], poses: [TrackedPose], origin: Geodetic) = {
    var lines: [RecordingLine] = [], poses: [TrackedPose] = [], origin: Geodetic?
    var tracker = Tracker(profile: .head, parameters: TrackerParameters(profile: .head))
    do {
      try Simulation(Plan.straight.itinerary(.init()), seed: 3).run { line in
        lines.append(line)
        guard case .sample(var sample) = line else { return }
        sample = sample.quantized
        if case .fix(let fix) = sample, origin == nil {
          origin = Geodetic(latitude: fix.latitude, longitude: fix.longitude, height: fix.height ?? .zero)
        }
        if let pose = tracker.ingest(sample) { poses.append(pose) }
      }
    } catch {
      preconditionFailure("the built-in plan does not run: \(error)")
    }
    return (lines, poses, origin ?? Geodetic(latitude: Degrees(0), longitude: Degrees(0)))
  }()
}

@Suite struct SessionFrameTests {
  private enum A: Frame {}
  private enum B: Frame {}
  private enum C: Frame {}

  private func pose<From: Frame, To: Frame>(_ placed: SessionFrames.Placed) throws -> Pose<From, To> {
    let q = placed.rotation
    return Pose(
      rotation: try #require(Rotation(x: q.x, y: q.y, z: q.z, w: q.w)), position: Displacement(placed.position))
  }

  /// The transforms of a moment compose: scene in map after body in scene is body in map.
  @Test func theTransformsCompose() throws {
    let frames = SessionFrames(origin: Walk.session.origin)
    var compared = 0
    for tracked in stride(from: 0, to: Walk.session.poses.count, by: 500).map({ Walk.session.poses[$0] }) {
      guard let whole = frames.inMap(tracked), let scene = frames.sceneInMap(tracked) else { continue }
      let inScene: Pose<A, B> = try pose(SessionFrames.inOdometry(tracked)), ofScene: Pose<B, C> = try pose(scene)
      let composed = ofScene * inScene, direct: Pose<A, C> = try pose(whole)
      expect((composed.position - direct.position).norm.value, isBelow: 1e-6)
      expect((composed.rotation.inverse * direct.rotation).angle.degrees, isBelow: 1e-6)
      compared += 1
    }
    expect(compared, isAbove: 10)
  }

  /// The robot's x axis is the direction of view: its azimuth in the map is the heading.
  @Test func forwardIsTheHeading() throws {
    let frames = SessionFrames(origin: Walk.session.origin)
    let tracked = try #require(Walk.session.poses.last { $0.heading != nil && $0.place != nil })
    let inMap: Pose<A, B> = try pose(try #require(frames.inMap(tracked)))
    let forward = inMap.rotation(Direction<A>(1, 0, 0)), up = inMap.rotation(Direction<A>(0, 0, 1))
    let azimuth = Angle.arcTangent(forward.x, forward.y)
    expect(abs((azimuth - (try #require(tracked.heading))).wrapped.degrees), isBelow: 1e-6)
    expect(up.z, isAbove: 0.8)
    let left = inMap.rotation(Direction<A>(0, 1, 0))
    expect((cross(forward.components, left.components) - up.components).max(), isBelow: 1e-9)
  }

  @Test func theCovarianceIsSymmetricAndPositive() throws {
    let tracked = try #require(Walk.session.poses.last)
    let values = try #require(SessionFrames.covariance(tracked))
    for row in 0..<6 {
      expect(values[row * 6 + row], isAbove: 0)
      for column in 0..<6 { expect(abs(values[row * 6 + column] - values[column * 6 + row]), isBelow: 1e-12) }
    }
    // The turn to the map keeps the horizontal variance: that of the stated radius.
    let sigma = try #require(tracked.horizontalAccuracy).value / RadiusPerSigma.of68
    expect(abs((values[0] + values[7]) / (2 * sigma * sigma) - 1), isBelow: 1e-9)
  }

  // MARK: trajectories

  private func lines(_ form: PoseLines.Form, _ kind: PoseLines.Kind, step: Double = 0.1) -> [[Double]] {
    var lines = PoseLines(form, kind, step: TimeSpan(step), origin: Walk.session.origin), buffer = TextBuffer()
    lines.start(&buffer)
    for pose in Walk.session.poses where lines.append(pose, to: &buffer) { buffer.append(UInt8(ascii: "\n")) }
    for case .reference(let reference) in Walk.session.lines where lines.append(reference, to: &buffer) {
      buffer.append(UInt8(ascii: "\n"))
    }
    let rows = buffer.string.split(separator: "\n").filter { !$0.hasPrefix("#") }
    expect(rows.count, equals: lines.count)
    return rows.map { $0.split(separator: " ").compactMap { Double($0) } }
  }

  @Test func trajectoriesOfTUM() throws {
    let fused = lines(.tum, .fused), odometry = lines(.tum, .odometry), truth = lines(.tum, .truth)
    #expect(fused.count > 100 && odometry.count >= fused.count && truth.count > 10)
    for row in fused + odometry + truth {
      expect(row.count, equals: 8)
      expect(abs(row[4] * row[4] + row[5] * row[5] + row[6] * row[6] + row[7] * row[7] - 1), isBelow: 1e-6)
    }
    // The truth and the fused track are in one frame: they end within a receiver's error of each other.
    let end = try #require(truth.last), near = try #require(fused.min { abs($0[0] - end[0]) < abs($1[0] - end[0]) })
    expect(hypot(end[1] - near[1], end[2] - near[2]), isBelow: 15)
    #expect(zip(fused, fused.dropFirst()).allSatisfy { $0[0] < $1[0] })
  }

  @Test func trajectoriesOfKITTI() throws {
    let rows = lines(.kitti, .odometry)
    #expect(rows.allSatisfy { $0.count == 12 })
    let first = try #require(rows.first)
    for (index, value) in first.enumerated() { expect(abs(value - (index % 5 == 0 ? 1 : 0)), isBelow: 1e-9) }
    // A straight walk: the camera moves by its way, mostly along its view, which is z.
    let last = try #require(rows.last), way = (last[3] * last[3] + last[7] * last[7] + last[11] * last[11]).squareRoot()
    let tum = lines(.tum, .odometry), a = try #require(tum.first), b = try #require(tum.last)
    let length = ((b[1] - a[1]) * (b[1] - a[1]) + (b[2] - a[2]) * (b[2] - a[2]) + (b[3] - a[3]) * (b[3] - a[3]))
      .squareRoot()
    #expect(abs(way - length) < 1e-3 && last[11] > 0.8 * way, "\(way) \(length) \(last)")
  }
}
