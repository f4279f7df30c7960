import CommandParts
import Wire

/// The page on the socket: its protocol, and every method, error and type of its interfaces with the comment before it.
enum ProtocolPage {
  static let page: ManualPage = {
    var page = ManualPage("gnomon-protocol", 7, "the protocol of gnomond: varlink on a Unix socket")
    page.section("Description")
    page.paragraph(
      """
      gnomond(8) uses varlink on `/run/gnomon/gnomon.sock`: JSON objects, each ended by a NUL byte. A call is an object with \
      `method` and `parameters`; its answer has `parameters`, or `error` and `parameters`. With `"more":true` a streaming method \
      sends many answers, and every answer but the last has `"continues":true`; closing the connection ends the stream. Later \
      versions only add members: ignore members that you do not know.
      """)
    page.paragraph(
      """
      Every user who can open the socket may read. Members of the group `gnomon` may contribute places, anchors and the route; \
      members of `gnomon-admin` may administer. The interfaces are described below, in the files `/usr/share/gnomon/*.varlink`, \
      and by the daemon itself.
      """)
    page.section("Examples")
    page.verbatim([
      "varlinkctl introspect /run/gnomon/gnomon.sock org.gnomon.Tracking",
      "varlinkctl call /run/gnomon/gnomon.sock org.gnomon.Tracking.GetPose '{}'",
      "printf '{\"method\":\"org.gnomon.Tracking.GetStatus\"}\\0' |",
      "  socat - UNIX-CONNECT:/run/gnomon/gnomon.sock",
    ])
    for interface in Interface.allCases where interface.name.hasPrefix("org.gnomon.") {
      page.section(interface.name)
      for piece in pieces(of: interface.text) { page.add(piece) }
    }
    page.seeAlso(["gnomon(1)", "gnomon(7)", "gnomond(8)", "varlinkctl(1)"])
    return page
  }()

  /// A part of an interface between blank lines: comment lines, then a definition.
  struct Piece: Equatable {
    var comment: [String] = []
    var definition: [String] = []
  }

  static func pieces(of text: String) -> [Piece] {
    var pieces: [Piece] = [], piece = Piece()
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) + [""] {
      if line.hasPrefix("#") {
        piece.comment.append(String(line.dropFirst()).trimmed)
      } else if !line.isEmpty {
        piece.definition.append(line)
      } else if piece != Piece() {
        pieces.append(piece)
        piece = Piece()
      }
    }
    return pieces
  }
}

extension ManualPage {
  fileprivate mutating func add(_ piece: ProtocolPage.Piece) {
    let definition = piece.definition.filter { !$0.hasPrefix("interface ") }
    if let head = definition.first { part(String(head.prefix { $0 != "(" }).trimmed) }
    for block in piece.comment.split(separator: "") { paragraph(block.joined(separator: " ")) }
    if !definition.isEmpty { verbatim(definition) }
  }
}
