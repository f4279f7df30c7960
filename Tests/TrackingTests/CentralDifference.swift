import Geometry

@testable import Tracking

/// The states of a planar filter one by one, in the order of its covariance.
extension PlanarFilter {
  static let stateCount = Index.count

  subscript(state i: Int) -> Double {
    get {
      switch i {
      case Index.place, Index.place + 1: place[i - Index.place]
      case Index.yaw: yaw
      case Index.stride: stride
      case Index.rate: rate
      case Index.bias, Index.bias + 1: bias[i - Index.bias]
      case Index.here: here
      case Index.neighbourhood: neighbourhood
      case Index.course: course
      case Index.spot, Index.spot + 1: spot[i - Index.spot]
      case Index.spotSlope, Index.spotSlope + 1: spotSlope[i - Index.spotSlope]
      default: hardIron[i - Index.hardIron]
      }
    }
    set {
      switch i {
      case Index.place, Index.place + 1: place[i - Index.place] = newValue
      case Index.yaw: yaw = newValue
      case Index.stride: stride = newValue
      case Index.rate: rate = newValue
      case Index.bias, Index.bias + 1: bias[i - Index.bias] = newValue
      case Index.here: here = newValue
      case Index.neighbourhood: neighbourhood = newValue
      case Index.course: course = newValue
      case Index.spot, Index.spot + 1: spot[i - Index.spot] = newValue
      case Index.spotSlope, Index.spotSlope + 1: spotSlope[i - Index.spotSlope] = newValue
      default: hardIron[i - Index.hardIron] = newValue
      }
    }
  }
}

/// Returns the derivative of `f` by state `i` at a filter's state, by central difference.
func centralDifference(_ filter: PlanarFilter, _ i: Int, _ f: (PlanarFilter) -> Double) -> Double {
  let step = 1e-5
  var above = filter, below = filter
  above[state: i] += step
  below[state: i] -= step
  return (f(above) - f(below)) / (2 * step)
}

extension SparseRow {
  /// Returns the element of a state; zero if the row has none.
  func element(_ i: Int) -> Double {
    var sum = 0.0
    for position in 0..<count where index(position) == i { sum += value(position) }
    return sum
  }
}
