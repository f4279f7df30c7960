import Geodesy
import Geometry

/// A named plan: a motion worth testing, from the simplest up.
public enum Plan: String, CaseIterable, Sendable {
  case straight
  case outAndBack = "out-and-back"
  case cityBlocks = "city-blocks"
  case stairs
  case hills
  case lookAround = "look-around"
  case sideways
  case loop
  case around
  case gallery
  case errand
  case crowd
  case bicycle
  case bus
  case train
  case wheelchair
  case ride
  case circle
  case drive
  case benchRest = "bench-rest"
  case benchTurns = "bench-turns"
  case benchSides = "bench-sides"
  case benchNods = "bench-nods"

  /// One line for help.
  public var summary: String {
    switch self {
    case .straight: "walk 300 m straight on"
    case .outAndBack: "walk 150 m out, turn on the spot, and back"
    case .cityBlocks: "walk round city blocks with corners both ways and waits at crossings (about 9 minutes)"
    case .stairs: "walk in, climb two flights with a landing, walk, and down again"
    case .hills: "walk 700 m over hills (about 9 minutes)"
    case .lookAround: "stand and look around, for two minutes"
    case .sideways: "walk 300 m while looking to the right, to the left, and ahead"
    case .loop: "walk three times round a ring to the right, and three times to the left (walk.loop: its radius)"
    case .around: "walk about a thing 1-2 m away and look at it, for three minutes"
    case .gallery: "look at the pictures of a room, one after the other, for four minutes"
    case .errand: "walk 30-60 m, stop, look about for two minutes, 30 m another way, and again (about 6 minutes)"
    case .crowd: "stop and go among people, with side steps and half turns, for three minutes"
    case .bicycle: "ride a bicycle through a city, with stops (about 7 minutes; each seed is another rider and device)"
    case .bus: "walk to a bus, stand in it for four stops, and walk on (about 9 minutes; each seed is another device)"
    case .train:
      "walk to a train, stand in it for three stops, and walk on (about 8 minutes; each seed is another device)"
    case .wheelchair: "go round city blocks in a wheelchair (about 8 minutes; each seed is another chair and device)"
    case .ride: "ride through a city with stops and bends (about 8 minutes, hard acceleration)"
    case .circle: "drive in circles for a minute"
    case .drive: "drive 200 km over land (about 2 hours)"
    case .benchRest: "lie still on a bench for 10 minutes"
    case .benchTurns: "turn about every axis on the spot, with rests, for about 3 minutes"
    case .benchSides: "rest on the six sides of a box and on its twelve edges, for 4 minutes"
    case .benchNods: "stand still, nod, and turn to the left, twice"
    }
  }

  public func itinerary(_ parameters: SimulationParameters) -> Itinerary {
    let start = Geodetic(latitude: parameters.latitude, longitude: parameters.longitude, height: parameters.height)
    var plan = Itinerary(
      carrier: carrier, start: start, azimuth: parameters.azimuth,
      cruise: carrier == .vehicle ? parameters.cruisingSpeed * (self == .drive ? 2 : 1) : parameters.walkingSpeed)
    plan.steps = steps(loop: parameters.loopRadius.value)
    if let behaviour { plan.source = .person(behaviour) }
    return plan
  }

  /// Default settings of the plan. Indoors a receiver's velocity is no better than its positions. In a pocket and on wheels
  /// each seed is another device.
  public func parameters(carriedIn carrier: Itinerary.Carrier? = nil, seed: UInt64) -> SimulationParameters {
    var parameters = SimulationParameters(carriedIn: carrier, seed: seed)
    if isOnWheels { Equipment(isTelephone: carrier?.isClothing ?? false, seed: seed).apply(to: &parameters) }
    if behaviour != nil { parameters.receiver.velocityNoise = Speed(0.5) }
    if self == .hills { parameters.hillHeight = Length(20) }
    return parameters
  }

