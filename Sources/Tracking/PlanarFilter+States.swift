import Fusion
import Geometry

// The state vector for display (`gnomon watch`, the stream `aids`).
extension PlanarFilter {
  var states: [FilterState] {
    func state(_ name: String, _ unit: String, _ value: Double, _ index: Int) -> FilterState {
      FilterState(name, unit: unit, value, variance: covariance[index, index])
    }
    func states(_ name: String, _ unit: String, _ values: [Double], _ index: Int, _ axes: [String]) -> [FilterState] {
      values.indices.map { state("\(name) \(axes[$0])", unit, values[$0], index + $0) }
    }
    let plane = ["east", "north"], body = ["x", "y", "z"]
    var all = states("place", "m", [place.x, place.y], Index.place, plane)
    all.append(state("yaw", "rad", yaw, Index.yaw))
    all.append(state("drift", "rad/s", rate, Index.rate))
    all.append(state("log stride", "", stride, Index.stride))
    all += states("fix bias", "m", [bias.x, bias.y], Index.bias, plane)
    all.append(state("course", "rad", course, Index.course))
    all.append(state("compass here", "rad", here, Index.here))
    all.append(state("compass neighbourhood", "rad", neighbourhood, Index.neighbourhood))
    all += states("device field", "µT", [hardIron.x, hardIron.y, hardIron.z], Index.hardIron, body)
    if hasSpot { all += states("spot field", "µT", [spot.x, spot.y], Index.spot, plane) }
    return all
  }
}
