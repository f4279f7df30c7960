import Alignment
import Calibrators
import CommandParts
import Odometry
import Scenery
import Wire

/// The page on frames, units, and gnomon's words for states, reasons and codes.
enum CodesPage {
  static let page: ManualPage = {
    var page = ManualPage("gnomon", 7, "frames, units, states, reasons and codes")
    page.section("Frames")
    page.item(
      ManualPage.bold("body"),
      "Of the device: x right, y up, z back, toward the wearer; forward is −z. Samples and recordings are in it.")
    page.item(
      ManualPage.bold("scene"),
      """
      y up, in metres, right-handed; x east and z south as believed when the scene began. `scene_heading` says by what: \
      `compass`, `given` or `remembered`; `magnetic`: −z is magnetic north; `none`: −z is where the wearer faced. It never turns, \
      and motion in it is continuous. It is tied to the Earth by the \
      alignment: true azimuth = scene azimuth + yaw, and a place on Earth for a point of the scene. A new `scene_id` says \
      that what \
      was placed in the old one is lost.
      """)
    page.item(
      ManualPage.bold("level"),
      "x true east, y up, z true south at the wearer's place: the scene without its heading error.")
    page.item(
      ManualPage.bold("Earth"),
      "WGS 84 latitude and longitude in degrees; heights are above the ellipsoid unless it is said.")
    page.paragraph(
      "A rotation or pose turns coordinates from the first frame it is named after into the second. Quaternions are x, y, z, w."
    )
    page.section("Units")
    page.paragraph(
      """
      SI, unless a name says otherwise (`heading_deg`, `rate_hz`, `field_ut`). Headings and yaws are degrees clockwise seen from \
      above, headings from true north. `time_boot_ns` is CLOCK_BOOTTIME in nanoseconds, the clock of samples, recordings and \
      poses; \
      `time_utc_ns` is civil time, once a receiver has told it.
      """)
    page.section("Accuracy")
    page.paragraph(
      """
      Every accuracy that is published is a 68 % figure: of the heading 1 σ, of the place the radius within which it lies twice in \
      three times, of the height half its interval. Receivers and gpsd state 95 % figures, and recordings hold those as they came. \
      No number goes without its validity: what is not known is null or left out, and the states say how far the rest \
      can be trusted.
      """)
    page.section("State of tracking")
    page.paragraph("How well motion is followed.")
    page.words(of: TrackingReport.Phase.self)
    page.part("Reasons of limited")
    for name in TrackingReport.Reasons.names { page.item(ManualPage.bold(name), reasons[name] ?? "") }
    page.section("State of localization")
    page.paragraph(
      "How well it is known how the scene lies on Earth. `pinned` beside it says that a hand holds the heading.")
    page.words(of: LocalizationReport.Phase.self)
    page.part("Reasons")
    for name in LocalizationReport.Reasons.names { page.item(ManualPage.bold(name), reasons[name] ?? "") }
    page.section("Guidance")
    page.paragraph("What the wearer can do so that more is known.")
    page.words(of: Guidance.Code.self)
    page.section("Sources of corrections")
    page.paragraph("Who has taught the alignment something.")
    page.words(of: Correction.Source.self)
    page.section("Profiles")
    page.paragraph("How the device is worn, which decides what may help.")
    page.words(of: Profile.self)
    page.section("The scene")
    page.paragraph("A place, an anchor or the route is `shown`, or it is `hidden` or `pending`, for a reason.")
    page.part("Reasons of hidden")
    page.words(of: PlacementStatus.Hiding.self)
    page.part("Reasons of pending")
    page.words(of: PlacementStatus.Waiting.self)
    page.part("Distances")
    page.words(of: DistanceBand.self)
    page.part("Announcements")
    page.words(of: RouteAnnouncement.Code.self)
    page.section("Calibration")
    page.part("Kinds")
    page.words(of: CalibrationKind.self)
    page.part("Grades")
    page.words(of: CalibrationGrade.self)
    page.seeAlso(["gnomon(1)", "gnomon-protocol(7)", "gnomon-recording(5)", "gnomon.conf(5)", "gnomond(8)"])
    return page
  }()

  /// The meanings of the states' reasons; a test checks that the list is complete and has no others.
  static let reasons: [String: String] = [
    "no-gyro": "There is no gyroscope, or it is silent.",
    "saturated": "A sensor is at the end of its range.",
    "odometry-lost": "An outside tracker that was followed has lost its way.",
    "stale": "No sample has come for a while.",
    "waiting-for-fix": "No usable fix has come yet, or for long.",
    "no-motion": "The way walked is too short to tell a heading from.",
    "magnetic-disturbance": "The field is not the Earth's, so that the compass is not believed.",
    "poor-fix": "Fixes come, but say of themselves that they are bad, or contradict each other.",
    "undecided-walk":
      "Steps are counted, and whether they lead anywhere is not known yet; some metres of walking tell.",
    "contradicted-heading":
      "The way and the fixes tell of another heading; some metres of walking tell which is right.",
  ]
}

