import CAllocations
import Formats
import Geodesy
import Geometry
import Samples
import SceneRig
import Scenery
import Service
import Simulation
import Text
import Tracking

/// The cost of a scene frame, from the gyroscope's sample to the bytes in a subscriber's outbox, and the cost of a long route.
extension Bench {
  static func scene() throws {
    print("scene")
    try frames()
    try routes()
  }

  // MARK: frames

  /// Measures a walk along a street with twenty places beside it and its route on the ground, as a display subscribes to it.
  private static func frames() throws {
    let itinerary = Plan.cityBlocks.itinerary(SimulationParameters())
    let middle = GeodesicLine(from: itinerary.start, azimuth: itinerary.azimuth).station(at: .metres(80)).place
    let plane = TangentPlane(origin: middle)
    // Far enough apart that no two places form a cluster.
    let places = (0..<20).map { index -> JSONValue in
      let angle = Double(index) * 2 * .pi / 7 + 0.3, distance = [110.0, 240, 430][index / 7]
      return place(
        index, plane.geodetic(Displacement<Level>(distance * Geometry.sin(angle), 0, distance * Geometry.cos(angle))))
    }
    let samples = try simulatedSamples(seconds: 90)
    // Sixty of them, each with a payload.
    let crowd = (0..<60).map { index -> JSONValue in
      let angle = Double(index) * 2 * .pi / 60 + 0.01, distance = 100 + 5 * Double(index)
      return place(
        index, plane.geodetic(Displacement<Level>(distance * Geometry.sin(angle), 0, distance * Geometry.cos(angle))),
        ["cuisine": "coffee_shop", "opening_hours": "Mo-Fr 08:00-18:00", "number": .integer(Int64(index))])
    }
    for (what, isEverything, isCrowded) in [
      ("a frame to a client that reads", false, false), ("a frame to a client that reads, whole", true, false),
      ("sixty places with payload, orientation and size, and the line", false, true), ("the same, whole", true, true),
    ] {
      let rig = try SceneRig(
        places: isCrowded ? crowd : places, route: street(itinerary), isEverything: isEverything, isCrowded: isCrowded)
      var times: [Double] = [], references: [Double] = [], allocations = 0, most = 0, bytes = 0
      for (index, sample) in samples.enumerated() {
        if index % 400 == 0 { rig.tend() }
        let before = allocations_of_this_thread(), start = processorTime()
        rig.ingest(sample)
        let time = processorTime() - start
        let taken = Int(allocations_of_this_thread() - before)
        let read = rig.read()
        // Frames come 120 times a second, with the poses: the gyroscope's samples.
        guard case .gyroscope = sample, sample.time.nanoseconds > 45_000_000_000, read > 0 else {
          continue
        }
        bytes += read
        times.append(time)
        references.append(reference())
        allocations += taken
        most = max(most, taken)
      }
      let frames = times.count
      times.sort()
      references.sort()
      let median = times[frames / 2], tail = times[frames * 99 / 100], other = references[frames / 2]
      print(
        "  \(what): CPU time p50 \(rounded(median * 1e6, 1)) µs, p99 \(rounded(tail * 1e6, 1)) µs, "
          + "\(rounded(median / other, 2)) × a loop that writes 1000 numbers (\(rounded(other * 1e6, 1)) µs); "
          + (bytes > 0 ? "\(bytes / frames) bytes, " : "")
          + "\(rounded(Double(allocations) / Double(frames), 4)) allocations (at most \(most))"
      )
      figure("\(what), allocations", Double(allocations) / Double(frames), "allocations")
      if bytes > 0 { figure("\(what), size", Double(bytes / frames), "bytes") }
      hold(what, median * 1e6, atMost: isCrowded ? 150 : 100, "µs")
    }
  }

  private static func place(_ index: Int, _ position: Geodetic, _ payload: JSONValue? = nil) -> JSONValue {
    .object(
      [
        JSONMember("id", .string("openstreetmap:node/\(index + 1_234_567)")),
        JSONMember("name", .string("Place number \(index)")), JSONMember("category", "cafe"),
        JSONMember("latitude_deg", .number(position.latitude.value)),
        JSONMember("longitude_deg", .number(position.longitude.value)),
      ] + (payload.map { [JSONMember("payload", $0)] } ?? []))
  }

  /// The reference: about as many numbers as a frame has, the same every time, written into a buffer that is reused.
  private nonisolated(unsafe) static var numbers = TextBuffer(capacity: 1 << 14)
  private static func reference() -> Double {
    let start = processorTime()
    numbers.removeAll()
    for number in 0..<1000 { numbers.append(Double(number) * 0.37, decimals: 4) }
    consume(numbers.count)
    return processorTime() - start
  }

