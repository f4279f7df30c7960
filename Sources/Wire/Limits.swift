/// The limits for clients of the socket. Each violation is answered with a declared error.
public enum Limits {
  /// Longest message in bytes; longer ones are refused unread. Long routes are sent as files.
  public static let message = 4 << 20
  public static let nesting = 32
  /// Values in one message. Each needs memory many times its length; 4 MiB of `[1],[1],…` would exceed the daemon's memory.
  public static let values = 1 << 16
  /// Values in a route's text: 100 000 points with heights are 400 000 values. Each needs eight bytes while the route is read.
  public static let valuesOfRoute = 1 << 19
  /// Bytes held for all unfinished messages together.
  public static let unfinished = 5 << 20
  /// Bytes of unread answers, events and values: per connection, per user, in total.
  public static let unreadPerConnection = 6 << 20
  public static let unreadPerUser = 6 << 20
  public static let unread = 6 << 20
  /// Bytes of all these together, with the long messages and long answers in progress.
  public static let heldForClients = 8 << 20
  /// Approximate size at which a page of places ends.
  public static let pageBytes = 256 << 10
  /// Messages longer than this are handled outside the loop; `underWay` is the limit for all of these together while they wait.
  public static let longMessage = 16 << 10
  public static let underWay = 1 << 20
  public static let connections = 256
  public static let connectionsPerUser = 64
  public static let requestsPerSecond = 1000
  /// Events queued for one reader, and their bytes.
  public static let queue = 256
  public static let queueBytes = 256 << 10
  /// Anchors of one user, their bytes, and the bytes of all users' anchors.
  public static let anchors = 1000
  public static let anchorBytes = 96 << 10
  public static let anchorBytesOfAll = 256 << 10
  /// Bytes of anchors kept in the frames of all subscriptions.
  public static let anchorBytesInFrames = 6 << 20
  /// Places in one call: the worker adds them in one transaction, and answers no other call meanwhile.
  public static let places = 500
  /// Bytes of the name of a layer, a place or an anchor, and of an anchor's payload.
  public static let name = 255
  public static let payload = 64 << 10
  /// Longest payload in a frame, and bytes of the payloads that are held for frames.
  public static let framePayload = 4 << 10
  public static let framePayloads = 1 << 20
  /// Places whose payloads are held for frames: more than a frame shows.
  public static let placesWithPayload = 1000
  /// Places that move: of all users, and of one.
  public static let movingPlaces = 500
  public static let movingPlacesPerUser = 100
  /// Different settings of boards among the subscriptions: each board decides by itself what is shown.
  public static let sceneStyles = 4
  /// Places or anchors in one answer.
  public static let page = 1000
  /// Seconds within which a reader has to read something, if there is something to read.
  public static let patience = 5
}
