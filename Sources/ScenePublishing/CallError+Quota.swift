import Storage
import Wire

extension CallError {
  /// Returns the error for more places than a contributor may keep.
  static func quotaExceeded(_ excess: PlaceQuota.Excess) -> CallError {
    let key =
      switch excess.kind {
      case .places: "Places.MostPerContributor"
      case .bytes: "Places.BytesPerContributor"
      case .layers: ""
      }
    let change = key.isEmpty ? "" : ", or an administrator raises \(key)"
    return CallError.quotaExceeded(
      quota: excess.kind.rawValue, limit: excess.limit, used: excess.used, asked: excess.asked, setting: key,
      english:
        "you have \(excess.used) of at most \(excess.limit) \(excess.kind.rawValue), and requested \(excess.asked) more; nothing was changed: remove some first\(change)"
    )
  }
}
