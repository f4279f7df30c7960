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
      JSONMember("is_joined", .bool(settings != nil)), JSONMember("settings_fault", .orNull(settingsFault)),
    ]
    guard let settings else { return .object(members) }
    members += [
      JSONMember("team", .string(settings.team)), JSONMember("id", .string(settings.id)),
      JSONMember("name", .string(settings.name)), JSONMember("broker", .string(settings.broker.text)),
      JSONMember("is_encrypted", .bool(settings.usesTLS)), JSONMember("rate_hz", .number(settings.sentRate.value)),
      JSONMember("blur_m", settings.blur.map { .number($0.value) } ?? .null),
      JSONMember("connection", connection(now)), JSONMember("daemon", daemonState), JSONMember("sending", sending(now)),
      JSONMember("receiving", receiving), JSONMember("member_count", .integer(Int64(roster.members.count))),
      JSONMember("members", .array(roster.nearest.prefix(Self.mostListed).map { listed($0, now) })),
      JSONMember("place_count", .integer(Int64(board.places.count))),
      JSONMember("places", .array(items(board.places.values.map { ($0.id, $0.name) }))),
      JSONMember("route_folder", .string(stateFolder)),
      JSONMember("routes", .array(items(board.routes.values.map { ($0.id, $0.name) }))),
    ]
    return .object(members)
  }

  private func connection(_ now: Int64) -> JSONValue {
    [
      "state": .string(link.state.rawValue), "for_s": .seconds(now - link.since),
      "failure": .orNull(link.failure), "attempts": .integer(Int64(link.attempts)),
      "losses": .integer(Int64(link.losses)),
      "next_attempt_s": link.state == .waiting ? .seconds(max(0, link.nextAttempt - now)) : .null,
    ]
  }

  private var daemonState: JSONValue {
    [
      "is_connected": .bool(daemon.isConnected), "failure": .orNull(daemon.failure),
      "layer": .string(daemon.companions), "places_layer": .string(daemon.places),
      "refused_places": .integer(Int64(daemon.refusedPlaces)),
    ]
  }

  private func sending(_ now: Int64) -> JSONValue {
    let last = sent.last.sorted { $0.key < $1.key }.map { kind, message -> JSONValue in
      [
        "kind": .string(kind), "topic": .string(message.topic),
        "payload": .string(String(decoding: message.payload, as: UTF8.self)),
        "bytes": .integer(Int64(message.payload.count)), "is_retained": .bool(message.isRetained),
        "age_s": .seconds(now - message.time),
      ]
    }
    let will: JSONValue = [
      "topic": .string(TeamTopic.here(settings?.id ?? "").text(in: settings?.team ?? "")),
      "payload": .string(HereMessage.gone),
    ]
    return [
      "session": .string(session), "sequence": .integer(sequence), "absence": .orNull(absence),
      "messages": .integer(Int64(sent.messages)), "bytes": .integer(Int64(sent.bytes)),
      "held_back": .integer(Int64(sent.heldBack)), "unsent": .integer(Int64(sent.unsent)), "last": .array(last),
      "last_will": will,
    ]
  }

  private var receiving: JSONValue {
    let refusals = roster.refusals.occurred.map { refusal, count -> JSONValue in
      [
        "reason": .string(refusal.rawValue), "english": .string(refusal.english), "count": .integer(Int64(count)),
      ]
    }
    return [
      "poses": .integer(Int64(roster.accepted)), "own": .integer(Int64(roster.echoes)),
      "refused": .integer(Int64(roster.refusals.total)), "refusals": .array(refusals),
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

extension JSONValue {
  fileprivate static func orNull(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
  /// Nanoseconds as seconds with one decimal.
  fileprivate static func seconds(_ nanoseconds: Int64) -> JSONValue {
    .number((Double(nanoseconds) / 1e8).rounded() / 10)
  }
}
