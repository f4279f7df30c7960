import CPosix
public import Wire

/// The rights of a client, from the user and groups that the kernel reports for its connection.
///
/// Every client that can open the socket may read. Members of the service's group may contribute. Root, the daemon's own user and
/// the administrators' group may administer; where that group does not exist, as in development, only the first two.
public struct AccessPolicy: Sendable {
  public var contributors = "gnomon"
  public var administrators = "gnomon-admin"
  /// Users whose visual tracker may push odometry.
  public var odometryUsers: [String] = []
  /// Users whose driver may push samples.
  public var sampleUsers: [String] = []
  /// The user of the package gnomon-drivers; it exists where that is installed.
  static let drivers = "gnomon-drivers"

  public init() {}

  func access(of descriptor: CInt) -> (access: Access, peer: gnomon_peer)? {
    var peer = gnomon_peer()
    guard gnomon_peer_of(descriptor, &peer) == 0 else { return nil }
    if peer.user == 0 || peer.user == gnomon_own_user() { return (.administer, peer) }
    var groups = [UInt32](repeating: 0, count: 256)
    let count = max(0, Int(gnomon_peer_groups(descriptor, &groups, CInt(groups.count))))
    let all = [peer.group] + groups.prefix(count)
    func isMember(of name: String) -> Bool {
      let number = gnomon_group_named(name)
      return number >= 0 && all.contains(UInt32(number))
    }
    return (isMember(of: administrators) ? .administer : isMember(of: contributors) ? .contribute : .read, peer)
  }

  /// Throws unless the caller has the permission.
  public func require(
    _ permission: Method.Permission, of connection: Connection, _ interface: Interface
  ) throws(CallError) {
    switch permission {
    case .access(let access):
      guard connection.access < access else { return }
      throw .notPermitted(interface, needs: access, group: access == .contribute ? contributors : administrators)
    case .odometry, .samples:
      guard !mayPush(connection, permission == .odometry ? odometryUsers : sampleUsers + [Self.drivers]) else { return }
      throw .notPermitted(interface, needs: .administer, group: administrators)
    }
  }

  /// Whether a client may push: administrators may, and contributors among these users.
  private func mayPush(_ connection: Connection, _ users: [String]) -> Bool {
    if connection.access == .administer { return true }
    return connection.access == .contribute && users.contains { gnomon_user_named($0) == Int64(connection.user) }
  }
}
