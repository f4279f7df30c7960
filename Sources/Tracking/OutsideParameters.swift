public import Geometry
public import Samples

/// Assumptions on the path that an outside tracker measures. 1 σ.
public struct OutsideParameters: Sendable {
  public init() {}

  public var interval = TimeSpan(0.3)
  public var noise = Length(0.01)
  public var noiseShare = 0.01

  public static let table = ParameterTable<OutsideParameters>([
    .init("outside.interval", \.interval, in: 0.02...10, "time over which an outside tracker's way is summed up"),
    .init("outside.noise", \.noise, in: 0...10, "error of such a stretch on each axis, however short"),
    .init("outside.noise_share", \.noiseShare, in: 0...1, "error of such a stretch as a share of its length"),
  ])
}
