import Geometry

/// The body's axes from three guided moves, in the axes currently taken as the body's.
///
/// *Standing* gives the vertical line: the force, or its opposite if the accelerometer is reversed. *Nodding* turns about the
/// ears: about x, and at first downward, which is about −x. *Turning left* is about +y. So up is the force's line with the turn's
/// sign, right is the mean nodding axis made horizontal, and back is right × up.
///
/// The sensors alone cannot show whether the accelerometer is reversed: a force of the wrong sign turns with the body just as the
/// right one does (ḟ = −ω × f is linear in f), and so do the accelerations that come with it. Only a move of agreed sense shows
/// it: turning left is about +y for a gyroscope, whatever the accelerometer reads. A wearer who turned right would look reversed
/// too, so a finding of "reversed" asks for a fourth move, an ear to the left shoulder (about +z), and the gyroscope's three axes
/// must then be right-handed: x · (y × z) = +1.
struct AxesFit {
  /// Rotation from the axes currently taken as the body's to the body's axes.
  let turn: Rotation<Body, Body>
  let isReversed: Bool
  /// 1 σ of right about up, from the scatter of the nods; radians.
  let yawSigma: Double
  /// Angle of the nodding axes out of the horizontal, and of the turn's axis off the vertical; radians.
  let nodTilt: Double
  let turnTilt: Double
  /// Cosine between the fourth move's axis and back; nil if there was no fourth move.
  let lean: Double?

  /// `nods` are half nods in the order made, down and up. nil if the axes cannot be distinguished.
  init?(force: SIMD3<Double>, nods: [SIMD3<Double>], left: SIMD3<Double>, lean: SIMD3<Double>?) {
    guard let first = nods.first, length(force) > 0, length(left) > 0, length(first) > 0 else { return nil }
    let isReversed = dot(force, left) < 0
    let up = force / length(force) * (isReversed ? -1 : 1)
    // Down and up are on one line: each is weighted by its angle, with the sense of the first.
    var sum = SIMD3<Double>.zero, weight = 0.0
    for nod in nods {
      sum -= dot(nod, first) < 0 ? -nod : nod
      weight += length(nod)
    }
    let flat = sum - up * dot(sum, up)
    guard length(flat) > 0.5 * weight else { return nil }
    let right = flat / length(flat)
    let back = cross(right, up)
    guard let turn = Rotation<Body, Body>(Matrix3(rows: right, up, back)) else { return nil }
    self.turn = turn
    self.isReversed = isReversed
    // Scatter of the single nods' directions about up.
    var squares = 0.0
    for nod in nods {
      let off = atan2(dot(nod, back), dot(nod, right).magnitude) * (dot(nod, right) < 0 ? -1 : 1)
      squares += off * off
    }
    let count = Double(nods.count)
    yawSigma = (squares / max(1, count - 1) / count).squareRoot()
    nodTilt = asin(min(1, (dot(sum, up) / length(sum)).magnitude))
    turnTilt = acos(min(1, unitDot(left, up).magnitude))
    self.lean = lean.map { unitDot($0, back) }
  }

  /// Returns the nearest of the 24 orientations in which axes can match axes, and the angle to it.
  static func nearestCube(_ turn: Rotation<Body, Body>) -> (turn: Rotation<Body, Body>, angle: Angle) {
    var best = (turn: turn, angle: Angle.degrees(180))
    for cube in cubes {
      let angle = (cube.inverse * turn).angle
      if angle < best.angle { best = (cube, angle) }
    }
    return best
  }

  static let cubes: [Rotation<Body, Body>] = {
    var all: [Rotation<Body, Body>] = []
    for x in 0..<6 {
      for y in 0..<6 where y / 2 != x / 2 {
        var first = SIMD3<Double>.zero, second = SIMD3<Double>.zero
        first[x / 2] = x % 2 == 0 ? 1 : -1
        second[y / 2] = y % 2 == 0 ? 1 : -1
        if let turn = Rotation<Body, Body>(Matrix3(rows: first, second, cross(first, second))) { all.append(turn) }
      }
    }
    return all
  }()
}
