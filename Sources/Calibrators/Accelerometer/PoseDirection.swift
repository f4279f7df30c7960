import Geometry

/// One of the eighteen ways to lay a device down for calibrating its accelerometer: on its six faces, and half-way between two of
/// them (twelve ways). The faces show offset and scale, the others how the axes lean towards one another.
struct PoseDirection: Equatable, Sendable {
  /// Direction of up in the body, each component −1, 0 or 1.
  let up: SIMD3<Double>
  let name: String

  var unit: SIMD3<Double> { up / dot(up, up).squareRoot() }
  var isFace: Bool { dot(up, up) == 1 }

  private static func face(_ axis: Int, _ sign: Double) -> String {
    switch (axis, sign > 0) {
    case (0, true): "left side down"
    case (0, false): "right side down"
    case (1, true): "top edge up"
    case (1, false): "top edge down"
    case (2, true): "screen up"
    default: "screen down"
    }
  }

  static let faces: [Self] = [(2, 1.0), (2, -1), (1, 1), (1, -1), (0, 1), (0, -1)].map { axis, sign in
    var up = SIMD3<Double>.zero
    up[axis] = sign
    return Self(up: up, name: face(axis, sign))
  }

  /// Opposite edges of one plane never follow each other, so that six in a row cover all three planes.
  static let edges: [Self] = [
    (1, 1.0, 2, 1.0), (0, 1, 2, 1), (0, 1, 1, 1), (1, 1, 2, -1), (0, -1, 2, 1), (0, -1, 1, 1),
    (1, -1, 2, 1), (0, 1, 2, -1), (0, 1, 1, -1), (1, -1, 2, -1), (0, -1, 2, -1), (0, -1, 1, -1),
  ].map { first, firstSign, second, secondSign in
    var up = SIMD3<Double>.zero
    up[first] = firstSign
    up[second] = secondSign
    return Self(up: up, name: "half-way between \(face(first, firstSign)) and \(face(second, secondSign))")
  }

  static let all = faces + edges

  /// Returns the index in `all` of the nearest of the eighteen.
  static func nearest(to direction: SIMD3<Double>) -> Int {
    var best = 0, most = -Double.infinity
    for (i, pose) in all.enumerated() {
      let cosine = dot(pose.unit, direction)
      if cosine > most { (best, most) = (i, cosine) }
    }
    return best
  }

  /// Instruction for the wearer, such as "lay it still with its screen up".
  var instruction: String {
    isFace ? "lay it still with its \(name)" : "lean it still against something, \(name)"
  }
  /// Code for programs, such as `screen-up`.
  var code: String { String(name.map { $0 == " " ? "-" : $0 }) }
}
