import CommandParts
import Geodesy
import Geometry
import GnomonClient
import SceneCommands
import Text
import Wire

/// `gnomon pose`: the wearer's present pose, for people, for programs, or to share.
struct PoseCommand: Command {
  let syntax = Syntax(
    name: "pose", summary: "print the wearer's place and viewing direction",
    operands: "", operandCount: 0...0,
    explanation: """
      The latest pose. --share prints the place instead, for a message: a geo: URI with its uncertainty (RFC 5870), a sentence,
      a plus code, and a link to a map. It only prints text; nothing is sent. --share --json prints the OGC GeoPose. Exit status
      2 if there is no pose yet, or no place to share.
      """,
    options: [.flag("--share", "the place as a geo: URI, or with --json as an OGC GeoPose")] + DaemonCall.options,
    examples: [
      ("gnomon pose", "heading, place and states"),
      ("gnomon pose --share", "geo:48.208354,16.373822,222.7;u=4.6, a sentence and a link"),
      ("gnomon pose --share | head -n 1", "the URI alone"),
    ])

  func run(_ arguments: Arguments) throws {
    let client = try DaemonCall.connect(arguments)
    let json = try DaemonCall.attempt { () throws(ClientFault) in try client.answer(TrackingMethod.getPose) }
    let answer = try DaemonCall.understood { () throws(MessageFault) in try PoseAnswer(json: json) }
    guard let pose = answer.pose else { throw Failure(status: .notReached, message: "there is no pose yet") }
    if arguments.has("--share") { return try share(answer, asJSON: arguments.has("--json")) }
    if arguments.has("--json") { return Terminal.print(json, layout: .compact) }
    let position = answer.geopose?["position"], accuracy = answer.geopose?["accuracy"]?["horizontal_m"]?.double
    var place: Geodetic?
    if let latitude = position?["lat"]?.double, let longitude = position?["lon"]?.double {
      place = Geodetic(
        latitude: .init(latitude), longitude: .init(longitude), height: .init(position?["h"]?.double ?? 0))
    }
    let p = pose.pose.position
    Terminal.print(
      DaemonCall.lines([
        pose.headingText, placeText(place, accuracy.map { .init($0) }),
        "scene \(pose.scene) at \(text(p.x, 2)) \(text(p.y, 2)) \(text(p.z, 2)) m",
        "\(pose.stateText)\(answer.kind == .stale ? ", stale" : "")",
      ]))
  }

  private func share(_ answer: PoseAnswer, asJSON: Bool) throws(Failure) {
    guard let geopose = answer.geopose, let latitude = geopose["position"]?["lat"]?.double,
      let longitude = geopose["position"]?["lon"]?.double
    else { throw Failure(status: .notReached, message: "the place is not known yet") }
    if asJSON { return Terminal.print(geopose, layout: .compact) }
    let accuracy = geopose["accuracy"]?["horizontal_m"]?.double
    Terminal.print(
      Self.shared(latitude, longitude, height: geopose["position"]?["h"]?.double, accuracy: accuracy)
        .map { $0 + "\n" }.joined())
  }

  /// The URI, a sentence, a plus code and a link. A code of eleven digits is a cell of 3 m, one of ten 14 m. Six decimals are
  /// 0.1 m; the height is above the ellipsoid, as for WGS 84 in RFC 5870.
  static func shared(_ latitude: Double, _ longitude: Double, height: Double?, accuracy: Double?) -> [String] {
    let (lat, lon) = (text(latitude, 6), text(longitude, 6))
    var uri = "geo:\(lat),\(lon)"
    if let height { uri += ",\(text(height, 1))" }
    if let accuracy { uri += ";u=\(text(accuracy, 1))" }
    let north = "\(text(latitude.magnitude, 6))° \(latitude < 0 ? "south" : "north")"
    let east = "\(text(longitude.magnitude, 6))° \(longitude < 0 ? "west" : "east")"
    var sentence = "\(north), \(east)"
    if let height { sentence += ", \(text(height, 0)) m above the ellipsoid" }
    if let accuracy { sentence += ", to within \(text(accuracy, accuracy < 10 ? 1 : 0)) m (68 %)" }
    let place = Geodetic(latitude: Degrees(latitude), longitude: Degrees(longitude))
    let code = PlusCode(place, isFine: accuracy.map { $0 < 5 } ?? false)
    return [
      uri, sentence, "plus code \(code.text)",
      "https://www.openstreetmap.org/?mlat=\(lat)&mlon=\(lon)#map=18/\(lat)/\(lon)",
    ]
  }
}
