import Alignment
import CalibrationRecords
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
      "The axes of the device: x right, y up, z back, toward the wearer; forward is −z. Samples and recordings use it.")
    page.item(
      ManualPage.bold("scene"),
      """
      y up, in metres, right-handed; x is east and z south, by the heading estimate at the start of the scene. `scene_heading` is \
      the source of that estimate: `compass`, `given` or `remembered`; with `magnetic`, −z is magnetic north; with `none`, −z is \
      the wearer's direction at the start. Its axes stay on Earth as far as compass or fixes show how much the gyroscope has \
      drifted; motion in it is continuous. The alignment relates it to the Earth: true azimuth = scene azimuth + yaw, and a place \
      on Earth for a point of the scene. A new `scene_id` means that things placed in the old scene are lost.
      """)
    page.item(
      ManualPage.bold("level"),
      "x true east, y up, z true south at the wearer's place: the scene without its heading error.")
    page.item(
      ManualPage.bold("Earth"),
      "WGS 84 latitude and longitude in degrees; heights are above the ellipsoid unless stated otherwise.")
    page.paragraph(
      "A rotation or pose turns coordinates of the first frame in its name into those of the second. Quaternions are x, y, z, w."
    )
    page.section("Units")
    page.paragraph(
      """
      SI, unless a name has another unit (`heading_deg`, `rate_hz`, `field_ut`). Headings and yaws are degrees clockwise seen from \
      above, headings from true north. `time_boot_ns` is CLOCK_BOOTTIME in nanoseconds, the clock of samples, recordings and \
      poses; `time_utc_ns` is civil time, once a receiver has reported it.
      """)
    page.section("Accuracy")
    page.paragraph(
      """
      Every published accuracy is a 68 % figure: for the heading 1 σ, for the place the radius that contains it in two of three \
      cases, for the height half its interval. Receivers and gpsd state 95 % figures, and recordings have these unchanged. Every \
      number has its validity: unknown numbers are null or left out, and the states show how reliable the others are.
      """)
    page.section("State of tracking")
    page.paragraph("The quality of motion tracking.")
    page.words(of: TrackingPhase.self)
    page.part("Reasons of limited")
    for name in TrackingReasons.listed.map({ "\($0)" }) { page.item(ManualPage.bold(name), reasons[name] ?? "") }
    page.section("State of localization")
    page.paragraph(
      "The quality of the alignment of the scene with the Earth. `pinned` beside it means that the heading is held by hand."
    )
    page.words(of: LocalizationPhase.self)
    page.part("Reasons")
    for reason in LocalizationReason.allCases { page.item(ManualPage.bold(reason.name), reason.meaning) }
    page.section("Guidance")
    page.paragraph("Actions of the wearer that would improve the estimates.")
    page.words(of: Guidance.Code.self)
    page.section("Sources of corrections")
    page.paragraph("The source of a change of the alignment.")
    page.words(of: Correction.Source.self)
    page.section("Profiles")
    page.paragraph("The way in which the device is worn. It determines which measurements are used.")
    page.words(of: Profile.self)
    page.section("The scene")
    page.paragraph(
      "A place, an anchor or the route is `shown`, `vague`, `hidden` or `pending`; the last two have a reason.")
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
    "no-gyro": "There is no gyroscope, or it delivers no samples.",
    "saturated": "A sensor has reached the end of its range.",
    "odometry-lost": "The outside tracker in use has failed.",
    "stale": "No sample has arrived for some time.",
  ]
}

/// A closed set of words, each with its meaning. A switch below that lacks a word does not compile.
protocol Explained {
  static var listed: [Self] { get }
  var word: String { get }
  var explanation: String { get }
}

extension Explained where Self: RawRepresentable<String> & CaseIterable {
  static var listed: [Self] { Array(allCases) }
  var word: String { rawValue }
}

extension ManualPage {
  mutating func words<Word: Explained>(of _: Word.Type) {
    for word in Word.listed { item(Self.bold(word.word), word.explanation) }
  }
}

extension TrackingPhase: Explained {
  var explanation: String {
    switch self {
    case .initializing: "The direction of up is being determined; do not use the poses for drawing yet."
    case .normal: "Motion is tracked as well as the sensors allow."
    case .limited: "Something is missing: orientation or position drift faster than they should."
    case .unlisted: ""
    }
  }
}

