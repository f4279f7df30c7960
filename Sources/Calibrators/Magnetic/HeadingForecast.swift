import Geometry

/// Effect of a calibration's errors on the heading, over poses that a wearer takes: twelve headings, each with pitch and roll of
/// −30°, 0 and 30°. Root mean squares over the poses, the constant part included.
///
/// With the calibrated field off by e in the body, the heading is off by (R e) · east / H to first order; H is the horizontal
/// strength.
enum HeadingForecast {
  struct Pose: Sendable {
    var toLevel: Matrix3
    /// East of magnetic north in the body.
    var east: SIMD3<Double>
  }

  /// Poses in the level frame turned to magnetic north: x east, y up, z south.
  static let poses: [Pose] = {
    var poses: [Pose] = []
    let tilts = [-30.0, 0, 30]
    for heading in stride(from: 0.0, to: 360, by: 30) {
      for pitch in tilts {
        for roll in tilts {
          let turn =
            Rotation<Body, Body>(about: Direction(0, 1, 0), by: .degrees(-heading))
            * Rotation<Body, Body>(about: Direction(1, 0, 0), by: .degrees(pitch))
            * Rotation<Body, Body>(about: Direction(0, 0, 1), by: .degrees(roll))
          let matrix = turn.matrix
          poses.append(Pose(toLevel: matrix, east: matrix.transposed * SIMD3(1, 0, 0)))
        }
      }
    }
    return poses
  }()

  /// Returns the Earth's field in the body at a pose.
  static func field(_ pose: Pose, strength: Double, dip: Double) -> SIMD3<Double> {
    pose.toLevel.transposed * (SIMD3(0, -sin(dip), -cos(dip)) * strength)
  }

  /// Returns 1 σ of the heading, in radians. For the true field in the body, `change` gives the derivative of the calibrated
  /// field by each unknown.
  static func sigma(
    strength: Double, dip: Double, covariance: [[Double]], change: (SIMD3<Double>) -> [SIMD3<Double>]
  ) -> Double {
    let horizontal = max(1e-3, strength * cos(dip).magnitude)
    var sum = 0.0
    for pose in poses {
      let row = change(field(pose, strength: strength, dip: dip)).map { dot($0, pose.east) / horizontal }
      for i in row.indices {
        for j in row.indices { sum += row[i] * covariance[i][j] * row[j] }
      }
    }
    return (max(0, sum) / Double(poses.count)).squareRoot()
  }
}

extension MagneticFit {
  /// 1 σ of heading by the fit's own covariance, in radians.
  var headingSigma: Double {
    guard let matrix else { return .infinity }
    let turned = turn.matrix, s = symmetric
    return HeadingForecast.sigma(strength: strength, dip: dip, covariance: covariance) { u in
      let v = turned * u
      let columns = [
        SIMD3(v.x, 0, 0), SIMD3(0, v.y, 0), SIMD3(0, 0, v.z), SIMD3(v.y, v.x, 0), SIMD3(v.z, 0, v.x),
        SIMD3(0, v.z, v.y), s * SIMD3(0, -v.z, v.y), s * SIMD3(v.z, 0, -v.x), s * SIMD3(-v.y, v.x, 0),
        SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1),
      ]
      return columns.map { matrix * $0 }
    }
  }
}

extension MagneticFit {
  /// Returns the difference between the headings of two fits, root mean square over the poses, in radians.
  func headingDifference(to other: MagneticFit) -> Double {
    guard let matrix = other.matrix else { return .infinity }
    let forward = symmetric * turn.matrix
    var squares = 0.0
    for pose in HeadingForecast.poses {
      let raw = forward * HeadingForecast.field(pose, strength: strength, dip: dip) + offset
      let level = pose.toLevel * (matrix * (raw - other.offset))
      let angle = atan2(level.x, -level.z)
      squares += angle * angle
    }
    return (squares / Double(HeadingForecast.poses.count)).squareRoot()
  }

  /// Returns 1 σ of heading from leaving out one stretch of time after another (the block jackknife: H. R. Künsch, "The jackknife
  /// and the bootstrap for general stationary observations", Annals of Statistics 17(3), 1989). It includes errors that the
  /// covariance does not: lasting ones, as those of the orientation in vigorous motion and of a field that varies from place to
  /// place.
  func jackknifedHeadingSigma(_ readings: [KeptReadings.Reading], _ track: MotionTrack) -> Double {
    let blocks = 6, count = readings.count
    var squares = 0.0
    for block in 0..<blocks {
      let rest = readings.indices.filter { blocks * $0 / count != block }.map { readings[$0] }
      var fit = self
      guard fit.solve(rest, track, iterations: 4) else { return .infinity }
      let apart = headingDifference(to: fit)
      squares += apart * apart
    }
    return (squares * Double(blocks - 1) / Double(blocks)).squareRoot()
  }
}

extension MagneticStart {
  /// Returns 1 σ of heading by the linear estimate's covariance, in radians; needs the covariance.
  func headingSigma(strength: Double, dip: Double) -> Double {
    guard !covariance.isEmpty, let inverse = matrix.inverse else { return .infinity }
    return HeadingForecast.sigma(strength: strength, dip: dip, covariance: covariance) { u in
      let m = inverse * u + offset
      var rows = [SIMD3<Double>](repeating: .zero, count: 12)
      for axis in 0..<3 {
        for k in 0..<3 { rows[3 * axis + k][axis] = m[k] }
        rows[9 + axis][axis] = -1
      }
      return rows
    }
  }
}
