import Text

/// The reason why a file of settings cannot be used: the member and what it should be.
public struct ShareSettingsFault: Error, Equatable, Sendable, CustomStringConvertible {
  public var member: String
  public var expected: String
  public var description: String { member.isEmpty ? expected : "\(member): expected \(expected)" }
}

/// The members of a file of settings, read by name. A fault names the member.
struct SettingsMembers {
  let json: JSONValue

  /// `command` is the command that writes the file.
  init(reading bytes: [UInt8], atMost limit: Int, command: String) throws(ShareSettingsFault) {
    do throws(JSONError) { json = try JSONValue(reading: bytes, maximumDepth: 8, maximumSize: limit) } catch {
      throw ShareSettingsFault(member: "", expected: "not valid JSON: \(error)")
    }
    guard json["version"]?.integer == 1 else {
      throw ShareSettingsFault(member: "version", expected: "1; '\(command)' writes the file again")
    }
  }

  func text(_ member: String) throws(ShareSettingsFault) -> String? {
    guard let value = json[member], !value.isNull else { return nil }
    guard let text = value.string, !text.isEmpty, !text.utf8.contains(0) else {
      throw ShareSettingsFault(member: member, expected: "a text")
    }
    return text
  }

  /// A name of topics.
  func id(_ member: String) throws(ShareSettingsFault) -> String {
    guard let name = try text(member), TeamName.isAllowed(name) else {
      throw ShareSettingsFault(member: member, expected: TeamName.expected)
    }
    return name
  }

  /// A name for people, without controls and invisible characters.
  func shownName(_ member: String) throws(ShareSettingsFault) -> String {
    let name = ShownName.cleaned(try text(member) ?? "")
    guard (1...SharedPose.longestName).contains(name.utf8.count) else {
      throw ShareSettingsFault(member: member, expected: "a name of 1 to \(SharedPose.longestName) bytes")
    }
    return name
  }

  func number(_ member: String, in range: ClosedRange<Double>) throws(ShareSettingsFault) -> Double? {
    guard let value = json[member], !value.isNull else { return nil }
    guard let number = value.double, range.contains(number) else {
      throw ShareSettingsFault(member: member, expected: "a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
