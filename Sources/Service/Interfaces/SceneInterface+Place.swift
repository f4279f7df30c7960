import Scenery
import SocketServer
import Storage
import Text
import Wire

// One place with all its members.
extension SceneInterface {
  static func keyOfPlace(_ parameters: CallParameters) throws(CallError) -> PlaceKey {
    PlaceKey(
      layer: try parameters.text("layer", longest: Limits.name), id: try parameters.text("id", longest: Limits.name))
  }

  func getPlace(_ key: PlaceKey, _ call: Call) throws(CallError) -> Server.Answer {
    let moving = scene.movers[key]?.place
    return try afterSurvey(call) { (store) throws(DatabaseFault) -> Place? in
      if let moving { return moving }
      return try store.place(key.id, in: key.layer)
    } then: { [self] (place) throws(CallError) in
      guard let place else { throw Self.noSuchPlace(key) }
      return .reply(GetPlaceReply(place: statuses(of: [place])[0]))
    }
  }
}
