import CPosix
import Geometry
import Glibc
import Samples
import Sharing
import Text

// The state that `gnomon share status` shows.
extension ShareService {
  /// Members and places in the state at most; their number is complete.
  private static let mostListed = 100

  var state: JSONValue {
    let now = gnomon_boot_time()
    var members: [JSONMember] = [
      JSONMember("version", 1), JSONMember("time_utc_ms", .integer(gnomon_real_time() / 1_000_000)),
      JSONMember("time_boot_ns", .integer(now)), JSONMember("process", .integer(Int64(getpid()))),
      JSONMember("is_joined", .bool(settings != nil)), JSONMember("settings_fault", .orNull(file.fault)),
      JSONMember("home", home.json(now)),
    ]
    if isUsed { members.append(JSONMember("daemon", daemonState)) }
    guard let settings else { return .object(members) }
    members += [
      JSONMember("team", .string(settings.team)), JSONMember("id", .string(settings.id)),
      JSONMember("name", .string(settings.name)), JSONMember("broker", .string(settings.access.broker.text)),
      JSONMember("is_encrypted", .bool(settings.access.usesTLS)),
      JSONMember("rate_hz", .number(settings.sentRate.value)),
      JSONMember("blur_m", settings.blur.map { .number($0.value) } ?? .null),
      JSONMember("connection", link.json(now)), JSONMember("sending", sending(now, settings)),
      JSONMember("receiving", receiving), JSONMember("member_count", .integer(Int64(roster.members.count))),
      JSONMember("members", .array(roster.nearest.prefix(Self.mostListed).map { listed($0, now) })),
      JSONMember("place_count", .integer(Int64(board.places.count))),
      JSONMember("places", .array(items(board.places.values.map { ($0.id, $0.name) }))),
      JSONMember("route_folder", .string(stateFolder)),
      JSONMember("routes", .array(items(board.routes.values.map { ($0.id, $0.name) }))),
    ]
    return .object(members)
  }

  private var daemonState: JSONValue {
    [
      "is_connected": .bool(daemon.isConnected), "failure": .orNull(daemon.failure),
      "layer": .string(daemon.companions), "places_layer": .string(daemon.places),
      "refused_places": .integer(Int64(daemon.refusedPlaces)),
    ]
  }

  private func sending(_ now: Int64, _ settings: ShareSettings) -> JSONValue {
    .object(
      [
        JSONMember("session", .string(session)), JSONMember("sequence", .integer(sequence)),
        JSONMember("absence", .orNull(absence)),
      ] + sent.members(now, will: settings.brokerSession.will))
  }

  private var receiving: JSONValue {
    [
      "poses": .integer(Int64(roster.accepted)), "own": .integer(Int64(roster.echoes)),
      "refused": .integer(Int64(roster.refusals.total)), "refusals": roster.refusals.json,
      "passed_on": .integer(Int64(roster.passedCount)),
    ]
  }

  private func listed(_ member: Member, _ now: Int64) -> JSONValue {
    let age = member.age(at: BootInstant(nanoseconds: now))
    return [
      "id": .string(member.id), "name": .string(roster.shownName(of: member)),
      "age_s": .number((age.value * 10).rounded() / 10), "is_stale": .bool(age >= Roster.staleAfter),
      "distance_m": member.distance.map { .number(($0.value * 10).rounded() / 10) } ?? .null,
      "accuracy_m": .number(member.pose.accuracy.value), "poses": .integer(Int64(member.received)),
      "sequence": .integer(member.pose.sequence),
      "clock_difference_s": member.clock.isNoticeable
        ? .number(Double(member.clock.milliseconds ?? 0) / 1000) : .null,
    ]
  }

  private func items(_ named: [(String, String)]) -> [JSONValue] {
    named.sorted { $0.0 < $1.0 }.prefix(Self.mostListed).map { ["id": .string($0.0), "name": .string($0.1)] }
  }
}
