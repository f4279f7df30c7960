import CPosix
import CommandParts
import Geometry
import Glibc
import GnomonClient
import Samples

/// One picture of the live view, as lines.
enum WatchOnce {
  /// Longest wait for the daemon's data; missing ones are then shown as not known.
  private static let patience = TimeSpan.seconds(1.5)
  private static let step: useconds_t = 20_000

  static func lines(path: String, style: TerminalStyle, page: WatchControls.Page) throws(ClientFault) -> [String] {
    var now = BootInstant(nanoseconds: gnomon_boot_time()), model = WatchModel()
    let controls = WatchControls(page: page), begin = now
    let link = try WatchLink(path: path, rate: 10, range: controls.range, showing: page, at: now)
    while now - begin < patience, !isComplete(model, page) {
      usleep(step)
      now = BootInstant(nanoseconds: gnomon_boot_time())
      try link.pump(&model, at: now) { _, _ in }
    }
    var lines = WatchPicture(model: model, controls: controls, style: style, now: now).grid().lines
    // The keys are of use on a live terminal only; the list of missing panes stays.
    if page == .filter || WatchLayout(columns: style.columns, rows: style.rows).missing.isEmpty { lines.removeLast() }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  private static func isComplete(_ model: WatchModel, _ page: WatchControls.Page) -> Bool {
    if page == .filter { return model.pose != nil && model.status != nil && model.aids != nil }
    return model.pose != nil && model.status != nil && model.alignment != nil && model.sensors != nil
      && model.frame != nil
  }
}
