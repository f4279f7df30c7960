import Scenery
import Storage
import Text
import Wire

// One place with all that is known of it.
extension SceneInterface {
  func getPlace(_ call: Call) throws(CallError) -> Server.Answer {
    let key = PlaceKey(
      layer: try call.parameters.text("layer", longest: 255), id: try call.parameters.text("id", longest: 255))
    let moving = scene.movers[key]?.place
    return try afterSurvey(call) { (store) throws(DatabaseFault) -> Place? in
      if let moving { return moving }
      return try store.place(key.id, in: key.layer)
    } then: { [self] (place) throws(CallError) in
      guard let place else { throw Self.noSuchPlace(key) }
      let message = statuses(of: [place])[0]
      return .reply { writer in
        writer.beginObject()
        writer.key("place")
        message.write(to: &writer)
        writer.endObject()
      }
    }
  }
}
