import Calibrators
public import Geometry
import Odometry

/// A sensor's noises for each axis, and the filter parameters that follow from them.
public struct AllanReport: Equatable, Sendable {
  public var sensor: AllanRecorder.Sensor
  /// Axes x, y, z of the body.
  public var axes: [AllanVariance]
  /// Duration of the longest stretch, the only one that is evaluated.
  public var duration: TimeSpan
  public var interval: TimeSpan
  public var samples: Int
  /// Number of lost samples that were bridged.
  public var filled: Int
  /// Number of stretches between holes.
  public var stretches: Int
  /// Time from first to last sample, holes included.
  public var arrived: TimeSpan

  /// A value that this record recommends for one of the filter's parameters.
  public struct Recommendation: Equatable, Sendable {
    public var parameter: String
    /// Value in the parameter's own unit.
    public var value: Double
    public var unit: String
    /// Factor on the measured noise.
    public var factor: Double
    public var why: String
    /// The assignment as written for `--set` and in the configuration.
    public var line: String { "\(parameter)=\(AllanReport.significant(value))" }
  }

  /// Factor on the white noise: in motion, errors of scale, timing and quantization act like white noise too. The filter's
  /// default, tuned on public recordings of sensors whose data sheets say 0.01 °/√s, is three times that.
  public static let whiteFactor = 3.0
  /// Factor on the bias walk: over minutes a bias walks by temperature and flicker rather than by K (`walk`). The default is some
  /// twenty times what records at rest show; inflating by ten to twenty is the usual advice for filters that model only white
  /// noise and walk.
  public static let walkFactor = 20.0
  /// Time over which flicker moves the bias by about B (`instability`), as a walk of B/√time does.
  static let flickerTime = TimeSpan(100)

  /// Recommendations from the worst axis. Empty if nothing useful was measured.
  public var recommendations: [Recommendation] {
    guard sensor == .gyroscope else { return accelerometerRecommendations }
    var found: [Recommendation] = []
    let degrees = 180 / Double.pi
    if let white = axes.compactMap(\.whiteNoise?.value).max() {
      found.append(
        Recommendation(
          parameter: "gyroscope.noise", value: Self.whiteFactor * white * degrees, unit: "°", factor: Self.whiteFactor,
          why: "\(decimal(Self.whiteFactor, 0)) times the white noise of the worst axis: in motion scale, timing and "
            + "quantization errors add to it"))
    }
    let walk = axes.compactMap(\.walk?.value).max() ?? 0
    let flicker = (axes.compactMap(\.instability?.value).max() ?? 0) / Self.flickerTime.value.squareRoot()
    if max(walk, flicker) > 0 {
      found.append(
        Recommendation(
          parameter: "gyroscope.bias_walk", value: Self.walkFactor * max(walk, flicker) * degrees, unit: "°",
          factor: Self.walkFactor,
          why:
            "\(decimal(Self.walkFactor, 0)) times the walk, or the instability over \(decimal(Self.flickerTime.value, 0)) s, "
            + "whichever is more: temperature and flicker move a bias faster than a record at rest shows"))
    }
    return found
  }

  /// The recommendations as lines for a configuration file; empty where there are none.
  public var configuration: String {
    let lines = recommendations.map { "# \($0.why)\n\($0.line)\n" }
    return lines.isEmpty ? "" : "[Parameters]\n" + lines.joined()
  }

  /// In the filter, accelerometer.noise covers motion, not the sensor: it is raised only for a very noisy sensor.
  private var accelerometerRecommendations: [Recommendation] {
    guard let white = axes.compactMap(\.whiteNoise?.value).max() else { return [] }
    let value = Self.whiteFactor * white
    guard value > AttitudeParameters().accelerometerNoise.value else { return [] }
    return [
      Recommendation(
        parameter: "accelerometer.noise", value: value, unit: "m/s/√s", factor: Self.whiteFactor,
        why: "this sensor's noise exceeds what the filter allows for motion")
    ]
  }

  /// Three significant digits, without an exponent.
  static func significant(_ value: Double) -> String {
    guard value > 0, value.isFinite else { return "0" }
    var places = 2, limit = 1.0
    while value < limit, places < 12 {
      places += 1
      limit /= 10
    }
    return decimal(value, places)
  }
}
