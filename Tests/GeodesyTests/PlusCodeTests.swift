import Expectations
import Geodesy
import Geometry
import Testing

@Suite struct PlusCodeTests {
  private func place(_ latitude: Double, _ longitude: Double) -> Geodetic {
    Geodetic(latitude: Degrees(latitude), longitude: Degrees(longitude))
  }

  /// Examples of the specification's own test data (encoding.csv, decoding.csv, shortCodeTests.csv).
  @Test func theSpecificationsExamples() throws {
    for (latitude, longitude, code) in [
      (20.3700625, 2.7821875, "7FG49QCJ+2V"), (47.0000625, 8.0000625, "8FVC2222+22"),
      (-41.2730625, 174.7859375, "4VCPPQGP+Q9"), (90, 1, "CFX3X2X2+X2"), (1, 180, "62H22222+22"),
    ] {
      expect(PlusCode(place(latitude, longitude)).text, equals: code)
    }
    expect(PlusCode(place(20.3701125, 2.782234375), isFine: true).text, equals: "7FG49QCJ+2VX")
    let zurich = try #require(PlusCode("8fvc2222+22")?.center)
    #expect(abs(zurich.latitude.value - 47.0000625) < 1e-9 && abs(zurich.longitude.value - 8.0000625) < 1e-9)
    let wide = try #require(PlusCode("8FVC0000+")?.center)
    #expect(abs(wide.latitude.value - 47.5) < 1e-9 && abs(wide.longitude.value - 8.5) < 1e-9)
    for (short, near, whole) in [
      ("+2VX", place(51.3701125, -1.217765625), "9C3W9QCJ+2VX"),
      ("CJ+2VX", place(51.3708675, -1.217765625), "9C3W9QCJ+2VX"),
      ("22+", place(42.899, 9.012), "8FJFW222+"), ("22+", place(14.95125, -23.5001), "796RXG22+"),
    ] {
      let code = try #require(PlusCode(short), "\(short)")
      #expect(code.isShort && code.completed(near: near).text == whole, "\(code.completed(near: near).text)")
    }
  }

  @Test func everyPlaceIsInItsCell() throws {
    var generator = Generator(seed: 5)
    for _ in 0..<2000 {
      let here = place(generator.uniform(in: -89.9...89.9), generator.uniform(in: -180...180))
      for isFine in [false, true] {
        let code = try #require(PlusCode(PlusCode(here, isFine: isFine).text))
        let off = code.center
        expect((off.latitude.value - here.latitude.value).magnitude, isAtMost: (isFine ? 0.1 : 0.5) / 8000 + 1e-12)
        let across = (off.longitude.value - here.longitude.value).remainder(dividingBy: 360)
        expect(across.magnitude, isAtMost: (isFine ? 0.125 : 0.5) / 8000 + 1e-12)
      }
      // A short code is completed by any place within half of the missing cell.
      let whole = PlusCode(here)
      let short = try #require(PlusCode(String(whole.text.dropFirst(4))))
      let near = place(
        here.latitude.value + generator.uniform(in: -0.05...0.05),
        here.longitude.value + generator.uniform(in: -0.05...0.05))
      expect(short.completed(near: near).text, equals: whole.text)
    }
  }

  @Test(arguments: [
    "", "+", "8FVC2222", "8FVC2222+2", "8FVC+2222+22", "8FVC22221+22", "8FVCA222+22", "8F0C0000+", "8FVC0000+22",
    "X2222222+22",
    "2X222222+22", "FVC2222+22", "48.2,16.37", "cafe",
  ])
  func otherTextsAreRefused(_ text: String) { #expect(PlusCode(text) == nil) }
}
