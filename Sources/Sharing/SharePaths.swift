/// The files of the service: its settings, which `gnomon share join` and `gnomon share home join` write, and its state, which
/// `gnomon share status` reads.
public struct SharePaths: Equatable, Sendable {
  public let settings: String
  public let home: String
  public let state: String

  /// The variable that names the folder of a service that is not the system's.
  public static let variable = "GNOMON_SHARE"

  /// The files in one folder; without a folder those of the system's service.
  public init(folder: String?) {
    settings = "\(folder ?? "/etc/gnomon")/share.json"
    home = "\(folder ?? "/etc/gnomon")/home.json"
    state = "\(folder ?? "/run/gnomon-share")/state.json"
  }
}
