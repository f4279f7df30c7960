import CPosix
import Geometry
import Glibc
import GnomonClient

/// A `gnomond` that a command starts for itself, and that ends with it.
public final class DaemonProgram {
  /// The program beside this one, else the one on PATH.
  public static var path: String {
    let own = MachineFiles.destination("/proc/self/exe") ?? ""
    let beside =
      own.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/") + "/gnomond"
    return access(beside, X_OK) == 0 ? beside : "gnomond"
  }

  /// Starts it as a child that ends with this program, without waiting for it; −errno on failure.
  public static func start(_ call: [String]) -> CInt {
    var words: [UnsafeMutablePointer<CChar>?] = call.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    return gnomon_start_child(path, words)
  }

  public let socket: String
  private let process: pid_t

  /// Starts it with these arguments, and waits until it answers on its socket.
  public init(_ arguments: [String], socket: String) throws(Failure) {
    self.socket = socket
    let call = ["gnomond"] + arguments + ["--socket", socket]
    process = Self.start(call)
    guard process > 0 else {
      throw .inputOutput("\(Self.path): cannot be started: \(String(cString: strerror(-process)))")
    }
    for _ in 0..<100 {
      var status: CInt = 0
      guard waitpid(process, &status, WNOHANG) == 0 else {
        throw Failure(
          status: .unavailable,
          message:
            "gnomond has ended with status \(status >> 8 & 0xFF); this prints the reason: \(call.joined(separator: " "))"
        )
      }
      if (try? Client(path: socket)) != nil { return }
      usleep(100_000)
    }
    gnomon_end_child(process)
    throw Failure(status: .unavailable, message: "gnomond does not answer on \(socket) within 10 s")
  }

  /// Ends it; it saves what it has learned.
  deinit { if process > 0 { gnomon_end_child(process) } }
}
