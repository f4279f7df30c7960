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

  func setLevel(_ given: SetLevelCall) -> Server.Answer {
    scene.set(level: given.level, storey: given.storey)
    return .done
  }
}
