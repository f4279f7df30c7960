import Sharing
import Text

// The state that `gnomon share status` shows.
extension HomeService {
  func json(_ now: Int64) -> JSONValue {
    var members = [
      JSONMember("is_joined", .bool(settings != nil)), JSONMember("is_leaving", .bool(isLeaving)),
      JSONMember("settings_fault", .orNull(file.fault)),
    ]
    if settings != nil || isLeaving { members.append(JSONMember("connection", link.json(now))) }
    guard let settings else { return .object(members) }
    let sending = [JSONMember("absence", .orNull(absence))] + sent.members(now, will: settings.brokerSession.will)
    members += [
      JSONMember("id", .string(settings.id)), JSONMember("name", .string(settings.name)),
      JSONMember("broker", .string(settings.access.broker.text)),
      JSONMember("is_encrypted", .bool(settings.access.usesTLS)),
      JSONMember("rate_hz", .number(settings.sentRate.value)),
      JSONMember("blur_m", settings.blur.map { .number($0.value) } ?? .null),
      JSONMember("sending", .object(sending)),
      JSONMember(
        "receiving",
        [
          "births": .integer(Int64(births)), "refused": .integer(Int64(refusals.total)), "refusals": refusals.json,
        ]),
    ]
    return .object(members)
  }
}