  /// Behavior of the simulated person, if the plan has one instead of steps.
  private var behaviour: Behaviour? {
    switch self {
    case .around: .around
    case .gallery: .gallery
    case .errand: .errand
    case .crowd: .crowd
    default: nil
    }
  }

  private var isOnWheels: Bool { itinerary(SimulationParameters()).isOnWheels }

  private var carrier: Itinerary.Carrier {
    switch self {
    case .bicycle, .bus, .train, .wheelchair: .head
    case .straight, .outAndBack, .cityBlocks, .stairs, .hills, .lookAround, .sideways, .loop: .head
    case .around, .gallery, .errand, .crowd: .head
    case .ride, .circle, .drive: .vehicle
    case .benchRest, .benchTurns, .benchSides, .benchNods: .bench
    }
  }

  private func steps(loop radius: Double) -> [Itinerary.Step] {
    switch self {
    case .straight: [stay(5), go(300), stay(3)]
    case .outAndBack: [stay(5), go(150), turn(180, radius: 0.4), stay(4), go(150), stay(3)]
    case .cityBlocks:
      [stay(5), go(85), turn(90, radius: 1.5), go(110), stay(12), go(14), turn(-90, radius: 1.5), go(95)]
        + [turn(-90, radius: 2), go(60), stay(8), go(60), turn(-35, radius: 4), go(45), turn(125, radius: 1.5)]
        + [go(120), turn(90, radius: 1.5), go(75), stay(3)]
    case .stairs:
      [stay(5), go(25), climb(2.9, over: 4.8), turn(180, radius: 0.7), climb(2.9, over: 4.8), go(20)]
        + [turn(180, radius: 0.6), go(20), climb(-2.9, over: 4.8), turn(-180, radius: 0.7), climb(-2.9, over: 4.8)]
        + [go(25), stay(3)]
    case .hills: [stay(5), go(250), turn(90, radius: 2), go(250), stay(20), turn(-60, radius: 2), go(200), stay(3)]
    case .lookAround: [.look(.about), stay(120)]
    case .sideways:
      [stay(5), .look(.aside(.degrees(70))), go(100), .look(.aside(.degrees(-70))), go(100), .look(.ahead), go(100)]
        + [stay(3)]
    case .loop: [stay(5), turn(360 * 3, radius: radius), go(30), turn(-360 * 3, radius: radius), stay(3)]
    case .around, .gallery, .errand, .crowd: []
    case .bicycle:
      [.board(.bicycle), stay(20), go(160), turn(90, radius: 8), go(300), stay(25), go(180), turn(-90, radius: 7)]
        + [
          go(350), turn(30, radius: 60), go(200), turn(-60, radius: 40), go(250), stay(15), go(300),
          turn(90, radius: 9),
        ]
        + [go(220), stay(20), go(150), stay(10)]
    case .bus:
      [stay(5), go(90), turn(-90, radius: 1.5), go(40), stay(30), .board(.bus), go(350), stay(20), go(240)]
        + [turn(90, radius: 14), go(330), stay(25), go(420), turn(-60, radius: 40), go(280), stay(18), go(450)]
        + [turn(-90, radius: 15), go(200), stay(15), .board(.feet), go(60), turn(90, radius: 1.5), go(80), stay(5)]
    case .train:
      [stay(5), go(60), turn(90, radius: 1.5), go(50), stay(40), .board(.train), go(900), stay(30), go(400)]
        + [turn(50, radius: 350), go(500), stay(30), go(1100), stay(15), .board(.feet), go(70), turn(-90, radius: 1.5)]
        + [go(90), stay(5)]
    case .wheelchair:
      [.board(.wheelchair), stay(10), go(85), turn(90, radius: 1.5), go(110), stay(15), go(14), turn(-90, radius: 1.5)]
        + [go(95), turn(-90, radius: 2), go(60), stay(20), go(60), turn(-35, radius: 4), go(45), stay(5)]
    case .ride:
      [stay(30), go(220), turn(90, radius: 14), go(340), stay(25), go(180), turn(-90, radius: 11), go(420)]
        + [turn(30, radius: 60), go(260), turn(-60, radius: 45), go(300), stay(18), go(500), turn(90, radius: 13)]
        + [go(240), turn(90, radius: 18), go(160), stay(40), go(380), turn(-90, radius: 12), go(200), stay(10)]
    case .circle: [stay(10), turn(Double(360 * 4), radius: 25), stay(5)]
    case .drive: overland
    case .benchRest: [stay(600)]
    case .benchTurns: benchTurns
    case .benchSides: benchSides
    case .benchNods: benchNods + benchNods
    }
  }

