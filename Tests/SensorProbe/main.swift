import Geometry
import Glibc
import Samples
import Sensors

// sensor-probe SECONDS COUNT: reads the IIO devices of this machine and prints what comes, one line each, until there were COUNT
// inertial samples or the time is over. For tests that put it where the machine has others than it has.

let patience = CommandLine.arguments.dropFirst().first.flatMap { Double($0) } ?? 10
let wanted = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 100

var configuration = SensorConfiguration()
configuration.magnetometer.isUsed = false
configuration.barometer.isUsed = false
configuration.rate = Frequency(100)
let source = IIOSource(configuration)
let end = BootInstant.now + .seconds(patience)
var count = 0
while count < wanted && BootInstant.now < end {
  var ready = pollfd(fd: source.descriptor, events: Int16(POLLIN), revents: 0)
  let pause = min(source.deadline, end) - BootInstant.now
  _ = poll(&ready, 1, CInt(max(0, min(pause.value, 1)) * 1000) + 1)
  source.wake(at: BootInstant.now) { event in
    switch event {
    case .sample(.accelerometer(let sample)):
      count += 1
      print("A", sample.time.nanoseconds, sample.force.x, sample.force.y, sample.force.z)
    case .sample(.gyroscope(let sample)):
      count += 1
      print("G", sample.time.nanoseconds, sample.rate.x, sample.rate.y, sample.rate.z)
    case .sample: break
    case .status(let status): print("status", status)
    }
  }
}
print("now", BootInstant.now.nanoseconds)
print("left", source.stop(within: .seconds(5)))
