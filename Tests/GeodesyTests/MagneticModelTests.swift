import Expectations
import Geodesy
import Geometry
import TestData
import Testing

@Suite struct MagneticModelTests {
  private static let model = MagneticModel.worldMagneticModel2025

  /// A row of the reference: nT and degrees, by the calculator of the model's authors.
  struct Row: Sendable {
    let year, latitude, longitude, kilometres, north, east, down, declination, inclination, total: Double

    init(_ v: [Double]) {
      (year, latitude, longitude, kilometres, north) = (v[0], v[1], v[2], v[3], v[4])
      (east, down, declination, inclination, total) = (v[5], v[6], v[7], v[8], v[9])
    }

    func field(_ model: MagneticModel) throws -> MagneticField<ENU> {
      try model.field(at: place(latitude, longitude, kilometres * 1000), year: DecimalYear(year))
    }
  }

  /// A dozen rows that are part of the repository.
  private static let rows: [Row] = [
    [2026.12, 14.474, 142.997, 5, 35989.478, -276.323, 8821.788, -0.43990, 13.77247, 37055.942],
    [2029.14, -36.7402, -46.9669, 1, 14118.054, -4159.260, -17535.362, -16.41528, -49.99221, 22893.401],
    [2028.3, 20.0712, -71.8488, 1, 26063.741, -5289.488, 27006.189, -11.47205, 45.43946, 37902.922],
    [2026.77, -18.1356, 32.5048, 0, 17623.104, -3279.181, -24940.787, -10.54064, -54.29422, 30714.324],
    [2025.03, -23.5324, 134.4792, 10, 30084.817, 2378.321, -43214.165, 4.52005, -55.07142, 52708.791],
    [2029.38, 29.0157, 29.035, 10, 31468.090, 2576.570, 29468.805, 4.68087, 43.02536, 43189.001],
    [2028.45, -77.2742, -110.7352, 1, 9937.003, 14919.298, -49460.564, 56.33439, -70.07830, 52608.715],
    [2026.07, -71.0229, 54.2907, 28, 7792.226, -16938.674, -43458.893, -65.29635, -66.77936, 47289.67],
    [2027.53, 69.8635, -105.1856, 28, 5207.626, 613.441, 56843.891, 6.7183, 84.7296, 57085.231],
    [2026.93, -68.8102, 123.9552, 1, -4341.326, -4491.197, -64590.832, -134.0279, -84.47623, 64892.169],
    [2025.69, 41.3472, 151.0068, 0.1, 27233.751, -3317.698, 38351.485, -6.94572, 54.42161, 47154.223],
    [2027.51, -33.0312, -135.0337, 0.1, 24697.660, 8348.600, -29524.217, 18.67690, -48.55477, 39387.217],
  ].map(Row.init)

  /// The limits: 0.1 nT and 0.001°.
  private func compare(_ rows: [Row], _ name: String) throws {
    var strength = Worst(), angle = Worst()
    for row in rows {
      let field = try row.field(Self.model)
      strength.see(field.y * 1000 - row.north, row)
      strength.see(field.x * 1000 - row.east, row)
      strength.see(-field.z * 1000 - row.down, row)
      strength.see(field.totalStrength.value * 1000 - row.total, row)
      strength.see(field.horizontalStrength.value * 1000 - hypot(row.north, row.east), row)
      angle.see(field.declination.turn(to: .degrees(row.declination)).degrees, row)
      angle.see(field.inclination.degrees - row.inclination, row)
    }
    print("magnetic model against \(name), \(rows.count) rows: \(strength.value) nT, \(angle.value)°")
    expect(strength.value, isBelow: 0.1, "at \(strength.at)")
    expect(angle.value, isBelow: 0.001, "at \(angle.at)")
  }

  @Test func agreesWithItsAuthorsCalculator() throws { try compare(Self.rows, "the embedded rows") }

  @Test(.enabled(if: SharedData.has("reference/wmm2025-values.csv"), "needs shared/reference"))
  func agreesWithEveryReferenceRow() throws {
    let lines = try SharedData.text("reference/wmm2025-values.csv").split(whereSeparator: \.isNewline)
    let rows = lines.filter { !$0.hasPrefix("#") }.dropFirst()
      .map { $0.split(separator: ",").compactMap { Double($0) } }
    #expect(rows.allSatisfy { $0.count == 10 })
    expect(rows.count, isAtLeast: 100)
    try compare(rows.map(Row.init), "shared/reference")
  }