/// A closed set of words, each with its meaning. A switch below that lacks a word does not compile.
protocol Explained: RawRepresentable<String>, CaseIterable { var explanation: String { get } }

extension ManualPage {
  mutating func words<Word: Explained>(of _: Word.Type) {
    for word in Word.allCases { item(Self.bold(word.rawValue), word.explanation) }
  }
}

extension TrackingReport.Phase: Explained {
  var explanation: String {
    switch self {
    case .initializing: "Up is being found; poses are not to be drawn by yet."
    case .normal: "Motion is followed as well as the sensors can."
    case .limited: "Something is missing: orientation or position drift faster than they should."
    }
  }
}

extension LocalizationReport.Phase: Explained {
  var explanation: String {
    switch self {
    case .none: "There is no pose yet."
    case .localizing: "Where it lies is being found out."
    case .localized: "Place and heading are good enough to draw by."
    case .lost: "They were, and are so no longer."
    }
  }
}

extension Guidance.Code: Explained {
  var explanation: String {
    switch self {
    case .standStill: "Stand still, so that the bias of the gyroscope is learned."
    case .goOutside: "There is no position: go where the sky is open."
    case .openSky: "There is one, but a bad one."
    case .walk: "Walk on, straight, so that the heading shows."
    case .leaveMetal: "The field is far from the Earth's: move away from metal and magnets."
    case .turnDevice: "Turn the device all ways round, so that its own magnetism is learned."
    }
  }
}

extension Correction.Source: Explained {
  var explanation: String {
    switch self {
    case .fix: "The position of a fix."
    case .velocity: "The velocity of a fix."
    case .compass: "The magnetometer."
    case .fit: "The way walked, fitted upon the fixes as a whole."
    case .pairs: "The mean angle between pairs of estimates."
    case .leg: "The bearing of a route's leg that is being walked."
    case .nudge: "A person's hand (`gnomon nudge`)."
    case .memory: "What an earlier session has left."
    case .rest: "A body at rest, which tells the drift of the heading."
    case .gait: "The way somebody walks, who walks straight on."
    case .relocation: "The place was given up for that of several fixes that agree; the heading was kept."
    case .restart: "A new scene began."
    }
  }
}

extension Profile: Explained {
  var explanation: String {
    switch self {
    case .head: "Glasses or a helmet: steps are counted, and the head looks about while the feet go on."
    case .torso: "On chest, belt or back: it looks where one walks."
    case .hand: "Carried in the hand: steps are counted, and nothing is assumed of how it is held."
    case .foot: "On the shoe, which stands still at every step."
    case .vehicle: "Fixed to a bicycle or a car: it goes where it points."
    case .free: "Nothing is assumed: no steps, no direction of travel."
    }
  }
}

extension PlacementStatus.Hiding: Explained {
  var explanation: String {
    switch self {
    case .range: "Farther than what is shown."
    case .cap: "There are enough nearer ones."
    case .filter: "Of a category, or with tags, that are not wanted."
    case .cluster: "It is counted in a cluster."
    case .overlap: "Others cover it."
    case .behind: "It is behind the wearer."
    case .stale: "No pose has come for a while."
    }
  }
}

extension PlacementStatus.Waiting: Explained {
  var explanation: String {
    switch self {
    case .waitingForFix: "Where the wearer is has to be known first."
    case .localizing: "So has the heading."
    }
  }
}

extension DistanceBand: Explained {
  var explanation: String {
    switch self {
    case .near: "Drawn green."
    case .middle: "Drawn yellow."
    case .far: "Drawn red."
    }
  }
}

extension RouteAnnouncement.Code: Explained {
  var explanation: String {
    switch self {
    case .start: "The route begins: its name, length and time."
    case .turnSoon: "A turn is ahead, said early."
    case .turnNow: "A turn is close, said again."
    case .offRoute: "The wearer has left the route."
    case .approach: "How to come to the route in the first place."
    case .arrival: "The destination is reached."
    }
  }
}

extension CalibrationKind: Explained {
  var explanation: String {
    switch self {
    case .magnetometer: "What the device itself adds to the Earth's field."
    case .accelerometer: "Offset and scale of the accelerometer."
    case .gyroscope: "Bias of the gyroscope, and with counted turns its scale."
    case .axes: "How the sensors' axes stand in the body."
    case .time: "How late one sensor is against another."
    }
  }
}

extension CalibrationGrade: Explained {
  var explanation: String {
    switch self {
    case .poor: "Better than none, and no more."
    case .fair: "Of use; make it again when there is time."
    case .good: "As it should be."
    case .excellent: "As good as the sensor is."
    }
  }
}
