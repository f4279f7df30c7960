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
  public var at = Length(10)
  public var enter = Length(40)
  public var leave = Length(50)

  // Conditions for showing any place
  public var gateHeading = Angle.degrees(15)
  public var gateRadius = Length(25)
  /// Part by which either accuracy may become worse before places are hidden.
  static let gatePlay = 0.2
  public var vague = VagueThings.bands

  // Clusters and label stacks
  public var clusterShare = 0.5
  /// Part by which a place may be outside this radius before it leaves the cluster.
  static let clusterPlay = 0.1
  public var labelWidth = Angle.degrees(10)
  public var labelHeight = Angle.degrees(3)
  public var labelPixel = Angle.degrees(0.05)
  public var labelGap = 0.12
  public var slots = 6.0
  /// Overlap that a label accepts instead of being lifted by one slot.
  static let slotCost = 0.1
  /// Least improvement for a change of the slot, as an overlap.
  static let slotPlay = 0.08
  public var hideCovered = 0.35
  /// Covered part at which a hidden label is shown again.
  static let showCovered = 0.15
  /// Elevation above which no label is lifted.
  static let highest = Angle.degrees(80)

  // Distance at which places are drawn
  public var drawing = DrawingDistance.Mode.fall
  public var drawingBase = Length(10)
  public var drawingSlope = 0.001
  public var drawingShell = Length(20)

  // Places that move
  public var movingAge = TimeSpan(10)
  public var movingSigma = Length(25)

  /// Uncertainty of the eyes' height above the ground (1 σ).
  static let eyeHeightSigma = Length(0.2)

  // Marks on a screen
  public var finishLargest = 0.25
  public var finishSmallest = 0.05
  public var finishNear = Length(50)
  public var finishFar = Length(2000)
  public var finishText = 0.15
  public var hintBlend = Angle.degrees(20)
  /// Angle past straight behind up to which a hint keeps its side.
  static let hintPlay = Angle.degrees(10)

  public static let table = ParameterTable<SceneParameters>(places + layout)

  private static let places: [Parameter<SceneParameters>] = [
    .init(
      "places.radius", \.radius, in: PlaceFilter.leastRadius.value...PlaceFilter.mostRadius.value,
      "largest distance of places that are shown"),
    .init("places.most", \.most, in: 1...500, "largest number of places shown; the nearest are chosen"),
    .init(
      "places.play", \.play, in: 0...0.2, "change of a place's distance, as a part of it, below which the order stays"),
    .init(
      "places.least_play", \.leastPlay, in: 0...10, "change of distance below which the order of near places stays"),
    .init("places.hold", \.hold, in: 0...10, "least time between two changes of a label's cluster, slot or visibility"),
    .init("places.near", \.near, in: 1...100_000, "largest distance of the near band"),
    .init("places.middle", \.middle, in: 1...100_000, "largest distance of the middle band"),
    .init(
      "places.at", \.at, in: 1...1000,
      "least distance at which the wearer is at a place without a radius of its own; otherwise the position's accuracy"),
    .init("places.enter", \.enter, in: 1...1000, "distance at which a place is near enough to be announced"),
    .init("places.leave", \.leave, in: 1...1000, "distance at which a place is left again"),
    .init(degrees: "places.gate_heading", \.gateHeading, in: 1...180, "accuracy of the heading needed to show places"),
    .init("places.gate_radius", \.gateRadius, in: 1...1000, "accuracy of the position (68 %) needed to show places"),
    .init(
      "places.vague", \.vague,
      "what is drawn at a less accurate heading: bands of hint and finish, all things at their points, or nothing"),
    .init(
      "cluster.share", \.clusterShare, in: 0...10,
      "radius of a cluster, as a part of the distance of its nearest place; 0 for no clusters"),
    .init(degrees: "label.width", \.labelWidth, in: 0.1...90, "width of a label, as an angle"),
    .init(degrees: "label.height", \.labelHeight, in: 0.1...45, "height of a label, as an angle"),
    .init(
      degrees: "label.pixel", \.labelPixel, in: 0.001...5,
      "angle of a pixel, for labels with a size in pixels and frames without a viewport"),
    .init("label.gap", \.labelGap, in: 0...1, "free space around a label, as part of its size"),
    .init("stack.slots", \.slots, in: 1...20, "largest number of labels one above the other"),
    .init("stack.hide", \.hideCovered, in: 0...1, "covered part at which a label is hidden"),
    .init(
      "drawing.mode", \.drawing,
      "distance at which places are drawn: the true one, a smaller one for far places, or a shell"),
    .init("drawing.base", \.drawingBase, in: 0.5...1000, "distance above which mode fall draws places nearer"),
    .init("drawing.slope", \.drawingSlope, in: 0...1, "drawn distance per distance above drawing.base, with mode fall"),
    .init("drawing.shell", \.drawingShell, in: 0.5...1000, "radius of the shell, with mode shell"),
    .init("moving.age", \.movingAge, in: 0.1...60, "age at which the stated motion of a place is too old to draw it"),
    .init(
      "moving.sigma", \.movingSigma, in: 0.1...1000, "uncertainty (1 σ) at which a moving place is no longer drawn"),
  ]

  private static let layout: [Parameter<SceneParameters>] = [
    .init(
      "finish.largest", \.finishLargest, in: 0.001...2, "diameter of the near finish mark, as a part of the viewport"),
    .init(
      "finish.smallest", \.finishSmallest, in: 0.001...2, "diameter of the far finish mark, as a part of the viewport"),
    .init("finish.near", \.finishNear, in: 0...10_000, "distance up to which the finish mark is largest"),
    .init("finish.far", \.finishFar, in: 1...100_000, "distance from which the finish mark is smallest"),
    .init(
      "finish.text", \.finishText, in: 0...5, "height of the distance text above the finish mark's rim, in diameters"),
    .init(
      degrees: "hint.blend", \.hintBlend, in: 0.1...90,
      "angle from straight behind within which a hint moves to the bottom edge"),
  ]
}