  /// The field is the gradient of a potential: divergence and curl are zero above the ground. By differences in ECEF, where
  /// neither the poles nor the geodetic turn cause a discontinuity.
  @Test func fieldHasNeitherSourcesNorCurrents() throws {
    func earth(_ position: Displacement<ECEF>) throws -> SIMD3<Double> {
      let place = Geodetic(position)
      let field = try Self.model.field(at: place, year: DecimalYear(2027.3))
      return TangentPlane(origin: place).earthFromENU(field).components
    }
    var g = Generator(seed: 14, stream: "maxwell")
    var worst = Worst()
    let step = 1000.0
    for i in 0..<2000 {
      let latitude = i % 5 == 0 ? 90 - exp(g.uniform(in: -12...0)) : g.uniform(in: -90...90)
      let center = place(latitude, g.uniform(in: -180...180), 20_000).earthCentred
      var rows: [SIMD3<Double>] = []
      for axis in 0..<3 {
        var offset = SIMD3(0.0, 0, 0)
        offset[axis] = step
        let ahead = try earth(center + Displacement(offset)), behind = try earth(center - Displacement(offset))
        rows.append((ahead - behind) / (2 * step))
      }
      let divergence = rows[0].x + rows[1].y + rows[2].z
      let curl = SIMD3(rows[1].z - rows[2].y, rows[2].x - rows[0].z, rows[0].y - rows[1].x)
      worst.see(divergence, Geodetic(center))
      worst.see(curl.x, Geodetic(center))
      worst.see(curl.y, Geodetic(center))
      worst.see(curl.z, Geodetic(center))
    }
    print("magnetic model, divergence and curl: \(worst.value) µT/m at \(worst.at)")
    expect(worst.value, isBelow: 2e-9)  // the gradient itself is 2e-5
  }

  /// At a pole east and north depend on the stated longitude; the vector in space does not.
  @Test(arguments: [90.0, -90]) func thePolesAreOrdinaryPlaces(_ latitude: Double) throws {
    func earth(_ latitude: Double, _ longitude: Double) throws -> SIMD3<Double> {
      let place = place(latitude, longitude)
      let field = try Self.model.field(at: place, year: DecimalYear(2025))
      #expect(field.isFinite && field.horizontalStrength.value > 1)
      return TangentPlane(origin: place).earthFromENU(field).components
    }
    let wanted = try earth(latitude, 0)
    for longitude in stride(from: -180.0, through: 180, by: 45) {
      let there = try earth(latitude, longitude), beside = try earth(latitude * (1 - 1e-12), longitude)
      expect(Displacement<ECEF>(there - wanted).norm.value, isBelow: 1e-11)
      expect(Displacement<ECEF>(beside - wanted).norm.value, isBelow: 1e-7)
    }
  }

  @Test func secularVariationIsLinear() throws {
    func field(_ year: Double) throws -> SIMD3<Double> {
      try Self.model.field(at: place(48, 11, 500), year: DecimalYear(year)).components
    }
    let first = try field(2025), middle = try field(2027.5), last = try field(2030)
    expect(MagneticField<ENU>(first + last - 2 * middle).norm.value, isBelow: 1e-10)
    expect(MagneticField<ENU>(last - first).norm.value, isAbove: 0.1)
  }

  @Test func declinationIsPositiveEastAndDipDownward() {
    let field = MagneticField<ENU>(3, 4, -12)
    expect((field.declination.degrees - 36.869_897_645_844).magnitude, isBelow: 1e-11)
    expect((field.inclination.radians - atan2(12, 5)).magnitude, isBelow: 1e-15)
    expect(field.horizontalStrength, equals: FluxDensity(5))
    expect(field.totalStrength, equals: FluxDensity(13))
  }

  @Test func aModelOutsideItsValidityIsMarked() throws {
    expect(Self.model.name, equals: "World Magnetic Model 2025")
    #expect(Self.model.epoch == DecimalYear(2025) && Self.model.validUntil == DecimalYear(2030))
    for year in [2025, 2030.0] { _ = try Self.model.field(at: place(0, 0), year: DecimalYear(year)) }
    func fault(_ year: Double) -> MagneticModelFault? {
      do throws(MagneticModelFault) {
        _ = try Self.model.field(at: place(0, 0), year: DecimalYear(year))
        return nil
      } catch { return error }
    }
    let late = try #require(fault(2030.01))
    #expect(late.description.contains("World Magnetic Model 2025 is valid from 2025.0 to 2030.0"))
    #expect(late.description.contains("2030.01") && late.description.contains("newer coefficient file"))
    let early = try #require(fault(1980))
    #expect(early.description.contains("1980.0") && early.description.contains("set the clock"))
    #expect(fault(.nan) != nil && fault(.infinity) != nil)
  }
}
