import Geometry

extension PlaceBoard {
  /// Nearest first: a place within half of the wearer's distance to the last one that stands for itself, measured from that
  /// one, is counted with it. All lengths are level.
  ///
  /// One that is counted stays so, up to a tenth farther, as long as the place it is counted with stands for itself, even
  /// when it is no longer the last: else what comes and goes among the nearest would regroup everything behind it.
  mutating func cluster() {
    var last: Int?
    for position in sights.indices {
      let index = sights[position].index
      if let head = formerHead(of: position), lies(position, by: head, play: 1 + parameters.clusterPlay) {
        join(position, to: head)
      } else if let head = last, lies(position, by: head, play: 1) {
        join(position, to: head)
      } else {
        tracks[index].head = -1
        last = position
      }
    }
  }

  private func formerHead(of position: Int) -> Int? {
    let head = tracks[sights[position].index].head
    return head < 0 ? nil : sights[..<position].firstIndex { $0.isHead && $0.serial == head }
  }

  private func lies(_ position: Int, by head: Int, play: Double) -> Bool {
    let way = sights[position].offset - sights[head].offset
    return parameters.clusterShare > 0 && hypot(way.x, way.z) <= parameters.clusterShare * sights[head].level * play
  }

  private mutating func join(_ position: Int, to head: Int) {
    sights[position].isHead = false
    sights[head].count += 1
    let index = sights[position].index
    tracks[index].head = sights[head].serial
    tracks[index].slot = nil
    tracks[index].isCovered = false
    tracks[index].count = 0
  }
}
