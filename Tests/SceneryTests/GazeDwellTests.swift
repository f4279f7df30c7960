import Expectations
import Geometry
import Samples
import Scenery
import Testing

@Suite struct GazeDwellTests {
  @Test func aLookCountsAfterAWhile() {
    let a = PlaceKey(id: "a"), b = PlaceKey(id: "b")
    var dwell = GazeDwell(after: TimeSpan(1)), events: [(GazeDwell.Event, Double)] = []
    func gaze(_ picked: PlaceKey?, from start: Double, to end: Double) {
      for time in stride(from: start, to: end, by: 0.05) {
        events += dwell.update(picked, at: BootInstant(seconds: time)).map { ($0, time) }
      }
    }
    gaze(nil, from: 0, to: 1)
    gaze(a, from: 1, to: 1.8)
    gaze(b, from: 1.8, to: 2.4)
    #expect(events.isEmpty)
    gaze(a, from: 2.4, to: 4)
    #expect(events.map(\.0) == [.dwelled(a)] && abs(events[0].1 - 3.4) < 0.06)
    // A twitch does not end it; another place does, and is looked at itself after its time.
    gaze(nil, from: 4, to: 4.2)
    gaze(a, from: 4.2, to: 5)
    expect(events.count, equals: 1)
    gaze(b, from: 5, to: 7)
    expect(events.map(\.0), equals: [.dwelled(a), .ended(a), .dwelled(b)], "\(events)")
  }
}
