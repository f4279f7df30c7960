public import Geometry
import Samples

/// The uncertainty of a thing's apparent position: 1 σ of each component.
///
/// With σ = r/1.515 the position's error along each axis, r its radius (68 %), d the level distance, ε the elevation, s the
/// slant distance and v the height's 1 σ:
///
///     azimuth²   = yaw² + atan²(σ/d)
///     elevation  = atan(√(σ² sin²ε + v² cos²ε)/s)
///     distance²  = σ² cos²ε + v² sin²ε
///
/// The errors of yaw and position count as independent. An unknown error counts as infinite.
public struct Uncertainty: Equatable, Sendable {
  /// At most 180°.
  public var azimuth: Angle
  /// At most 90°.
  public var elevation: Angle
  /// nil instead of an infinite value.
  public var distance: Length?

  /// The uncertainty of a thing seen at an offset from the eyes.
  public init(
    of offset: Displacement<Level>, yaw: Angle?, horizontalAccuracy: Length?, heightSigma: Length?
  ) {
    let level = hypot(offset.x, offset.z), slant = offset.norm.value
    guard let radius = horizontalAccuracy?.value, radius.isFinite, slant > 0 else {
      (azimuth, elevation, distance) = (.degrees(180), .degrees(90), nil)
      return
    }
    let σ = radius / RadiusPerSigma.of68
    let sine = offset.y / slant, cosine = level / slant
    let aside = atan2(σ, level)
    azimuth = yaw.map { .radians(min(.pi, hypot($0.radians, aside))) } ?? .degrees(180)
    guard let v = heightSigma?.value, v.isFinite else {
      elevation = .degrees(90)
      distance = sine == 0 ? .metres(σ) : nil
      return
    }
    elevation = .radians(atan2(hypot(σ * sine, v * cosine), slant))
    distance = .metres(hypot(σ * cosine, v * sine))
  }

  /// The uncertainty of a place seen from a viewpoint. For a place at the eyes' own height the height error is zero by
  /// definition; for a place on the wearer's ground it is the uncertainty of the eyes' height above the ground.
  /// `more` is 1 σ of the place's own position along each axis, if it moves.
  init(
    of offset: Displacement<Level>, _ height: HeightPolicy, from view: Viewpoint, _ parameters: SceneParameters,
    more: Length? = nil
  ) {
    let sigma: Length? =
      switch height {
      case .eye: .zero
      case .ground: SceneParameters.eyeHeightSigma
      case .ellipsoid: view.verticalAccuracy
      case .seaLevel: view.geoidSeparation == nil ? SceneParameters.eyeHeightSigma : view.verticalAccuracy
      }
    guard let more, more > .zero else {
      self.init(
        of: offset, yaw: view.yawSigma, horizontalAccuracy: view.horizontalAccuracy, heightSigma: sigma)
      return
    }
    // The errors of the wearer and of the place are independent.
    let radius = view.horizontalAccuracy.map { Length(hypot($0.value, more.value * RadiusPerSigma.of68)) }
    let isLevel = height == .eye
    self.init(
      of: offset, yaw: view.yawSigma, horizontalAccuracy: radius,
      heightSigma: isLevel ? sigma : sigma.map { Length(hypot($0.value, more.value)) })
  }
}
