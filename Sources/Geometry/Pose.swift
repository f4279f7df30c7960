/// The position and rotation of one frame in another: a point p in `From` is `rotation(p) + position` in `To`.
@frozen public struct Pose<From: Frame, To: Frame>: Equatable, Sendable {
  public var rotation: Rotation<From, To>
  /// The origin of `From`, in `To`.
  public var position: Displacement<To>

  @inlinable public init(rotation: Rotation<From, To>, position: Displacement<To>) {
    self.rotation = rotation
    self.position = position
  }

  @inlinable public static var aligned: Self { Self(rotation: .aligned, position: .zero) }

  @inlinable public func callAsFunction(_ point: Displacement<From>) -> Displacement<To> {
    rotation(point) + position
  }

  @inlinable public var inverse: Pose<To, From> {
    let back = rotation.inverse
    return .init(rotation: back, position: -back(position))
  }

  @inlinable public static func * <Start: Frame>(second: Self, first: Pose<Start, From>) -> Pose<Start, To> {
    .init(rotation: second.rotation * first.rotation, position: second(first.position))
  }

  /// Returns a pose between this and another: the position linear, the rotation by slerp.
  @inlinable public func interpolated(to other: Self, fraction: Double) -> Self {
    Self(
      rotation: rotation.interpolated(to: other.rotation, fraction: fraction),
      position: position + (other.position - position) * fraction)
  }
}
