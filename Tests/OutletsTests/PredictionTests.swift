import CRing
import CRingReader
import Expectations
import Geometry
import Samples
import Simulation
import Testing
import Tracking

@testable import Outlets
@testable import PoseFormats

/// The error of predicted orientations on simulated heads: against the pipeline's own orientation at the predicted time.
@Suite struct PredictionTests {
  static let horizons = [4, 12, 20]  // samples of 5 ms: 20, 60, 100 ms

  /// Squared errors of each method and horizon, with all errors for a percentile.
  struct Errors {
    var all = [[[Double]]](repeating: [[Double]](repeating: [], count: 3), count: 3)

    func rms(_ method: Int, _ horizon: Int) -> Double {
      let errors = all[method][horizon]
      return (errors.reduce(0) { $0 + $1 * $1 } / Double(max(1, errors.count))).squareRoot() * 180 / .pi
    }
    func largest(_ method: Int, _ horizon: Int) -> Double {
      let errors = all[method][horizon].sorted()
      return errors.isEmpty ? 0 : errors[Int(Double(errors.count - 1) * 0.95)] * 180 / .pi
    }
  }

  static func errors(_ plans: [Plan], seeds: ClosedRange<UInt64>) throws -> Errors {
    var errors = Errors()
    for plan in plans {
      for seed in seeds {
        let poses = try OutletScene.poses(plan, seed: seed, most: 12_000).poses
        var acceleration = AngularAcceleration()
        let entries = poses.map { pose in
          acceleration.ingest(pose.rate, at: pose.time)
          return PoseRing.entry(pose, acceleration.value)
        }
        for index in stride(from: 1000, to: entries.count - 20, by: 3) {
          for (column, horizon) in horizons.enumerated() where poses[index].scene == poses[index + horizon].scene {
            var truth = entries[index + horizon]
            let span = (poses[index + horizon].time - poses[index].time).value
            for row in 0..<3 {
              var predicted = entries[index]
              if row > 0 { ring_reader_predict(&predicted, span, row == 1 ? 0 : AngularAcceleration.fading.value) }
              errors.all[row][column].append(ring_reader_angle(&predicted, &truth))
            }
          }
        }
      }
    }
    return errors
  }

  static let heads: [Plan] = [.lookAround, .gallery, .around, .errand, .crowd]

  /// Seeds that the constants were not chosen on. Each method is better than the one before at 20 and 60 ms, and the acceleration
  /// costs nothing at 100 ms.
  @Test func predictionHelps() throws {
    let errors = try Self.errors(Self.heads, seeds: 11...12)
    for (row, name) in ["none", "constant rate", "with acceleration"].enumerated() {
      let texts = (0..<3).map { column in
        "\((errors.rms(row, column) * 1000).rounded() / 1000)° (\((errors.largest(row, column) * 1000).rounded() / 1000)°)"
      }
      print("prediction, \(name): \(texts.joined(separator: ", ")) rms (95 %) at 20, 60, 100 ms")
    }
    for column in 0..<3 {
      expect(errors.rms(1, column), isBelow: errors.rms(0, column))
      expect(errors.rms(2, column), isAtMost: errors.rms(1, column))
    }
    expect(errors.rms(2, 0), isBelow: 0.75 * errors.rms(1, 0))
  }
}
