import Geometry
import Glibc
import Samples
import Sensors

// sensor-probe SECONDS COUNT [HZ]: reads the IIO devices of this machine and prints their samples, one line each, until there
// were COUNT inertial samples or the time is over. With a rate it continues relaxed, with no client waiting for samples, for more
// than COUNT samples, and then unrelaxed for some more. For COUNT of the relaxed samples it prints how often a thread of this
// process went to sleep, and how often a reader delivered a batch. It is for tests that run it with simulated devices.

let words = Array(CommandLine.arguments.dropFirst())
let patience = words.first.flatMap { Double($0) } ?? 10
let wanted = words.dropFirst().first.flatMap { Int($0) } ?? 100
let rate = words.dropFirst(2).first.flatMap { Double($0) }

var configuration = SensorConfiguration()
configuration.magnetometer.isUsed = false
configuration.barometer.isUsed = false
configuration.rate = Frequency(rate ?? 100)
let source = IIOSource(configuration)
try source.open()
let end = BootInstant.now + .seconds(patience)
var count = 0
/// Printed at the end, since printing may put this process to sleep.
var lines: [String] = []

@MainActor func read(until enough: Int) {
  while count < enough && BootInstant.now < end {
    var ready = pollfd(fd: source.descriptor, events: Int16(POLLIN), revents: 0)
    let pause = min(source.deadline, end) - BootInstant.now
    _ = poll(&ready, 1, CInt(max(0, min(pause.value, 1)) * 1000) + 1)
    source.wake(at: BootInstant.now) { event in
      switch event {
      case .sample(.accelerometer(let sample)):
        count += 1
        lines.append("A \(sample.time.nanoseconds) \(sample.force.x) \(sample.force.y) \(sample.force.z)")
      case .sample(.gyroscope(let sample)):
        count += 1
        lines.append("G \(sample.time.nanoseconds) \(sample.rate.x) \(sample.rate.y) \(sample.rate.z)")
      case .sample: break
      case .status(let status): print("status", status)
      case .change(let change): print("change", change)
      }
    }
  }
}

/// Returns how often the threads of this process have gone to sleep.
func sleeps() -> Int {
  var sum = 0
  guard let folder = opendir("/proc/self/task") else { return 0 }
  defer { closedir(folder) }
  while let entry = readdir(folder) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    guard !name.hasPrefix("."), let file = fopen("/proc/self/task/\(name)/status", "r") else { continue }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, CInt(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if text.hasPrefix("voluntary_ctxt_switches:") { sum += Int(text.filter(\.isNumber)) ?? 0 }
    }
  }
  return sum
}

read(until: wanted)
if rate != nil {
  source.setBatching(true)
  // Discards samples that were already on their way.
  read(until: wanted + wanted / 4)
  let before = (count, sleeps(), source.batchCount)
  read(until: before.0 + wanted)
  print("relaxed", count - before.0, sleeps() - before.1, source.batchCount - before.2)
  source.setBatching(false)
  read(until: count + wanted / 4)
}
for line in lines { print(line) }
print("now", BootInstant.now.nanoseconds)
print("left", source.close(within: .seconds(5)))