extension LocalizationPhase: Explained {
  var explanation: String {
    switch self {
    case .none: "There is no pose yet."
    case .localizing: "The alignment with the Earth is being determined."
    case .localized: "Place and heading are good enough for drawing."
    case .lost: "Place and heading were good enough, but are not any more."
    case .unlisted: ""
    }
  }
}

extension Guidance.Code: Explained {
  var explanation: String {
    switch self {
    case .standStill: "Stand still, so that the bias of the gyroscope can be estimated."
    case .goOutside: "There is no position: go where the sky is open."
    case .openSky: "The position is inaccurate: go where the sky is open."
    case .walk: "Walk straight on, so that the heading can be estimated."
    case .leaveMetal: "The field is far from the Earth's: move away from metal and magnets."
    case .lookAround: "Turn around once: the compass is known, and a turn shows that it is as it was."
    case .turnDevice: "Turn the device in all directions, so that its own magnetic field can be estimated."
    }
  }
}

extension Correction.Source: Explained {
  var explanation: String {
    switch self {
    case .fix: "The position of a fix."
    case .compass: "The magnetometer."
    case .antennas: "The azimuth of a receiver's two antennas."
    case .leg: "The bearing of the route's leg on which the wearer walks."
    case .nudge: "A correction by hand (`gnomon nudge`)."
    case .memory: "The learned state of an earlier session."
    case .rest: "Rest of the device, which shows the drift of the heading."
    case .gait: "The direction of the steps of a wearer who walks straight on."
    case .relocation: "Several fixes that agree have replaced the place; the heading was kept."
    case .restart: "A new scene began."
    case .method: "A method of comparison, only where a recording is replayed with one."
    }
  }
}

extension Profile: Explained {
  var explanation: String {
    switch self {
    case .head: "Glasses or a helmet: steps are counted, and the head may turn independently of the walk."
    case .torso: "On chest, belt or back: the device faces the direction of walking."
    case .hand: "Carried in the hand: steps are counted, and it may be held in any orientation."
    case .foot: "On the shoe, which stands still at every step."
    case .vehicle: "Fixed to a bicycle or a car: the vehicle moves along its own axis."
    case .free: "Nothing is assumed: no steps, no direction of travel."
    }
  }
}

extension PlacementStatus.Hiding: Explained {
  var explanation: String {
    switch self {
    case .level: "It is on another floor than the wearer."
    case .range: "It is farther away than the range of shown places."
    case .cap: "The largest number of shown places is reached by nearer ones."
    case .filter: "The filter excludes its category or tags."
    case .cluster: "It is a member of a cluster, whose label counts it."
    case .overlap: "Other labels cover it."
    case .behind: "It is behind the wearer."
    case .stale: "No pose has arrived for some time."
    }
  }
}

extension PlacementStatus.Waiting: Explained {
  var explanation: String {
    switch self {
    case .waitingForFix: "The wearer's place is not known yet."
    case .localizing:
      "The wearer's place or heading is not accurate enough yet; the frame's `pending` has the limits, and what would show more."
    case .corrected: "Place or heading were wrong by much and have just been corrected."
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
    case .turnSoon: "A turn is ahead: the early announcement."
    case .turnNow: "A turn is close: the second announcement."
    case .offRoute: "The wearer has left the route; again after each 50 m, with the distance now."
    case .backOnRoute: "The wearer is on the route again."
    case .wrongWay: "The wearer walks against the route, and where it goes."
    case .approach: "The way to the route, before it is reached."
    case .stop: "A stop on the way is reached: its name, and the rest of the way."
    case .arrival: "The destination is reached."
    }
  }
}

extension CalibrationKind: Explained {
  var explanation: String {
    switch self {
    case .magnetometer: "The device's own magnetic field, which adds to the Earth's."
    case .accelerometer: "Offset and scale of the accelerometer."
    case .gyroscope: "Bias of the gyroscope, and with counted turns its scale."
    case .axes: "The orientation of the sensors' axes in the body."
    case .time: "The delay of one sensor against another."
    }
  }
}

extension CalibrationGrade: Explained {
  var explanation: String {
    switch self {
    case .poor: "Only a little better than no calibration."
    case .fair: "Usable; calibrate again when there is time."
    case .good: "Good for normal use."
    case .excellent: "As good as the sensor allows."
    }
  }
}
