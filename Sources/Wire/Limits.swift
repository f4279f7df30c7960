/// How much a client may ask of the socket; each limit is answered with a declared error.
public enum Limits {
  /// Longer messages are refused unread: long routes go as files.
  public static let message = 4 << 20
  public static let nesting = 32
  /// Values in one message: each costs memory many times its length, and 4 MiB of `[1],[1],…` more than the daemon may have.
  public static let values = 1 << 16
  /// Bytes held for all messages together that have begun and not ended.
  public static let unfinished = 16 << 20
  public static let connections = 256
  public static let connectionsPerUser = 64
  public static let requestsPerSecond = 1000
  /// Events and replies that wait for one reader.
  public static let queue = 256
  /// Anchors of one user.
  public static let anchors = 1000
  /// Places that one call adds: so many are written at once, while samples wait.
  public static let places = 500
  /// Places or anchors in one answer.
  public static let page = 1000
  /// Frames a second.
  public static let frames = 120.0
  /// Seconds in which a reader has to read something, if there is something to read.
  public static let patience = 5
}
