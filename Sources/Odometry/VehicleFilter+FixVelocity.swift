import Geometry
import Samples

// Velocity: z = v_then + w.
extension VehicleFilter {
  mutating func fuseVelocity(_ fix: Fix, _ claim: FixClaim, _ past: MotionHistory.Moment) {
    guard let east = fix.velocityEast, let north = fix.velocityNorth else { return }
    // Faster than the receiver's own smoothing, fixes repeat each other's error.
    let interval = parameters.velocityInterval.value
    let span = fixes.velocityTime.map { (fix.arrival - $0).value } ?? interval
    fixes.velocityTime = fix.arrival
    let variance = claim.velocity * claim.velocity * max(1, interval / max(1e-3, span))
    let stated = SIMD3(east.value, fix.velocityUp?.value ?? 0, -north.value)
    for axis in 0..<3 where axis != 1 || fix.velocityUp != nil {
      fuse(
        pastRows(past, axis).velocity, innovation: stated[axis] - past.velocity[axis],
        variance: axis == 1 ? 2 * variance : variance, gate: gate,
        tolerance: parameters.velocityTolerance.value)
    }
  }
}
