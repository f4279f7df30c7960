public import Geodesy
public import Geometry
public import Samples

/// Detection of a wrong place: several consecutive good fixes that agree with each other, given the path walked between them, and
/// contradict the estimated place. This ends a start on fixes that were kilometers off, and follows a lift, a ferry, or a
/// receiver that was lost.
///
/// A filter that models fixes as slow and honest gives less weight to a fix the farther off it is, and would need hundreds. One
/// wild fix, or several that do not agree, change nothing. The heading is not affected.
public struct RelocationWatch: Sendable {
  private struct Dissent: Sendable {
    var plane: TangentPlane
    var radius: Double
    var position: Displacement<Scene>
    var held: BootInstant
  }
  private let parameters: RelocationParameters
  private var dissents: [Dissent] = []
  public private(set) var count = 0
  /// The fixes that last replaced the place.
  public private(set) var agreeing: CorrectionGrounds.Readings?

  public init(_ parameters: RelocationParameters) { self.parameters = parameters }

  public mutating func clear() { dissents.removeAll(keepingCapacity: true) }

  /// Ingests a fix with its 68 % radius, the wearer's position in the scene at the moment it was valid, and the present place, its
  /// accuracy and the yaw.
  /// True if the place has to be replaced by that of this fix and those before it.
  public mutating func ingest(
    _ place: Geodetic, radius: Length, position: Displacement<Scene>, held: BootInstant, believed: Geodetic?,
    accuracy: Length?, yaw: Angle
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
    dissents.append(Dissent(plane: plane, radius: radius.value, position: position, held: held))
    guard Double(dissents.count) >= parameters.agreeing else { return false }
    agreeing = CorrectionGrounds.Readings(dissents.count, from: dissents[0].held, to: held)
    clear()
    count += 1
    return true
  }
}
