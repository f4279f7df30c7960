/// Events of a stream for a page (WHATWG HTML, § 9.2).
public enum ServerSentEvent {
  /// The data is JSON, where line ends can only be white space.
  public static func bytes(_ name: String, number: Int? = nil, _ json: some Collection<UInt8>) -> [UInt8] {
    let head = number.map { "id: \($0)\nevent: \(name)\ndata: " } ?? "event: \(name)\ndata: "
    return Array(head.utf8) + json.map { $0 == 10 || $0 == 13 ? 32 : $0 } + [10, 10]
  }

  /// A comment, which shows that the connection still exists.
  public static let signOfLife = Array(": still here\n\n".utf8)
}
