import Wire

// Unread messages of clients: counted in bytes, and limited per connection, per user and in total.
extension Server {
  static let unreadReason = "its unread answers take too much memory"

  /// Counts the bytes that wait for a connection, and closes it above its limit. The other limits are enforced by `relieve`,
  /// because streams are being sent now.
  func countUnread(_ connection: Connection) {
    let now = connection.outbox.unread
    guard now != connection.unread else { return }
    unread += now - connection.unread
    connection.unread = now
    if now > Limits.unreadPerConnection { return close(connection, because: Self.unreadReason) }
  }

  /// Bytes held for all clients: unread messages, unfinished requests, and long requests and answers in progress.
  private var heldForClients: Int { unread + reserved + held + underWay }

  /// Enforces the limits of the sums between two turns: `makeRoom` has checked answers, but not streams and half-sent messages.
  public func relieve() {
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

  /// Makes room for an answer before it is kept, by closing the connection with the most unread bytes, of this user or of the
  /// user with the most. Returns false where only the connection itself is left.
  func makeRoom(for bytes: Int, _ connection: Connection) -> Bool {
    guard bytes <= Limits.unreadPerConnection else { return false }
    // Far below every limit the sums per user are not needed.
    if unread + bytes <= Limits.unreadPerUser { return true }
    while unread(of: connection.peer.user) + bytes > Limits.unreadPerUser {
      guard let heaviest = heaviestReader(of: connection.peer.user, but: connection) else { return false }
      close(heaviest, because: Self.unreadReason)
    }
    while unread + bytes > Limits.unread {
      guard let heaviest = heaviestReader(of: nil, but: connection) else { return false }
      close(heaviest, because: Self.unreadReason)
    }
    return true
  }

  /// Makes room like `makeRoom` for a long answer that is not made yet, and within the limit of all that is held; the room stays
  /// reserved until `complete`. Only half-sent messages give way to it, and only if that is enough.
  public func reserveRoom(for bytes: Int, _ connection: Connection) -> Bool {
    guard makeRoom(for: bytes, connection), heldForClients - held + bytes <= Limits.heldForClients else { return false }
    while heldForClients + bytes > Limits.heldForClients, dropLongestMessage() {}
    connection.reserved += bytes
    reserved += bytes
    return true
  }

  private func unread(of user: UInt32) -> Int {
    table.reduce(0) { sum, connection in
      guard let connection, connection.peer.user == user else { return sum }
      return sum + connection.unread
    }
  }

  /// Returns the connection with the most unread bytes of a user; if `user` is nil, of the user with the most.
  private func heaviestReader(of user: UInt32?, but spared: Connection?) -> Connection? {
    let all = table.compactMap { $0 }.filter { $0.unread > 0 && $0 !== spared }
    let sums = Dictionary(all.map { ($0.peer.user, $0.unread) }, uniquingKeysWith: +)
    guard let user = user ?? sums.max(by: { $0.value < $1.value })?.key else { return nil }
    return all.filter { $0.peer.user == user }.max { ($0.unread, $1.number) < ($1.unread, $0.number) }
  }
}
