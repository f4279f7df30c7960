import Wire

// What clients have not read: counted in bytes, and bounded for one connection, one user and all.
extension Server {
  static let unreadReason = "what it has not read takes too much memory"

  /// Counts what waits for a connection now. Who has too much is disconnected; others are by `relieve`, since streams are being sent.
  func countUnread(_ connection: Connection) {
    let now = connection.outbox.unread
    guard now != connection.unread else { return }
    unread += now - connection.unread
    connection.unread = now
    if now > Limits.unreadPerConnection { return close(connection, because: Self.unreadReason) }
  }

  /// Bytes that are held for clients: what they have not read, have not ended, and what is being read and written for them.
  private var heldForClients: Int { unread + reserved + held + underWay }

  /// Keeps the sums within their bounds between two turns: answers were let in by `makeRoom`, streams and half-sent messages were not.
  func relieve() {
    while unread > Limits.unread, let heaviest = heaviestReader(of: nil, but: nil) {
      close(heaviest, because: Self.unreadReason)
    }
    while heldForClients > Limits.heldForClients {
      if let heaviest = heaviestReader(of: nil, but: nil), heaviest.unread >= held {
        close(heaviest, because: Self.unreadReason)
      } else if !dropLongestMessage() {
        guard let heaviest = heaviestReader(of: nil, but: nil) else { return }
        close(heaviest, because: Self.unreadReason)
      }
    }
  }

  /// Makes room for an answer before it is kept: of the user who holds most, the connection that holds most has to go. False where there
  /// is none but the one that asks.
  func makeRoom(for bytes: Int, _ connection: Connection) -> Bool {
    guard bytes <= Limits.unreadPerConnection else { return false }
    // Far below every limit there is nothing to add up.
    if unread + reserved + bytes <= Limits.unreadPerUser, heldForClients + bytes <= Limits.heldForClients {
      return true
    }
    while unread(of: connection.peer.user) + bytes > Limits.unreadPerUser {
      guard let heaviest = heaviestReader(of: connection.peer.user, but: connection) else { return false }
      close(heaviest, because: Self.unreadReason)
    }
    while unread + reserved + bytes > Limits.unread || heldForClients + bytes > Limits.heldForClients {
      guard let heaviest = heaviestReader(of: nil, but: connection) else { return false }
      close(heaviest, because: Self.unreadReason)
    }
    return true
  }

  /// As `makeRoom`, for an answer that is yet to be made: the room is kept until `complete`.
  func reserveRoom(for bytes: Int, _ connection: Connection) -> Bool {
    guard makeRoom(for: bytes, connection) else { return false }
    connection.reserved += bytes
    reserved += bytes
    return true
  }

  private func unread(of user: UInt32) -> Int {
    table.reduce(0) { sum, connection in
      guard let connection, connection.peer.user == user else { return sum }
      return sum + connection.unread + connection.reserved
    }
  }

  /// Of a user, or of the user who holds most.
  private func heaviestReader(of user: UInt32?, but spared: Connection?) -> Connection? {
    let all = table.compactMap { $0 }.filter { $0.unread > 0 && $0 !== spared }
    let sums = Dictionary(all.map { ($0.peer.user, $0.unread) }, uniquingKeysWith: +)
    guard let user = user ?? sums.max(by: { $0.value < $1.value })?.key else { return nil }
    return all.filter { $0.peer.user == user }.max { ($0.unread, $1.number) < ($1.unread, $0.number) }
  }
}
