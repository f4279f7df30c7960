public import Geodesy
public import Geometry
import Text

/// A grid of cells on the Earth; a blurred position is the middle of its cell. The cells are fixed for a team, so many positions
/// within one cell say no more than one of them, and an average of them reveals nothing.
///
/// Rows have the height N = `size`; in each row the cells have that width at the row's middle:
///
///     row = ⌊(φ − φ₀)/δ⌋,  φ' = φ₀ + (row + ½) δ,  column = ⌊(λ − λ₀) cos φ'/δ⌋,  δ = N/111 320 m · 1°
///
/// with φ the latitude, λ the longitude, and φ₀, λ₀ an offset below one cell that follows from the team's name (SHA-256).
public struct Blur: Equatable, Sendable {
  public let size: Length
  private let offset: SIMD2<Double>

  /// The smallest and the largest cell.
  public static let sizes = 10.0...20_000.0
  /// Blurred poses are sent at most this often: the moment of a change of the cell says that its border is near.
  public static let mostOften = Frequency(0.2)
  /// The rate at which places are sent that are blurred to cells of this size, or not blurred.
  static func sentRate(_ wanted: Frequency, _ size: Length?) -> Frequency {
    size == nil ? wanted : min(wanted, mostOften)
  }
  private static let metresPerDegree = 111_320.0

  public init(size: Length, team: String) {
    self.size = size
    let digest = SHA256(Array("gnomon share grid \(team)".utf8)).digest
    func fraction(_ bytes: ArraySlice<UInt8>) -> Double {
      Double(bytes.reduce(0) { $0 << 8 | UInt64($1) } >> 11) / 0x1p53
    }
    offset = SIMD2(fraction(digest[0..<8]), fraction(digest[8..<16]))
  }

  public func place(_ place: Geodetic) -> Geodetic {
    let step = size.value / Self.metresPerDegree
    let south = (offset.x - 1) * step
    let row = ((place.latitude.value - south) / step).rounded(.down)
    let latitude = min(90, max(-90, south + (row + 0.5) * step))
    // Near a pole one cell goes around it.
    let width = min(360, step / max(1e-6, cos(Angle.degrees(latitude).radians)))
    let west = -180 + (offset.y - 1) * width
    let column = ((place.longitude.value - west) / width).rounded(.down)
    let longitude = min(180, max(-180, west + (column + 0.5) * width))
    let height = ((place.height.value / size.value).rounded(.down) + 0.5) * size.value
    return Geodetic(latitude: Degrees(latitude), longitude: Degrees(longitude), height: Length(height))
  }

  /// Returns the pose without direction of view and motion, in the middle of its cell. The stated radius is never below the size
  /// of the cell.
  public func pose(_ pose: SharedPose) -> SharedPose {
    var blurred = SharedPose(
      name: pose.name, session: pose.session, sequence: pose.sequence, time: pose.time, place: place(pose.place),
      accuracy: Length(hypot(pose.accuracy.value, size.value)))
    blurred.verticalAccuracy = Length(hypot(pose.verticalAccuracy?.value ?? size.value, size.value))
    // To a whole second, so that the time says nothing about the steps of the wearer.
    blurred.time = pose.time / 1000 * 1000
    return blurred
  }
}
