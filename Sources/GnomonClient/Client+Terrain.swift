public import Geodesy
import Text
public import Wire

// The terrain of org.gnomon.Scene, typed.
extension Client {
  /// Returns the tiles of terrain, and the files of their folder that are not used.
  public func terrain() throws(ClientFault) -> TerrainListMessage {
    let answer = try call("org.gnomon.Scene.ListTerrain")
    return try understood { () throws(MessageFault) in try TerrainListMessage(json: answer) }
  }

  /// Returns the height of the ground at a place, or the reason for which it is not known.
  public func ground(at place: Geodetic) throws(ClientFault) -> GroundMessage {
    let answer = try call(
      "org.gnomon.Scene.GetTerrain",
      ["latitude_deg": .number(place.latitude.value), "longitude_deg": .number(place.longitude.value)])
    return try understood { () throws(MessageFault) in try GroundMessage(json: answer) }
  }
}
