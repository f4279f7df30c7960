/// How much a client may ask of the socket; each limit is answered with a declared error.
public enum Limits {
  /// Longer messages are refused unread: long routes go as files.
  public static let message = 4 << 20
  public static let nesting = 32
  /// Values in one message: each costs memory many times its length, and 4 MiB of `[1],[1],…` more than the daemon may have.
  public static let values = 1 << 16
  /// Values in the text of a route: 100 000 points with heights are 400 000, and each takes eight bytes while the route is read.
  public static let valuesOfRoute = 1 << 19
  /// Bytes held for all messages together that have begun and not ended.
  public static let unfinished = 5 << 20
  /// Bytes of answers, events and values that wait to be read: of one connection, of one user's, of all.
  public static let unreadPerConnection = 6 << 20
  public static let unreadPerUser = 6 << 20
  public static let unread = 6 << 20
  /// Bytes of all of these together, with the long messages and the long answers that are in the making.
  public static let heldForClients = 8 << 20
  /// A page of places ends when it is about so long.
  public static let pageBytes = 256 << 10
  /// Longer messages are read beside the loop, and while such ones wait for what they asked, so many bytes of them at once.
  public static let longMessage = 16 << 10
  public static let underWay = 1 << 20
  public static let connections = 256
  public static let connectionsPerUser = 64
  public static let requestsPerSecond = 1000
  /// Events that wait for one reader, and their bytes.
  public static let queue = 256
  public static let queueBytes = 256 << 10
  /// Anchors of one user, their bytes, and those of all users'.
  public static let anchors = 1000
  public static let anchorBytes = 96 << 10
  public static let anchorBytesOfAll = 256 << 10
  /// What the frames of all subscriptions may keep of anchors.
  public static let anchorBytesInFrames = 6 << 20
  /// Places that one call adds: so many are written at once, while samples wait.
  public static let places = 500
  /// Places or anchors in one answer.
  public static let page = 1000
  /// Frames a second.
  public static let frames = 120.0
  /// Seconds in which a reader has to read something, if there is something to read.
  public static let patience = 5
}
