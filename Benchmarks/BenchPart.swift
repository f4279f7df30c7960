/// A part of the benchmark, by the name that runs it alone.
enum BenchPart: String, CaseIterable {
  case recordings, models, places, odometry, tracking, heading, honesty, socket
  case placeStore = "place-store"
  case scene, prediction, wakes, instructions

  /// Whether `gnomon-bench` without a name runs it.
  var isUsual: Bool { ![.prediction, .wakes, .instructions].contains(self) }

  /// The words that may follow its name; nil if none may.
  var words: String? {
    switch self {
    case .honesty: "[SEEDS] [PARAMETER=VALUE...]"
    case .instructions: "[SUBJECT]"
    default: nil
    }
  }

  /// Its line of `--help`.
  private var summary: String {
    switch self {
    case .recordings: "reading and writing a line of a recording"
    case .models: "places on the ellipsoid, the magnetic field, the simulation"
    case .places: "the layout of places for a walker"
    case .odometry: "the filters of attitude, heading and shoe, a gyroscope sample"
    case .tracking: "the whole pipeline over simulated sessions, a gyroscope sample"
    case .heading: "the accuracy of each method of finding the heading by displacement, 500 walks"
    case .honesty: "whether stated accuracies are true, over 400 simulated walks (minutes)"
    case .socket: "delays, processor time and memory of the daemon with subscribers (minutes)"
    case .placeStore: "importing a million places, opening and searching them"
    case .scene: "a scene's frame, from the pose to the bytes of a subscriber; long routes"
    case .prediction: "the errors of predicted orientations, for the constants of the ring; not in a run of all"
    case .wakes:
      "wake-ups, system calls and processor time of the daemon, idle and with readers (strace; two minutes); not in a run of all"
    case .instructions: "instructions for each gyroscope sample, counted by valgrind; not in a run of all"
    }
  }

  static var help: String {
    var text = """
      gnomon-bench [--json] [NAME]: measures the speed, each part beside a reference loop; without a NAME every part (eight minutes).

        --json   prints {NAME: {"value": NUMBER, "unit": TEXT}} at the end; the tables go to standard error

      """
    for part in allCases {
      text += "\n  \(part.rawValue)\(part.words.map { " \($0)" } ?? "")\n      \(part.summary)\n"
    }
    return text + "\nsubjects of instructions: \(CountedSubject.allCases.map(\.rawValue).joined(separator: ", "))\n"
  }

  func run(_ words: [String]) throws {
    switch self {
    case .recordings:
      try Bench.readingRecordings()
      Bench.writingRecordings()
    case .models:
      Bench.geodesy()
      try Bench.simulating()
    case .places: Bench.places()
    case .odometry: try Bench.odometry()
    case .tracking: try Bench.tracking()
    case .heading: Bench.displacement()
    case .honesty:
      let settings = words.filter { $0.contains("=") }, numbers = words.filter { !$0.contains("=") }
      let seeds = numbers.map { Int($0) }
      guard seeds.count <= 1, seeds.allSatisfy({ ($0 ?? 0) > 0 }) else {
        throw BenchUsageFault("honesty takes one number of seeds, not '\(numbers.joined(separator: " "))'")
      }
      try Bench.honesty(seeds: seeds.first.flatMap { $0 } ?? 400, settings: settings)
    case .socket: try Bench.socket()
    case .placeStore: try Bench.placeStore()
    case .scene: try Bench.scene()
    case .prediction: try Bench.prediction()
    case .wakes: try Bench.wakes()
    case .instructions:
      guard words.count <= 1 else { throw BenchUsageFault("instructions takes one subject") }
      guard let name = words.first else { return try Bench.instructions() }
      guard let subject = CountedSubject(rawValue: name) else {
        throw BenchUsageFault("no subject of instructions is named '\(name)'")
      }
      try subject.run()
    }
  }
}

/// A fault of the words after `gnomon-bench`.
struct BenchUsageFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
