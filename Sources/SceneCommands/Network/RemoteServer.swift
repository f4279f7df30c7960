import CommandParts

/// Common parts of the commands that send requests to another machine.
enum RemoteServer {
  /// Returns the address from an option or else from a variable of the environment. There is no default, because a server learns
  /// the position: the user has to choose it.
  static func address(
    _ option: String, _ variable: String, _ example: String, _ arguments: Arguments, _ syntax: Syntax
  ) throws(Failure) -> WebAddress {
    if let text = arguments.text(option) { return try WebAddress(text, from: option) }
    if let text = Environment.value(variable), !text.isEmpty { return try WebAddress(text, from: variable) }
    throw .usage("no server is named: give \(option) URL, or set \(variable), such as \(example)", syntax)
  }

  /// Throws unless the status is 200. `server` is its name in messages.
  static func accept(_ answer: WebRequest.Answer, from server: String) throws(Failure) {
    guard answer.status != 200 else { return }
    let said = saying(answer.bytes)
    let words = said.isEmpty ? "" : " (\(said))"
    switch answer.status {
    case 401, 403:
      throw .data(
        "\(server): status \(answer.status)\(words): it requires a key or refuses this client; see its terms of use")
    case 404, 405, 410:
      throw .data(
        "\(server): status \(answer.status)\(words): it does not have this path; check the URL")
    case 408, 429, 503, 504:
      throw .inputOutput(
        "\(server): status \(answer.status)\(words): it is busy, or limits your requests; wait a minute, or request less"
      )
    case 500...:
      throw .inputOutput(
        "\(server): status \(answer.status)\(words): it has an internal error; try again later, or use another server")
    default: throw .data("\(server): status \(answer.status)\(words); check the URL")
    }
  }

  /// Returns the beginning of a server's message: the text outside of tags, up to 160 characters.
  static func saying(_ bytes: [UInt8]) -> String {
    var words = "", isInside = false
    for scalar in String(decoding: bytes.prefix(4000), as: UTF8.self).unicodeScalars {
      if scalar == "<" {
        isInside = true
      } else if scalar == ">" {
        isInside = false; words += " "
      } else if !isInside {
        words.unicodeScalars.append(scalar.properties.isWhitespace ? " " : scalar)
      }
    }
    let parts = words.split(separator: " ")
    return DaemonCall.plain(parts.joined(separator: " ").prefixed(160))
  }

  /// Returns the numbers of `LAT,LON`.
  static func position(_ text: String) -> (latitude: Double, longitude: Double)? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let latitude = Double(parts[0].trimmed), let longitude = Double(parts[1].trimmed),
      latitude.isFinite, longitude.isFinite
    else { return nil }
    return (latitude, longitude)
  }
}
