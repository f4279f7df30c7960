import Glibc

/// The rights of one user: number, groups, and whether root.
struct UserRights {
  var user: uid_t
  var groups: Set<gid_t>

  /// The user who runs this program.
  static var asker: UserRights {
    var groups = [gid_t](repeating: 0, count: 256)
    let count = getgroups(256, &groups)
    return UserRights(user: geteuid(), groups: Set(groups.prefix(Int(max(0, count)))).union([getegid()]))
  }

  /// Fails if there is no such user.
  init?(named name: String) {
    guard let entry = getpwnam(name) else { return nil }
    var count: CInt = 256
    var list = [gid_t](repeating: 0, count: Int(count))
    getgrouplist(name, entry.pointee.pw_gid, &list, &count)
    self.init(user: entry.pointee.pw_uid, groups: Set(list.prefix(Int(max(0, min(count, 256))))))
  }

  init(user: uid_t, groups: Set<gid_t>) {
    self.user = user
    self.groups = groups
  }

  var groupNames: [String] { groups.map(Self.groupName).sorted() }

  static func groupName(_ group: gid_t) -> String {
    getgrgid(group).map { String(cString: $0.pointee.gr_name) } ?? "\(group)"
  }
  static func userName(_ user: uid_t) -> String {
    getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "\(user)"
  }

  /// Whether the user has the rights in `bits`, by the classic rule: the owner's bits, else the group's, else those of others.
  func may(_ bits: UInt32, _ status: stat) -> Bool {
    if user == 0 { return true }
    let shift: UInt32 = status.st_uid == user ? 6 : groups.contains(status.st_gid) ? 3 : 0
    return UInt32(status.st_mode) >> shift & bits == bits
  }
}

extension AccessFacts {
  /// Facts about a file for the rights in `bits`: 4 to read, 2 to write. Fails if there is no such file, or if it is not writable
  /// at all.
  init?(_ path: String, _ bits: UInt32, service: UserRights?, asker: UserRights) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let mode = UInt32(status.st_mode) & 0o7777
    guard bits & 2 == 0 || mode & 0o222 != 0 else { return nil }
    self.init(
      path: path, user: UserRights.userName(status.st_uid), group: UserRights.groupName(status.st_gid), mode: mode,
      serviceMay: service?.may(bits, status) ?? false, askerMay: asker.may(bits, status))
  }
}
