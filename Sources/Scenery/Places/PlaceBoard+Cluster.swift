import Geometry
import Samples

extension PlaceBoard {
  /// Nearest first: a place within half of the wearer's distance to the last one that stands for itself, measured from that
  /// one, is counted with it. All lengths are level.
  ///
  /// One that is counted stays so, up to a tenth farther, as long as the place it is counted with stands for itself, even
  /// when it is no longer the last: else what comes and goes among the nearest would regroup everything behind it. And none
  /// changes its part, nor leaves its group, within half a second.
  mutating func cluster(at time: BootInstant) {
    var last: Int?
    for position in sights.indices {
      let track = tracks[sights[position].index]
      let isHeld = holds(since: track.groupedSince, at: time)
      if let head = formerHead(of: position), isHeld || lies(position, by: head, play: 1 + parameters.clusterPlay) {
        join(position, to: head, at: time)
      } else if let head = last, !(isHeld && track.head < 0), lies(position, by: head, play: 1) {
        join(position, to: head, at: time)
      } else {
        if track.head >= 0 || track.groupedSince == nil { tracks[sights[position].index].groupedSince = time }
        tracks[sights[position].index].head = -1
        last = position
      }
    }
  }

  /// Whether something has been so for too short a time to change. A clock that went back holds nothing.
  func holds(since start: BootInstant?, at time: BootInstant) -> Bool {
    guard let start else { return false }
    return time >= start && time - start < parameters.hold
  }

  private func formerHead(of position: Int) -> Int? {
    let head = tracks[sights[position].index].head
    return head < 0 ? nil : sights[..<position].firstIndex { $0.isHead && $0.serial == head }
  }

  private func lies(_ position: Int, by head: Int, play: Double) -> Bool {
    let way = sights[position].offset - sights[head].offset
    return parameters.clusterShare > 0 && hypot(way.x, way.z) <= parameters.clusterShare * sights[head].level * play
  }

  private mutating func join(_ position: Int, to head: Int, at time: BootInstant) {
    sights[position].isHead = false
    sights[head].count += 1
    let index = sights[position].index, serial = sights[head].serial
    tracks[index].dropLabel()
    guard tracks[index].head != serial else { return }
    tracks[index].head = serial
    tracks[index].groupedSince = time
    // Whom others have just joined stays for as long.
    tracks[sights[head].index].groupedSince = time
  }
}
