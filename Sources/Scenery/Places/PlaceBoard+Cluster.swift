import Geometry
import Samples

extension PlaceBoard {
  /// Groups nearby places into clusters, nearest place first. A cluster is counted in its head, the only member that has a label.
  ///
  /// A place joins the first head before it that has it within `clusterShare` (half) of the wearer's distance to that head,
  /// measured from the head. All lengths are horizontal. So a cluster depends on its own places only: a place elsewhere, also
  /// one between them in the order, changes nothing.
  ///
  /// A member stays in its cluster up to `clusterPlay` (a tenth) beyond that limit, as long as its head is still a head. A place
  /// does not join or leave a cluster within half a second (`hold`) of its last change.
  mutating func cluster(at time: BootInstant) {
    for position in sights.indices {
      let track = tracks[sights[position].index]
      let isHeld = holds(since: track.groupedSince, at: time)
      if let head = formerHead(of: position), isHeld || lies(position, by: head, play: 1 + SceneParameters.clusterPlay)
      {
        join(position, to: head, at: time)
      } else if !(isHeld && track.head < 0), let head = firstHead(of: position) {
        join(position, to: head, at: time)
      } else {
        if track.head >= 0 || track.groupedSince == nil { tracks[sights[position].index].groupedSince = time }
        tracks[sights[position].index].head = -1
      }
    }
  }

  /// True if a state is younger than the hold time and may not change yet. False after the clock was set back.
  func holds(since start: BootInstant?, at time: BootInstant) -> Bool {
    guard let start else { return false }
    return time >= start && time - start < parameters.hold
  }

  private func formerHead(of position: Int) -> Int? {
    let head = tracks[sights[position].index].head
    return head < 0 ? nil : sights[..<position].firstIndex { $0.isHead && $0.serial == head }
  }

  private func firstHead(of position: Int) -> Int? {
    guard parameters.clusterShare > 0 else { return nil }
    return sights[..<position].indices.first { sights[$0].isHead && lies(position, by: $0, play: 1) }
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
    // The head is held as well, so that it cannot join another cluster at once.
    tracks[sights[head].index].groupedSince = time
  }
}
