/// How much one contributor may keep: in the layer of that name and those whose names begin with it and a slash.
public struct PlaceQuota: Equatable, Sendable {
  public var owner: String
  public var places: Int
  /// Of texts and payloads, and 100 for each place.
  public var bytes: Int

  public init(owner: String, places: Int, bytes: Int) {
    self.owner = owner
    self.places = places
    self.bytes = bytes
  }

  /// Layers of one contributor.
  public static let mostLayers = 256

  /// What a contributor would have kept beyond the quota.
  public struct Excess: Equatable, Sendable {
    public enum Kind: String, Sendable { case places, bytes, layers }
    public var kind: Kind
    public var limit: Int
    /// What was kept before.
    public var used: Int
    public var asked: Int
  }

  /// What would exceed it; what makes nothing more may always be done.
  func excess(places: Int, more: Int, bytes: Int, moreBytes: Int) -> Excess? {
    if more > 0, places + more > self.places {
      return Excess(kind: .places, limit: self.places, used: places, asked: more)
    }
    if moreBytes > 0, bytes + moreBytes > self.bytes {
      return Excess(kind: .bytes, limit: self.bytes, used: bytes, asked: moreBytes)
    }
    return nil
  }
}
