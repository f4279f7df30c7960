public import Fusion
import Geometry

// The state vector for display (`gnomon watch`, the stream `aids`).
extension HeadingFilter {
  public var states: [FilterState] {
    guard let psi else { return [] }
    func state(_ name: String, _ unit: String, _ value: Double, _ index: Int) -> FilterState {
      FilterState(name, unit: unit, value, variance: covariance[index, index])
    }
    var all = [state("yaw", "rad", -psi, Index.psi)]
    for (i, axis) in ["x", "y", "z"].enumerated() {
      all.append(state("device field \(axis)", "µT", hardIron[i], Index.hardIron + i))
    }
    for (i, axis) in ["east", "north", "up"].enumerated() {
      all.append(state("distortion \(axis)", "µT", distortion[i], Index.distortion + i))
    }
    all.append(state("reference north", "µT", north, Index.north))
    all.append(state("reference up", "µT", up, Index.up))
    all.append(state("magnetometer lag", "s", lag, Index.lag))
    return all
  }
}
