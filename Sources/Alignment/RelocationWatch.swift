public import Geodesy
public import Geometry
import Samples

/// Whether the place has to be given up: several good fixes in a row that agree with each other, by the way walked between them,
/// and not with the place believed. A start on fixes that are kilometres off ends so, a lift, a ferry, a receiver that was lost.
///
/// A filter that knows its fixes as slow and honest trusts one far off the less the farther it is, and would need hundreds. One
/// wild fix, or some that are wild each in its own way, give up nothing. Nothing is said of the heading: it is kept.
public struct RelocationWatch: Sendable {
  private struct Dissent: Sendable {
    var plane: TangentPlane
    var radius: Double
    var position: Displacement<Scene>
  }
  private let parameters: RelocationParameters
  private var dissents: [Dissent] = []
  public private(set) var count = 0

  public init(_ parameters: RelocationParameters) { self.parameters = parameters }

  public mutating func clear() { dissents.removeAll(keepingCapacity: true) }

  /// Takes a fix with its 68 % radius and the wearer's position in the scene, and what is believed of the place and its yaw.
  /// Says whether to give the place up for what this fix and those before it say.
  public mutating func take(
    _ place: Geodetic, radius: Length, position: Displacement<Scene>, believed: Geodetic?, accuracy: Length?, yaw: Angle
  ) -> Bool {
    guard let believed, let accuracy, radius <= parameters.radius else { return false }
    let plane = TangentPlane(origin: place)
    let far = plane.level(believed)
    guard hypot(far.x, far.z) > parameters.distance.value + parameters.factor * (accuracy.value + radius.value) else {
      clear()
      return false
    }
    let turn = Rotation<Scene, Level>.yaw(yaw)
    dissents.removeAll { other in
      let apart = other.plane.level(place) - turn(position - other.position)
      let way = (position - other.position).norm.value
      return hypot(apart.x, apart.z) > 2 * (other.radius + radius.value) + 5 + 0.5 * way
    }
    dissents.append(Dissent(plane: plane, radius: radius.value, position: position))
    guard Double(dissents.count) >= parameters.agreeing else { return false }
    clear()
    count += 1
    return true
  }
}
