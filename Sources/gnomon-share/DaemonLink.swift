import CPosix
import Geodesy
import Geometry
import Glibc
import GnomonClient
import Samples
import Sharing
import Text
import Wire

/// The connection to gnomond: the wearer's pose out of it, companions and the team's places into it.
final class DaemonLink {
  private(set) var failure: String?
  /// The layers with companions and with the team's places: of their own if this user may, else among the user's own.
  private(set) var companions = "companions"
  private(set) var places = "team"
  private(set) var refusedPlaces = 0
  /// The wearer's place, as of the last answer.
  private(set) var own: Geodetic?
  private(set) var ownVerticalAccuracy: Length?
  /// Called after each new connection: the daemon may have been restarted, and has nothing of the team.
  var onConnected: (() -> Void)?

  private let path: String
  private var client: Client?
  /// Whether the layers with companions and places are this service's.
  private var hasTeam = false
  private var nextAttempt: Int64 = 0
  /// The daemon's time minus CLOCK_BOOTTIME; other than 0 only for a replay.
  private var sessionOffset: Int64 = 0

  private static let patience = TimeSpan.seconds(2), pause: Int64 = 2_000_000_000

  init(path: String) { self.path = path }

  var isConnected: Bool { client != nil }

  /// Returns a connection; nil if there is none now.
  private func connected(_ now: Int64) -> Client? {
    if let client { return client }
    guard now >= nextAttempt else { return nil }
    do throws(ClientFault) {
      let client = try Client(path: path)
      client.setPatience(Self.patience)
      self.client = client
      if hasTeam { try clear(client) }
      failure = nil
      onConnected?()
      return client
    } catch {
      fail(error, now)
      return nil
    }
  }

  /// A new team begins with a new connection, which clears its layers.
  func setTeam(isJoined: Bool) {
    hasTeam = isJoined
    if isJoined { (client, nextAttempt) = (nil, 0) }
  }

  private func fail(_ fault: ClientFault, _ now: Int64) {
    if failure != "\(fault)" { Log.write("\(fault)", .warning) }
    failure = "\(fault)"
    client = nil
    own = nil
    nextAttempt = now + Self.pause
  }

  /// Removes what an earlier run has left, and finds out which layers this user may change.
  private func clear(_ client: Client) throws(ClientFault) {
    (companions, places) = ("companions", "team")
    do throws(ClientFault) { _ = try client.scene.removePlaces(layer: companions, all: true).removed } catch {
      guard case .refused(let refusal) = error, refusal.name.hasSuffix(".NotPermitted") else { throw error }
      companions = "user-\(gnomon_own_user())/companions"
      places = "user-\(gnomon_own_user())/team"
      _ = try client.scene.removePlaces(layer: companions, all: true).removed
    }
    _ = try client.scene.removePlaces(layer: places, all: true).removed
  }

  /// Removes all of the team: the wearer has left it, or the service ends.
  func clear(_ now: Int64) {
    guard let client else { return }
    do throws(ClientFault) { try clear(client) } catch { fail(error, now) }
  }

  /// Asks for the wearer's pose; nil if the daemon does not answer.
  func pose(_ now: Int64) -> PoseAnswer? {
    guard let client = connected(now) else { return nil }
    do throws(ClientFault) {
      let answer = try client.tracking.getPose()
      if let time = answer.pose?.time {
        let offset = time - gnomon_boot_time()
        sessionOffset = offset.magnitude < 1_500_000_000 ? 0 : offset
      }
      own = answer.pose?.place
      ownVerticalAccuracy = answer.geopose?["accuracy"]?["vertical_m"]?.double.map { Length($0) }
      return answer
    } catch {
      fail(error, now)
      return nil
    }
  }

  /// Passes on the changes among the companions; returns whether the daemon has them.
  func apply(_ changes: Roster.Changes, _ roster: Roster, _ now: Int64) -> Bool {
    guard !changes.isEmpty else { return true }
    guard let client = connected(now) else { return false }
    do throws(ClientFault) {
      if !changes.moved.isEmpty {
        let answer = try client.scene.addPlaces(places: changes.moved.map { message($0, roster) }, layer: companions)
        refusedPlaces += answer.refused
      }
      if !changes.removed.isEmpty { _ = try client.scene.removePlaces(ids: changes.removed, layer: companions) }
      return true
    } catch {
      fail(error, now)
      return false
    }
  }

  /// Passes on the changes among the team's places; returns whether the daemon has them.
  func apply(added: [TeamPlace], removed: [String], _ now: Int64) -> Bool {
    if added.isEmpty, removed.isEmpty { return true }
    guard let client = connected(now) else { return false }
    do throws(ClientFault) {
      if !added.isEmpty {
        let answer = try client.scene.addPlaces(places: added.map(message), layer: places)
        refusedPlaces += answer.refused
      }
      if !removed.isEmpty { _ = try client.scene.removePlaces(ids: removed, layer: places) }
      return true
    } catch {
      fail(error, now)
      return false
    }
  }

  private func message(_ place: TeamPlace) -> PlaceMessage {
    var message = PlaceMessage(
      id: place.id, name: place.name, category: place.category, latitude: place.place.latitude,
      longitude: place.place.longitude)
    if place.hasHeight { (message.heightKind, message.height) = ("ellipsoid", place.place.height) }
    return message
  }

  /// The largest 1 sigma of both heights at which a companion is drawn at its own height, and not at that of the wearer's eyes.
  private static let goodHeight = Length(3)

  private func message(_ member: Member, _ roster: Roster) -> PlaceMessage {
    let pose = member.pose
    var message = PlaceMessage(
      id: member.id, name: roster.shownName(of: member), category: "companion", latitude: pose.place.latitude,
      longitude: pose.place.longitude)
    if let theirs = pose.verticalAccuracy, let ours = ownVerticalAccuracy, theirs <= Self.goodHeight,
      ours <= Self.goodHeight
    {
      (message.heightKind, message.height) = ("ellipsoid", pose.place.height)
    }
    message.radius = min(Length(10_000), max(Length(1), pose.accuracy))
    let velocity = pose.velocity ?? .zero
    message.moves = MotionMessage(
      east: velocity.x, north: velocity.y, up: velocity.z, time: member.poseTime.nanoseconds + sessionOffset,
      sigma: pose.accuracy / RadiusPerSigma.of68)
    var payload = [JSONMember("member", .string(member.id)), JSONMember("accuracy", .number(pose.accuracy.value))]
    if let vertical = pose.verticalAccuracy { payload.append(JSONMember("vertical_accuracy", .number(vertical.value))) }
    if let heading = pose.heading, let sigma = pose.headingAccuracy {
      payload.append(JSONMember("heading_deg", .number(heading.degrees)))
      payload.append(JSONMember("heading_sigma_deg", .number(sigma.degrees)))
    }
    message.payload = JSONValue.object(payload).text
    return message
  }
}
