import Files
import Glibc
import Odometry

// Instructions, unlike times, are the same on a machine with other load, so a change of one percent shows.
extension Bench {
  /// Counts the instructions of each subject for a gyroscope sample, with all other samples of its session and the loop over them:
  /// this program runs itself under callgrind, which counts inside `counted_body`.
  static func instructions() throws {
    print("instructions a gyroscope sample                      all     copying memory")
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    // The debugger's information of Swift programs is newer than some versions of valgrind can read.
    let program = "\(folder.path)/gnomon-bench"
    _ = try output(of: ["strip", "--strip-debug", "-o", program, "/proc/\(getpid())/exe"])
    var trackers: [Double] = []
    for subject in CountedSubject.allCases {
      let counts = "\(folder.path)/\(subject.rawValue)"
      let printed = try output(of: [
        "valgrind", "--tool=callgrind", "--quiet", "--callgrind-out-file=\(counts)", "--collect-atstart=no",
        "--toggle-collect=counted_body", program, BenchPart.instructions.rawValue, subject.rawValue,
      ])
      guard let samples = Int(printed.filter(\.isNumber)), samples > 0 else {
        throw BenchFault("\(subject.name): the number of samples is '\(printed)'")
      }
      let count = CallgrindCount(String(decoding: try wholeFile(counts, atMost: 1 << 26), as: UTF8.self))
      guard count.all > 0 else { throw BenchFault("\(subject.name): callgrind has not seen counted_body") }
      let each = Double(count.all) / Double(samples), copying = 100 * Double(count.copying) / Double(count.all)
      if Profile(rawValue: subject.rawValue) != nil { trackers.append(each) }
      figure(subject.name, each, "instructions")
      figure("\(subject.name), copying memory", copying, "%")
      print(subject.name + right(rounded(each, 0), 56 - subject.name.count) + right("\(rounded(copying, 1)) %", 19))
    }
    let mean = trackers.reduce(0, +) / Double(trackers.count)
    figure("tracker, mean of the profiles", mean, "instructions")
    print("tracker, mean of the profiles" + right(rounded(mean, 0), 27))
  }

  /// Runs a program found on PATH, and returns its standard output.
  static func output(of words: [String]) throws -> String {
    var pipes: [CInt] = [0, 0]
    guard pipe(&pipes) == 0 else { throw BenchFault("pipe: \(String(cString: strerror(errno)))") }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, pipes[1], 1)
    for descriptor in pipes { posix_spawn_file_actions_addclose(&actions, descriptor) }
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var process: pid_t = 0
    let fault = posix_spawnp(&process, words[0], &actions, nil, &arguments, environ)
    posix_spawn_file_actions_destroy(&actions)
    for argument in arguments { free(argument) }
    close(pipes[1])
    defer { close(pipes[0]) }
    if fault != 0 {
      throw BenchFault("\(words[0]): \(String(cString: strerror(fault))); install it (Debian: valgrind, binutils)")
    }
    var text: [UInt8] = [], buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = read(pipes[0], &buffer, buffer.count), count > 0 { text += buffer[..<count] }
    var status: CInt = 0
    waitpid(process, &status, 0)
    guard status == 0 else { throw BenchFault("'\(words.joined(separator: " "))' failed") }
    return String(decoding: text, as: UTF8.self)
  }
}