  /// Bends of every size between straights, up to 200 km in total.
  private var overland: [Itinerary.Step] {
    var steps: [Itinerary.Step] = [stay(20), go(2000)]
    var length = 2000.0, side = 1.0
    for i in 0... {
      let angle = 10 + Double(i * 37 % 50), radius = 300 + Double(i * 613 % 900),
        straight = 1500 + Double(i * 977 % 5000)
      steps += [turn(side * angle, radius: radius), go(straight)]
      length += angle * .pi / 180 * radius + straight
      side = -side
      if length > 198_000 { break }
    }
    return steps + [go(200_000 - length), stay(10)]
  }

  private var benchTurns: [Itinerary.Step] {
    var steps: [Itinerary.Step] = [stay(20)]
    for size in [45.0, 90, 170] {
      for axis in 0..<3 {
        for sign in [1.0, -1] {
          let angle = Angle.degrees(sign * size)
          let attitude = Attitude(
            heading: axis == 0 ? angle : .zero, elevation: axis == 1 ? angle : .zero, roll: axis == 2 ? angle : .zero)
          steps += [.hold(attitude, over: .seconds(1.5)), stay(1.5), .hold(level, over: .seconds(1.5)), stay(1)]
        }
      }
    }
    return steps + [stay(20)]
  }

  private var benchSides: [Itinerary.Step] {
    var steps: [Itinerary.Step] = []
    let sides = [(0.0, 0.0), (90, 0), (-90, 0), (0, 90), (0, -90), (0, 180)]
    let edges = [-45.0, 45].flatMap { (tilt: Double) -> [(Double, Double)] in
      [(tilt, 0), (tilt, 180), (tilt, 90), (tilt, -90), (0, tilt), (0, tilt * 3)]
    }
    for (elevation, roll) in sides + edges {
      let attitude = Attitude(heading: .zero, elevation: .degrees(elevation), roll: .degrees(roll))
      steps += [.hold(attitude, over: .seconds(2)), stay(10)]
    }
    return steps
  }
}

extension Plan {
  /// The moves of a calibration of the axes.
  private var benchNods: [Itinerary.Step] {
    var steps: [Itinerary.Step] = [stay(8)]
    for _ in 0..<6 {
      let down = Attitude(heading: .zero, elevation: .degrees(-35), roll: .zero)
      steps += [.hold(down, over: .seconds(0.8)), stay(0.4), .hold(level, over: .seconds(0.8)), stay(0.4)]
    }
    let left = Attitude(heading: .degrees(-90), elevation: .zero, roll: .zero)
    return steps + [stay(2), .hold(left, over: .seconds(2)), stay(8), .hold(level, over: .seconds(3))]
  }
}

private let level = Attitude(heading: .zero, elevation: .zero, roll: .zero)
private func go(_ metres: Double) -> Itinerary.Step { .go(.metres(metres), climbing: .zero) }
private func climb(_ rise: Double, over run: Double) -> Itinerary.Step { .go(.metres(run), climbing: .metres(rise)) }
private func turn(_ degrees: Double, radius: Double) -> Itinerary.Step {
  .turn(.degrees(degrees), radius: .metres(radius))
}
private func stay(_ seconds: Double) -> Itinerary.Step { .stay(.seconds(seconds)) }
