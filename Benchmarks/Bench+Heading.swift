import Alignment
import Geodesy
import Geometry
import Methods
import Samples
import Trials

/// The accuracy of each method of finding the heading by displacement: a straight walk at 1.4 m/s with a small odometry error,
/// seen by a receiver with a slow error of 3 m (`DisplacementTrial`), over many seeds.
extension Bench {
  /// Errors of one seed at `headingMoments`, and the standard deviations stated at those times.
  struct HeadingTrial {
    var errors: [Double] = []
    var sigmas: [Double] = []
  }

  static let headingMoments = [20.0, 60, 120]

  static func displacement() {
    let seeds = 1...500
    print(
      "\nheading by displacement, \(seeds.count) walks: median and 95 % of the error in degrees, stated 68 % that hold")
    print("method                          20 s                  60 s                 120 s")
    for (name, method) in HeadingContender.all {
      for initial in name == "fit" ? [0.0, 30, 90, 180] : [0.0] {
        let trials = seeds.map { headingTrial(UInt64($0), initialError: initial, method) }
        var line = initial == 0 ? name : "\(name), \(Int(initial))° off at first"
        line += String(repeating: " ", count: max(1, 26 - line.count))
        for k in headingMoments.indices {
          let errors = trials.map { $0.errors[k] }.sorted()
          let held = trials.count { $0.errors[k] <= $0.sigmas[k] }
          let label = "\(name), \(Int(initial))° off, after \(Int(headingMoments[k])) s"
          figure("\(label), median", errors[errors.count / 2], "degrees")
          figure("\(label), stated 68 % that hold", 100 * Double(held) / Double(trials.count), "%")
          let figures = [errors[errors.count / 2], errors[errors.count * 95 / 100]].map { rounded($0, 1) }
          let text = "\(figures[0]) / \(figures[1])  \(100 * held / trials.count) %"
          line += text + String(repeating: " ", count: max(1, 22 - text.count))
        }
        print(line)
      }
    }
  }

  private static func headingTrial(
    _ seed: UInt64, initialError: Double, _ method: HeadingContender
  ) -> HeadingTrial {
    var trial = DisplacementTrial(seed: seed, initialYaw: .degrees(40))
    var contender = method
    contender.yaw = .degrees(40 - initialError)
    let origin = TangentPlane(origin: Geodetic(latitude: Degrees(48), longitude: Degrees(9)))
    var buffer = EstimateBuffer()
    var way = Length.zero, last = Displacement<Scene>.zero
    var result = HeadingTrial()
    while result.errors.count < headingMoments.count {
      let moment = trial.next()
      way = way + (moment.scene - last).norm
      last = moment.scene
      guard let fix = moment.fix else { continue }
      let time = BootInstant(seconds: moment.time.value)
      buffer.add(
        Estimate(
          time: time, place: origin.geodetic(fix), radius: trial.stated * RadiusPerSigma.of68, scene: moment.scene,
          way: way))
      contender.learn(buffer, at: moment.time.value)
      if headingMoments.contains(moment.time.value) {
        result.errors.append((contender.yaw - moment.yaw).wrapped.degrees.magnitude)
        result.sigmas.append(contender.sigma.degrees)
      }
    }
    return result
  }
}

/// A method, and the yaw that it has estimated.
struct HeadingContender {
  enum Method {
    case fit
    case pairs(PairHeading)
  }
  var method: Method
  var yaw = Angle.zero
  var sigma = Angle.degrees(104)
  private var lastRun = 0.0, seen = 0

  init(_ method: Method) { self.method = method }

  static var all: [(String, HeadingContender)] {
    [("fit", HeadingContender(.fit))]
      + PairHeading.Choice.allCases.map { ("pairs, \($0.rawValue)", HeadingContender(.pairs(PairHeading($0)))) }
  }

  mutating func learn(_ buffer: EstimateBuffer, at time: Double) {
    switch method {
    case .fit:
      guard case .success(let fit) = buffer.rigidFit() else { return }
      yaw = fit.yaw
      sigma = fit.sigma
    case .pairs(var heading):
      seen += 1
      guard seen >= 10 || time - lastRun >= 10 else { return }
      seen = 0
      lastRun = time
      guard case .success(let mean) = heading.mean(of: buffer, yaw: yaw) else { return }
      yaw = (yaw + mean.angle).wrapped
      sigma = mean.sigma
      method = .pairs(heading)
    }
  }
}