  private static func street(_ itinerary: Itinerary) -> String {
    var azimuth = itinerary.azimuth, place = itinerary.start
    var positions = ["[\(place.longitude.value),\(place.latitude.value)]"]
    for (way, turn) in [(86.5, 90.0), (127, -90), (98.5, 0)] {
      place = GeodesicLine(from: place, azimuth: azimuth).station(at: .metres(way)).place
      azimuth += .degrees(turn)
      positions.append("[\(place.longitude.value),\(place.latitude.value)]")
    }
    return #"{"type":"LineString","coordinates":[\#(positions.joined(separator: ","))]}"#
  }

  // MARK: long routes

  private static func routes() throws {
    // A winding walk of 300 km.
    var generator = Generator(seed: 3), heading = 0.0
    var place = Geodetic(latitude: Degrees(48), longitude: Degrees(11)), points = [place]
    for _ in 1..<100_000 {
      heading += 0.1 * generator.gaussian()
      place = Geodetic(
        latitude: Degrees(place.latitude.value + 3 * Geometry.cos(heading) / 111_200),
        longitude: Degrees(place.longitude.value + 3 * Geometry.sin(heading) / 74_600))
      points.append(place)
    }
    var gpx = TextBuffer()
    gpx.append(#"<?xml version="1.0"?><gpx version="1.1" creator="bench"><trk><trkseg>"#)
    for point in points {
      gpx.append(#"<trkpt lat=""#)
      gpx.append(point.latitude.value, decimals: 7)
      gpx.append(#"" lon=""#)
      gpx.append(point.longitude.value, decimals: 7)
      gpx.append(#""></trkpt>"#)
    }
    gpx.append("</trkseg></trk></gpx>")
    for (name, text) in [("GPX", gpx.bytes), ("polyline", polyline(points))] {
      var times: [Double] = [], references: [Double] = []
      var track: RouteTrack?
      for round in 0..<5 as Range<UInt8> {
        var start = processorTime(), count = 0
        for byte in text where byte == round { count += 1 }
        precondition(count < text.count)
        references.append(processorTime() - start)
        start = processorTime()
        let reading = try RouteReader.read(text, name: "bench", wearer: nil)
        track = RouteTrack(reading.route)
        times.append(processorTime() - start)
      }
      let time = times.sorted()[2], reference = references.sorted()[2]
      print(
        "  a route of \(track?.route.points.count ?? 0) points from \(name): \(rounded(time * 1e3, 1)) ms, "
          + "\(rounded(time / reference, 1)) × a loop over its bytes (\(rounded(reference * 1e3, 2)) ms)")
      hold("load a route (\(name))", time * 1e3, atMost: 200, "ms")
      if name == "GPX", let track { measureProgress(track, points) }
    }
  }

  private static func measureProgress(_ track: RouteTrack, _ points: [Geodetic]) {
    for (what, east) in [("on the route", 0.0), ("off the route", 0.01)] {
      var progress = RouteProgress(track), events: [RouteEvent] = []
      events.reserveCapacity(10_000)
      var times: [Double] = [], allocations = 0
      for step in 0..<5000 {
        var place = points[step + 1]
        if step > 500 { place.longitude = Degrees(place.longitude.value + east) }
        let before = allocations_of_this_thread(), start = processorTime()
        progress.update(place, accuracy: .metres(4), at: BootInstant(seconds: Double(step)), &events)
        times.append(processorTime() - start)
        if step > 600 { allocations += Int(allocations_of_this_thread() - before) }
      }
      times.sort()
      let median = times[times.count / 2], tail = times[times.count * 99 / 100]
      let other = reference()
      print(
        "  an update \(what): CPU time p50 \(rounded(median * 1e6, 2)) µs, p99 \(rounded(tail * 1e6, 2)) µs, "
          + "\(rounded(median / other, 3)) × the loop of 1000 numbers; \(allocations) allocations")
      hold("an update \(what)", median * 1e6, atMost: 50, "µs")
    }
  }

  /// Returns an encoded polyline with six decimals (Google, "Encoded Polyline Algorithm Format").
  private static func polyline(_ points: [Geodetic]) -> [UInt8] {
    var bytes: [UInt8] = [], last = (0, 0)
    func append(_ number: Int) {
      var rest = number < 0 ? ~(number << 1) : number << 1
      while rest >= 0x20 {
        bytes.append(UInt8(rest & 0x1F | 0x20) + 63)
        rest >>= 5
      }
      bytes.append(UInt8(rest) + 63)
    }
    for point in points {
      let now = (Int((point.latitude.value * 1e6).rounded()), Int((point.longitude.value * 1e6).rounded()))
      append(now.0 - last.0)
      append(now.1 - last.1)
      last = now
    }
    return bytes
  }
}
