import CommandParts
import Geodesy
import Geometry
import GnomonClient
import Scenery
import Text
import Wire

/// The destination of a route: coordinates, or a place of the daemon.
struct Destination {
  var position: Geodetic
  /// The door of a place that states it.
  var entrance: Geodetic?
  var name: String

  /// Where a route to it ends.
  var end: Geodetic { entrance ?? position }

  /// Most candidates that are listed if there are several.
  private static let mostListed = 10
  /// Places with one name within this distance count as one: the same place in two layers, or mapped twice.
  private static let same = Length.metres(30)

  /// Finds the destination: `LAT,LON`, a plus code, else the favorite of that name, else the place with these words.
  init(_ words: String, _ client: Client, _ syntax: Syntax) throws(Failure) {
    if let numbers = RemoteServer.position(words) {
      position = try Self.place(numbers, words, syntax)
      name = ""
      return
    }
    if let code = PlusCode(words) {
      position = try DaemonCall.center(of: code, client)
      name = ""
      return
    }
    let found = Self.distinct(try Self.candidates(words, client))
    guard let first = found.first else {
      if let pointed = Self.pointed(words) {
        throw .data("'\(DaemonCall.plain(words))' has decimal commas; give LAT,LON with decimal points: \(pointed)")
      }
      throw .data(
        "no place is called '\(DaemonCall.plain(words))'; list places with 'gnomon place list', add it with 'gnomon place add', or give LAT,LON"
      )
    }
    guard found.count == 1 else {
      let lines = found.prefix(Self.mostListed).map { place in
        DaemonCall.plain(
          "  \(place.line)  \(text(place.position.latitude.value, 6)),\(text(place.position.longitude.value, 6))")
      }
      let rest = found.count > Self.mostListed ? ["  … and more"] : []
      throw .data(
        (["'\(DaemonCall.plain(words))' matches these places; give more of its name, or LAT,LON"] + lines + rest)
          .joined(separator: "\n"))
    }
    position = first.position
    entrance = first.entrance
    name = first.name
  }

  /// Coordinates with decimal commas, with points: `48,2 16,37`, `48,2, 16,37`.
  private static func pointed(_ words: String) -> String? {
    let parts = words.split { $0 == "," || $0 == " " }
    guard parts.count == 4, parts.allSatisfy({ Double($0) != nil }) else { return nil }
    return "\(parts[0]).\(parts[1]),\(parts[2]).\(parts[3])"
  }

  private static func distinct(_ places: [PlaceMessage]) -> [PlaceMessage] {
    var kept: [PlaceMessage] = []
    for place in places {
      let name = FoldedText(place.name)
      let isKnown = kept.contains {
        FoldedText($0.name) == name && Geodesic(from: $0.position, to: place.position).distance <= same
      }
      if !isKnown { kept.append(place) }
    }
    return kept
  }

  static func place(
    _ numbers: (latitude: Double, longitude: Double), _ text: String, _ syntax: Syntax
  ) throws(Failure) -> Geodetic {
    do throws(GeodeticFault) {
      return try Geodetic(checking: Degrees(numbers.latitude), longitude: Degrees(numbers.longitude))
    } catch { throw .usage("\(DaemonCall.plain(text)): \(error)", syntax) }
  }

  /// Returns the candidates, favorites before other places. Those with exactly this name come before those with matching words.
  private static func candidates(_ words: String, _ client: Client) throws(Failure) -> [PlaceMessage] {
    let wanted = FoldedText(words)
    let parts = wanted.text.split(separator: " ").map { FoldedText(String($0)) }
    func narrowed(_ places: [PlaceMessage]) -> [PlaceMessage] {
      let byName = places.filter { FoldedText($0.name) == wanted }
      return byName.isEmpty ? places : byName
    }
    var favourites: [PlaceMessage] = [], cursor: String?
    repeat {
      let from = cursor
      let page = try DaemonCall.attempt { () throws(ClientFault) in
        try client.scene.listPlaces(favouritesOnly: true, cursor: from, limit: Limits.page)
      }
      favourites += page.places.filter { place in
        let name = FoldedText(place.name)
        return !parts.isEmpty && parts.allSatisfy { name.hasWord(beginningWith: $0) }
      }
      cursor = page.next
    } while cursor != nil
    if !favourites.isEmpty { return narrowed(favourites) }
    let page = try DaemonCall.attempt { () throws(ClientFault) in try client.scene.findPlaces(text: words, limit: 50) }
    return narrowed(page.places)
  }
}

extension DaemonCall {
  /// Returns the middle of a plus code's cell; a short code is completed by the wearer's place.
  static func center(of code: PlusCode, _ client: Client) throws(Failure) -> Geodetic {
    guard code.isShort else { return code.center }
    return code.completed(near: try wearer(client, instead: "the whole plus code or")).center
  }

  /// Returns the wearer's place, or throws with a remedy if it is not known.
  static func wearer(_ client: Client, instead option: String) throws(Failure) -> Geodetic {
    let answer = try attempt { () throws(ClientFault) in try client.tracking.getPose() }
    guard let position = answer.geopose?["position"], let latitude = position["lat"]?.double,
      let longitude = position["lon"]?.double
    else {
      throw Failure(
        status: .notReached,
        message: "the wearer's place is not known yet; wait with 'gnomon wait', or give \(option) LAT,LON")
    }
    return Geodetic(latitude: Degrees(latitude), longitude: Degrees(longitude))
  }
}
