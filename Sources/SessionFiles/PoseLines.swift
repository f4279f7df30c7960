public import Geodesy
public import Geometry
public import Samples
public import Text
public import Tracking

/// Poses as the lines of a trajectory, for `evo` and others: TUM's form (`timestamp tx ty tz qx qy qz qw`, with the recording's
/// times) or KITTI's (the first three rows of the matrix, without a time).
///
/// TUM's poses are of the body with x forward, y left, z up, in a level frame with z up (docs/files.md). KITTI's are as its own
/// truth: axes of a camera (x right, y down, z forward), relative to the first pose.
public struct PoseLines {
  public enum Form: String, CaseIterable, Sendable { case tum, kitti }
  /// The trajectory: on the Earth in meters east, north, up of an origin; in the scene, without the corrections; the truth.
  public enum Kind: String, CaseIterable, Sendable { case fused, odometry, truth }

  public private(set) var count = 0
  private let form: Form
  private let kind: Kind
  private let step: TimeSpan
  private var frames: SessionFrames?
  private var next = BootInstant(nanoseconds: .min)
  private var first: SessionFrames.Placed?

  public init(_ form: Form, _ kind: Kind, step: TimeSpan, origin: Geodetic?) {
    self.form = form
    self.kind = kind
    self.step = step
    frames = origin.map(SessionFrames.init)
  }

  /// The comment for the head of the file; KITTI's form has none.
  public mutating func start(_ buffer: inout TextBuffer) {
    guard form == .tum else { return }
    let frame =
      switch kind {
      case .odometry: "odom: the scene, z up"
      case .fused, .truth: "map: x east, y north, z up"
      }
    buffer.append(
      "# timestamp tx ty tz qx qy qz qw: s, m, unit quaternion of the body (x forward, y left, z up) in \(frame)\n")
    if kind != .odometry, let origin = frames?.origin {
      buffer.append(
        "# origin: latitude \(origin.latitude.value), longitude \(origin.longitude.value), height \(origin.height.value)\n"
      )
    }
  }

  /// Appends a pose if one is due and known; returns whether a line was written.
  public mutating func append(_ pose: TrackedPose, to buffer: inout TextBuffer) -> Bool {
    guard kind != .truth, pose.time >= next else { return false }
    guard let placed = kind == .odometry ? SessionFrames.inOdometry(pose) : frames?.inMap(pose) else { return false }
    // The times lie on a grid, so that thinning does not drift against the samples.
    next = next.nanoseconds == .min || pose.time - next > step ? pose.time + step : next + step
    write(placed, at: pose.time, &buffer)
    return true
  }

  public mutating func append(_ reference: Reference, to buffer: inout TextBuffer) -> Bool {
    guard kind == .truth, let placed = frames?.truth(reference) else { return false }
    write(placed, at: reference.time, &buffer)
    return true
  }

  private mutating func write(_ placed: SessionFrames.Placed, at time: BootInstant, _ buffer: inout TextBuffer) {
    count += 1
    switch form {
    case .tum:
      buffer.append(fixed: time.nanoseconds, decimals: 9)
      for value in [placed.position.x, placed.position.y, placed.position.z] { Self.field(value, 4, &buffer) }
      let q = placed.rotation
      for value in [q.x, q.y, q.z, q.w] { Self.field(value, 9, &buffer) }
    case .kitti:
      let start = first ?? placed
      first = start
      writeMatrix(placed, relativeTo: start, &buffer)
    }
  }

  private enum World: Frame {}
  private enum Robot: Frame {}

  /// T = C (T₀⁻¹ T) C⁻¹, with C from (forward, left, up) to the camera's (right, down, forward).
  private func writeMatrix(
    _ placed: SessionFrames.Placed, relativeTo start: SessionFrames.Placed, _ buffer: inout TextBuffer
  ) {
    func pose(_ placed: SessionFrames.Placed) -> Pose<Robot, World> {
      let q = placed.rotation
      return Pose(
        rotation: Rotation(x: q.x, y: q.y, z: q.z, w: q.w) ?? .aligned, position: Displacement(placed.position))
    }
    let relative = pose(start).inverse * pose(placed)
    let c = Matrix3(rows: SIMD3(0, -1, 0), SIMD3(0, 0, -1), SIMD3(1, 0, 0))
    let rotation = c * relative.rotation.matrix * c.transposed, position = c * relative.position.components
    for row in 0..<3 {
      for column in 0..<4 {
        if row + column > 0 { buffer.append(UInt8(ascii: " ")) }
        buffer.append(column < 3 ? rotation[row, column] : position[row], decimals: 9)
      }
    }
  }

  private static func field(_ value: Double, _ decimals: Int, _ buffer: inout TextBuffer) {
    buffer.append(UInt8(ascii: " "))
    buffer.append(value, decimals: decimals)
  }
}
