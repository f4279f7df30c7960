import Geodesy
import Geometry
import Text

@testable import Wire

extension Examples {
  static func scenePlace(_ full: Bool) -> PlaceMessage {
    var place = PlaceMessage(
      layer: full ? "osm" : "", id: "node/1", name: "Caf\u{e9} \"<b>\"",
      position: Geodetic(latitude: Degrees(60.1), longitude: Degrees(24.9)))
    guard full else { return place }
    place.category = "cafe"
    place.heightKind = "sea-level"
    place.height = .metres(12.5)
    place.tags = ["outdoor"]
    place.payload = #"{"a":[1]}"#
    place.isFavourite = true
    place.radius = .metres(30)
    place.label = .pixels(width: 90, height: 30)
    place.moves = MotionMessage(velocity: Velocity(1, 2, -3), time: 5, sigmaGrowth: Speed(2), sigma: Length(3))
    place.status = PlacementReport("hidden", "cap")
    place.distance = .metres(120)
    return place
  }

  static func placement(_ full: Bool) -> PlacementMessage {
    var placement = PlacementMessage(.init(layer: "osm", id: "node/1"))
    placement.title = "Harbour"
    placement.band = "near"
    guard full else { return placement }
    placement.azimuth = .degrees(12)
    placement.distance = .metres(20)
    placement.sigma = SigmaReport(azimuth: .degrees(5), elevation: .degrees(1), distance: .metres(3))
    placement.count = 2
    placement.transition = ["appeared"]
    placement.screen = ScreenReport(.inside, x: 5, y: 7.5)
    placement.members = [.init(layer: "osm", id: "node/1"), .init(layer: "mine", id: "2")]
    placement.payload = #"{"a":[1]}"#
    placement.payloadBytes = 7000
    placement.orientation = Rotation(x: 0, y: 0.6, z: 0, w: 0.8)
    placement.size = 1.25
    placement.velocity = Velocity(1.5, 0.25, -2)
    placement.statedAt = 7_000_000_001
    return placement
  }

  static func anchor(_ full: Bool) -> AnchorMessage {
    var anchor = AnchorMessage(
      owner: "connection-1", id: "clock", kind: "head", payload: full ? "{}" : nil, status: PlacementReport("lost"))
    if full {
      anchor.placement = .init(
        azimuth: nil, elevation: .zero, distance: .metres(1), sigma: nil, point: .zero, scale: 1,
        screen: ScreenReport(.behind), orientation: Rotation(x: 0, y: 0.6, z: 0, w: 0.8))
      anchor.tags = ["art"]
    }
    return anchor
  }

  static let step = StepMessage(
    kind: "left", length: .metres(50), turn: .degrees(-90), instruction: "turn left", street: "Kauka")

  static func progress(_ full: Bool) -> ProgressMessage {
    var progress = ProgressMessage(revision: 3, currentStep: step)
    guard full else { return progress }
    progress.name = "Harbour"
    progress.status = "off-route"
    progress.remainingTime = .seconds(90)
    progress.horizontalAccuracy = .metres(4)
    progress.deviation = DeviationMessage(
      distance: .metres(30), rejoin: Geodetic(latitude: Degrees(60), longitude: Degrees(25)),
      rejoinLength: .metres(70), azimuth: .degrees(45))
    return progress
  }

  static func hint(_ full: Bool) -> HintMessage {
    var hint = HintMessage(
      kind: "turn", name: "", azimuth: .zero, elevation: .zero, distance: .metres(5), point: .zero)
    guard full else { return hint }
    (hint.bearing, hint.pitch, hint.angle) = (.degrees(170), .degrees(-3), .degrees(169))
    hint.screen = ScreenReport(.behind)
    hint.length = .metres(44)
    hint.step = step
    var cue = HintMessage.Cue(length: .metres(9), azimuth: .degrees(12), distance: .metres(4), point: .zero)
    (cue.bearing, cue.pitch, cue.angle) = (.degrees(1), .degrees(-20), .degrees(20))
    hint.cue = cue
    hint.border = .init(x: 0, y: 3, side: "left", right: -1, up: 0, hasChangedSide: false)
    return hint
  }

  static let line = LineMessage(
    width: .metres(1),
    vertices: [
      LineVertexMessage(
        number: -1, length: .metres(3), point: .zero, left: Displacement(-1, 0, 0), right: Displacement(1, 0, 0),
        screen: ScreenReport(.inside, x: 2, y: 3))
    ])
  static let arrow = ArrowMessage(
    number: 4, home: .metres(12), length: .metres(13), point: .zero, tangent: Direction(1, 0, 0),
    screen: ScreenReport(.outside, x: -3, y: 9))
  static let marker = MarkerMessage(
    kind: "dot", length: .metres(20), distance: .metres(8), point: .zero, screen: nil)
  static let finish = FinishMessage(
    distance: .metres(80), point: .zero, radius: .metres(1), diameter: 100, halfAngle: .degrees(5), textRise: 65,
    textAngle: .degrees(6), phase: 0.5, pulseScale: 1.1, opacity: 0.5, screen: ScreenReport(.inside, x: 1, y: 2))
  static let event = SceneEventMessage(
    kind: "announcement", code: "turn-now", time: 7, parameters: ["step": 1], english: "in 15 m turn left")
}

extension Examples {
  static let arrows = ArrowsMessage(
    phase: 0.25, azimuthSigma: .degrees(4), horizontalAccuracy: nil, status: PlacementReport("hidden", "stale"),
    arrows: [arrow])
  static let radar = RadarDiscMessage(
    range: .metres(500),
    marks: [
      RadarMessage(.init(layer: "a", id: "b"), x: 0.25, y: -0.5, isBeyond: false, band: "far", count: 2)
    ])
  static func framePose(_ isWhole: Bool) -> FramePoseMessage {
    let body = Pose<Body, Scene>(
      rotation: .aligned, position: Displacement(1, 2, 3))
    guard isWhole else { return FramePoseMessage(pose: body) }
    var alignment = FramePoseMessage.Alignment(
      yaw: .degrees(12), place: Geodetic(latitude: Degrees(48), longitude: Degrees(16), height: .metres(170)))
    (alignment.yawSigma, alignment.horizontalAccuracy) = (.degrees(3), .metres(4))
    return FramePoseMessage(
      pose: body, camera: Pose(rotation: .aligned, position: Displacement(1, 2.1, 3)), alignment: alignment)
  }
  static let light = LightMessage(azimuth: .degrees(120), elevation: .degrees(-3), daylight: "twilight")
  static var viewports: [ViewportMessage] {
    var wide = ViewportMessage(width: 1280, height: 720, optics: .fieldOfView(.degrees(60)))
    wide.mount = Pose(rotation: .aligned, position: Displacement(0.03, 0.01, -0.02))
    return [
      wide, ViewportMessage(width: 640, height: 480, optics: .pinhole(focalX: 500, focalY: 501, centre: nil)),
      ViewportMessage(
        width: 640, height: 480, optics: .pinhole(focalX: 500, focalY: 501, centre: .init(x: 320.5, y: 239))),
    ]
  }
}
