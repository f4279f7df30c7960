public import Geometry

/// The size of a label: as an angle, or in pixels of the screen on which it is drawn.
public enum LabelSize: Equatable, Sendable {
  case angle(width: Angle, height: Angle)
  case pixels(width: Pixels, height: Pixels)

  /// The allowed sizes. The limits of the angles are those of `label.width` and `label.height`.
  public static let widths = Degrees(0.1)...Degrees(90), heights = Degrees(0.1)...Degrees(45)
  public static let pixels = Pixels(1)...Pixels(10_000)

  /// False for a size of 0 or 360°, or one that is not a number.
  public var isAllowed: Bool {
    switch self {
    case .angle(let width, let height):
      Self.widths.contains(Degrees(width)) && Self.heights.contains(Degrees(height))
    case .pixels(let width, let height): Self.pixels.contains(width) && Self.pixels.contains(height)
    }
  }

  /// Returns the size as angles, within the allowed ones. `pixel` is the angle of one pixel in the middle of the screen:
  /// s pixels cover 2 atan(s tan(p)/2) with p = `pixel`.
  func angles(pixel: Angle) -> LabelAngles {
    switch self {
    case .angle(let width, let height): return LabelAngles(width: width.radians, height: height.radians)
    case .pixels(let width, let height):
      let tangent = pixel.tangent
      func angle(_ size: Pixels, _ range: ClosedRange<Degrees>) -> Double {
        let angle = Angle.radians(2 * atan2(size.value * tangent / 2, 1))
        return Angle.degrees(min(max(angle.degrees, range.lowerBound.value), range.upperBound.value)).radians
      }
      return LabelAngles(width: angle(width, Self.widths), height: angle(height, Self.heights))
    }
  }
}

/// The size of a label as angles, in radians.
struct LabelAngles: Equatable, Sendable {
  var width: Double
  var height: Double
}

extension SceneParameters {
  /// The size of a label that its place does not state.
  var labelAngles: LabelAngles { LabelAngles(width: labelWidth.radians, height: labelHeight.radians) }

  /// Returns the size of a place's label.
  func label(of place: Place) -> LabelAngles { place.label?.angles(pixel: labelPixel) ?? labelAngles }
}
