public import Geometry
public import Samples

/// The parameters for choosing places and laying out their labels (`PlaceBoard`, `Layout`).
public struct SceneParameters: Sendable {
  public init() {}

  // Choice of places
  public var radius = PlaceFilter.defaultRadius
  public var most = 60.0
  public var play = 0.01
  public var leastPlay = Length(0.25)
  public var hold = TimeSpan(0.5)
  public var near = Length(200)
  public var middle = Length(500)
  public var enter = Length(40)
  public var leave = Length(50)

  // Conditions for showing any place
  public var gateHeading = Angle.degrees(25)
  public var gateRadius = Length(25)
  public var gatePlay = 0.2

  // Clusters and label stacks
  public var clusterShare = 0.5
  public var clusterPlay = 0.1
  public var labelWidth = Angle.degrees(10)
  public var labelHeight = Angle.degrees(3)
  public var labelGap = 0.12
  public var slots = 6.0
  public var slotCost = 0.1
  public var slotPlay = 0.08
  public var hideCovered = 0.35
  public var showCovered = 0.15
  public var highest = Angle.degrees(80)

  // Distance at which places are drawn
  public var drawing = DrawingDistance.Mode.fall
  public var drawingBase = Length(10)
  public var drawingSlope = 0.001
  public var drawingShell = Length(20)

  /// Uncertainty (1 σ) of the eyes' height above the ground.
  public var eyeHeightSigma = Length(0.2)

  // Marks on a screen
  public var finishLargest = 0.25
  public var finishSmallest = 0.05
  public var finishNear = Length(50)
  public var finishFar = Length(2000)
  public var finishText = 0.15
  public var pulsePeriod = TimeSpan(1)
  public var pulseScale = 1.2
  public var pulseOpacity = 0.1
  public var uprightHold = Angle.degrees(5)
  public var hintBlend = Angle.degrees(20)
  public var hintPlay = Angle.degrees(10)
  public var pickMargin = Angle.degrees(0.5)

  public static let table = ParameterTable<SceneParameters>(places + layout).explained(by: effects)

  private static let places: [Parameter<SceneParameters>] = [
    .init(
      "places.radius", \.radius, in: PlaceFilter.leastRadius.value...PlaceFilter.mostRadius.value,
      "how far away places are shown"),
    .init("places.most", \.most, in: 1...500, "places shown at most, the nearest"),
    .init("places.play", \.play, in: 0...0.2, "part of its distance a place may move before its order is looked at"),
    .init("places.least_play", \.leastPlay, in: 0...10, "the same for near places"),
    .init(
      "places.hold", \.hold, in: 0...10, "how long one stays at least as it is: by itself or counted, lifted, covered"),
    .init("places.near", \.near, in: 1...100_000, "how far the near band reaches"),
    .init("places.middle", \.middle, in: 1...100_000, "how far the middle band reaches"),
    .init("places.enter", \.enter, in: 1...1000, "distance at which a place is reached"),
    .init("places.leave", \.leave, in: 1...1000, "distance at which it is left again"),
    .init(degrees: "places.gate_heading", \.gateHeading, in: 1...180, "accuracy of the heading that places wait for"),
    .init("places.gate_radius", \.gateRadius, in: 1...1000, "accuracy of the position (68 %) that they wait for"),
    .init("places.gate_play", \.gatePlay, in: 0...2, "part of either that may be lost again before they wait anew"),
    .init(
      "cluster.share", \.clusterShare, in: 0...10, "part of a place's distance within which others join it; 0 none"),
    .init("cluster.play", \.clusterPlay, in: 0...1, "part of that which they may be farther before they leave it"),
    .init(degrees: "label.width", \.labelWidth, in: 0.1...90, "how wide a label looks"),
    .init(degrees: "label.height", \.labelHeight, in: 0.1...45, "how high a label looks"),
    .init("label.gap", \.labelGap, in: 0...1, "free space around a label, as part of its size"),
    .init("stack.slots", \.slots, in: 1...20, "labels one above the other at most"),
    .init("stack.cost", \.slotCost, in: 0...1, "overlap that a label takes rather than to stand one higher"),
    .init("stack.play", \.slotPlay, in: 0...1, "how much better another slot must be"),
    .init("stack.hide", \.hideCovered, in: 0...1, "covered part at which a label is hidden"),
    .init("stack.show", \.showCovered, in: 0...1, "covered part at which it returns"),
    .init(degrees: "stack.highest", \.highest, in: 0...89, "elevation above which no label is lifted"),
    .init(
      "drawing.mode", \.drawing, "how far places are drawn: as far as they are, nearer with distance, or on a shell"),
    .init("drawing.base", \.drawingBase, in: 0.5...1000, "distance at which the falling one begins"),
    .init("drawing.slope", \.drawingSlope, in: 0...1, "drawn metres for each metre, beyond it"),
    .init("drawing.shell", \.drawingShell, in: 0.5...1000, "radius of the shell"),
    .init("eye.sigma", \.eyeHeightSigma, in: 0...10, "how well the eyes' height above the ground is known (1 σ)"),
  ]

  private static let layout: [Parameter<SceneParameters>] = [
    .init(
      "finish.largest", \.finishLargest, in: 0.001...2, "diameter of the near finish mark, as part of the viewport"),
    .init("finish.smallest", \.finishSmallest, in: 0.001...2, "diameter of the far one"),
    .init("finish.near", \.finishNear, in: 0...10_000, "distance up to which it is largest"),
    .init("finish.far", \.finishFar, in: 1...100_000, "distance from which it is smallest"),
    .init("finish.text", \.finishText, in: 0...5, "how far above its rim the distance is written, in diameters"),
    .init("finish.pulse", \.pulsePeriod, in: 0.1...60, "time of one pulse"),
    .init("finish.pulse_scale", \.pulseScale, in: 1...10, "size at the end of a pulse"),
    .init("finish.pulse_opacity", \.pulseOpacity, in: 0...1, "opacity at the end of a pulse"),
    .init(degrees: "upright.hold", \.uprightHold, in: 0.1...45, "how near zenith and nadir labels keep their turn"),
    .init(degrees: "hint.blend", \.hintBlend, in: 0.1...90, "how near straight behind a hint goes to the bottom edge"),
    .init(degrees: "hint.play", \.hintPlay, in: 0...45, "how far past straight behind a hint keeps its side"),
    .init(degrees: "pick.margin", \.pickMargin, in: 0...20, "how far beside a label one may point"),
  ]
}
