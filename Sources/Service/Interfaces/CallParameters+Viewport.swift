import Geometry
import Phrases
import Scenery
import SocketServer
import Wire

extension CallParameters {
  /// Returns the viewport that the caller draws on; nil without one.
  func viewport() throws(CallError) -> Viewport? {
    guard let given = try objectIfAny("viewport") else { return nil }
    func number(_ name: String) -> Pixels? { given[name]?.double.map { Pixels($0) } }
    guard let width = number("width_px"), let height = number("height_px") else {
      throw invalid("viewport", "width_px and height_px")
    }
    var mount = Pose<Display, Body>.aligned
    if let q = given["orientation"], !q.isNull {
      guard let x = q["x"]?.double, let y = q["y"]?.double, let z = q["z"]?.double, let w = q["w"]?.double,
        let rotation = Rotation<Display, Body>(x: x, y: y, z: z, w: w)
      else { throw invalid("viewport", "its orientation as a unit quaternion of x, y, z and w") }
      mount.rotation = rotation
    }
    if let p = given["position"], !p.isNull {
      guard let x = p["x"]?.double, let y = p["y"]?.double, let z = p["z"]?.double else {
        throw invalid("viewport", "its position as x, y and z")
      }
      mount.position = Displacement(x, y, z)
    }
    guard given["field_of_view_deg"]?.double != nil || number("focal_x_px") != nil else {
      throw invalid("viewport", "field_of_view_deg or focal_x_px")
    }
    do throws(ViewportFault) {
      if let angle = given["field_of_view_deg"]?.double {
        return try Viewport(width: width, height: height, fieldOfView: .degrees(angle), mount: mount)
      }
      guard let focal = number("focal_x_px") else { throw .fieldOfView(.zero) }
      let centre = number("centre_x_px").flatMap { x in number("centre_y_px").map { ScreenPoint(x: x, y: $0) } }
      return try Viewport(
        width: width, height: height, focalX: focal, focalY: number("focal_y_px") ?? focal, centre: centre,
        mount: mount)
    } catch {
      throw invalid("viewport", "\(error)")
    }
  }
}

extension CallParameters {
  /// Returns the language and units of sentences; nil if the caller names neither.
  func phrases() throws(CallError) -> Phrases? {
    let code = try textIfAny("language"), word = try textIfAny("units")
    guard code != nil || word != nil else { return nil }
    guard let language = code.map({ Phrases.Language(code: $0) }) ?? .english else {
      throw invalid("language", Phrases.Language.allCases.map(\.rawValue).joined(separator: " or "))
    }
    guard let units = word.map({ Phrases.Units(rawValue: $0) }) ?? Phrases.Units(locale: code ?? "") else {
      throw invalid("units", Phrases.Units.allCases.map(\.rawValue).joined(separator: " or "))
    }
    return Phrases(language, units)
  }
}
