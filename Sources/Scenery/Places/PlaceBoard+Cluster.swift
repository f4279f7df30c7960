import Geometry

extension PlaceBoard {
  /// Nearest first: a place within half of the wearer's distance to the last one that stands for itself, measured from that
  /// one, is counted with it. All lengths are level. One that is counted stays so up to a tenth farther.
  ///
  /// Every decision leans on those before it alone, and each has its own play: so none of them flickers.
  mutating func cluster() {
    var head = -1
    for position in sights.indices {
      let index = sights[position].index
      let serial = head < 0 ? -1 : tracks[sights[head].index].serial
      if head >= 0 {
        let way = sights[position].offset - sights[head].offset
        let play = tracks[index].head == serial ? 1 + parameters.clusterPlay : 1
        let limit = parameters.clusterShare * sights[head].level * play
        if parameters.clusterShare > 0 && hypot(way.x, way.z) <= limit {
          sights[position].isHead = false
          sights[head].count += 1
          tracks[index].forget()
          tracks[index].head = serial
          continue
        }
      }
      tracks[index].head = -1
      head = position
    }
  }
}
