public import Geometry

/// A model of the Earth's main magnetic field: Gauss coefficients of degree 12 with their yearly change, from an epoch
/// to the end of its validity.
///
/// A. Chulliat et al., "The US/UK World Magnetic Model for 2020-2025: Technical Report" (NOAA/NCEI 2020,
/// doi:10.25923/ytk1-yx35), §1.2. `MagneticModel.worldMagneticModel2025` is built in; a newer one is read from a
/// coefficient file. Fields of the crust and of objects near the wearer are not in it.
public struct MagneticModel: Sendable {
  /// The name in the coefficient file.
  public let name: String
  public let epoch: DecimalYear
  /// The end of the validity given by the model's authors: five years after the epoch unless the file says otherwise.
  public let validUntil: DecimalYear
  /// Sorted by order, then degree, as the Legendre recursion needs them.
  let terms: [GaussTerm]

  static let degree = 12
  /// The geomagnetic reference radius a, in meters.
  static let referenceRadius = 6_371_200.0

  init(name: String, epoch: DecimalYear, validUntil: DecimalYear, rows: [GaussRow]) {
    precondition(rows.count == Self.degree * (Self.degree + 3) / 2, "a model has one row for each degree and order")
    self.name = name
    self.epoch = epoch
    self.validUntil = validUntil
    terms = rows.sorted { ($0.order, $0.degree) < ($1.order, $1.degree) }.map(GaussTerm.init)
  }

  public func isValid(_ year: DecimalYear) -> Bool {
    year.value >= epoch.value && year.value <= validUntil.value  // false for NaN
  }

  /// Returns the field at a place and date, for heights of −1 km to 850 km. Throws for a date outside the validity.
  public func field(at place: Geodetic, year: DecimalYear) throws(MagneticModelFault) -> MagneticField<ENU> {
    guard isValid(year) else {
      throw MagneticModelFault(model: name, epoch: epoch, validUntil: validUntil, year: year)
    }
    return evaluate(at: place, yearsSinceEpoch: year.value - epoch.value)
  }
}

/// One line of a coefficient file, in nT and nT per year.
struct GaussRow: Sendable {
  var degree: Int
  var order: Int
  var g: Double
  var h: Double
  var gRate: Double
  var hRate: Double
}

/// A row with the factors of its Legendre function's recursion.
struct GaussTerm: Sendable {
  let degree: Double
  let g: Double
  let h: Double
  let gRate: Double
  let hRate: Double
  /// √(n² − m²), and the same for degree n − 1.
  let root: Double
  let rootBelow: Double

  init(_ row: GaussRow) {
    let n = Double(row.degree), m = Double(row.order)
    degree = n
    g = row.g
    h = row.h
    gRate = row.gRate
    hRate = row.hRate
    root = (n * n - m * m).squareRoot()
    rootBelow = row.degree > row.order ? ((n - 1) * (n - 1) - m * m).magnitude.squareRoot() : 0
  }
}

/// A date outside a magnetic model's validity.
public struct MagneticModelFault: Error, Equatable, Sendable {
  public let model: String
  public let epoch: DecimalYear
  public let validUntil: DecimalYear
  public let year: DecimalYear
}

extension MagneticModelFault: CustomStringConvertible {
  /// The error and its remedy.
  public var description: String {
    let validity = "\(model) is valid from \(epoch) to \(validUntil), and the date is \(year)"
    return year < epoch
      ? "\(validity): set the clock, or give a coefficient file of that time"
      : "\(validity): give a newer coefficient file (WMM.COF from NOAA, "
        + "https://www.ncei.noaa.gov/products/world-magnetic-model), or set the clock"
  }
}
