/// Quota of one contributor, for the layer of that name and the layers whose names begin with it and a slash.
public struct PlaceQuota: Equatable, Sendable {
  public var owner: String
  public var places: Int
  /// Bytes of texts and payloads, plus 100 for each place.
  public var bytes: Int

  public init(owner: String, places: Int, bytes: Int) {
    self.owner = owner
    self.places = places
    self.bytes = bytes
  }

  /// Largest number of layers of one contributor.
  public static let mostLayers = 256

  /// Excess of an addition over the quota.
  public struct Excess: Equatable, Sendable {
    public enum Kind: String, Sendable { case places, bytes, layers }
    public var kind: Kind
    public var limit: Int
    /// Amount before the addition.
    public var used: Int
    public var asked: Int
  }

  /// Returns the excess of an addition; nil if it fits, or does not increase the amount.
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
