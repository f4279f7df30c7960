import Geometry
import ScenePublishing
import Scenery
import SocketServer
import Wire

// The wearer's floor.
extension SceneInterface {
  func getLevel() -> Server.Answer {
    let floor = scene.floor, estimate = floor.estimate
    return .reply(
      GetLevelReply(
        level: estimate?.level, sigma: estimate?.sigma, source: estimate?.source.rawValue, storey: floor.storey))
  }

  static func levelToSet(_ parameters: CallParameters) throws(CallError) -> SetLevelCall {
    SetLevelCall(
      level: try parameters.number("level", in: -1000...1000, "a level from -1000 to 1000"),
      storey: try parameters.numberIfAny("storey", in: 2...20, "a height of 2 to 20 m").map { Length($0) })
  }

  func setLevel(_ given: SetLevelCall) -> Server.Answer {
    scene.set(level: given.level, storey: given.storey)
    return .done
  }
}
