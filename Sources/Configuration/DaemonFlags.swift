/// The command line of gnomond: the only source for its help, its manual page and the completions.
public enum DaemonFlags {
  public struct Flag: Sendable {
    /// A word without dashes, or a flag with its dashes.
    public var name: String
    /// Placeholder of the value; nil for a switch.
    public var value: String?
    public var meaning: String

    public var head: String { value.map { "\(name) \($0)" } ?? name }
  }

  public static let summary = "publishes the wearer's place on Earth and viewing direction"
  public static let usage = "gnomond [simulate PLAN | replay FILE | --demo | --pushed] [options]"

  public static let sources: [Flag] = [
    Flag(name: "--demo", meaning: "a simulated walk through city blocks, in real time, repeated without end"),
    Flag(name: "simulate", value: "PLAN", meaning: "another walk or ride; `gnomon simulate --list` prints them"),
    Flag(name: "replay", value: "FILE", meaning: "a recording, once"),
    Flag(
      name: "--pushed", meaning: "samples that programs push (gnomon push, gnomon phone), and no sensor of this machine"
    ),
  ]

  public static let options: [Flag] = [
    Flag(name: "--speed", value: "N", meaning: "speed as a multiple of real time (1)"),
    Flag(name: "--from", value: "SECONDS", meaning: "start there: earlier lines are processed as fast as possible (0)"),
    Flag(name: "--seed", value: "N", meaning: "seed of the simulated walk (1)"),
    Flag(
      name: "--socket", value: "PATH",
      meaning: "where clients connect (\(Settings().socket); a session that is played: GNOMON_SOCKET first)"),
    Flag(
      name: "--record", value: "FILE", meaning: "record every input from the start to a new file"),
    Flag(
      name: "--recordings", value: "DIR",
      meaning: "folder of the recordings that clients start (\(Settings().recordings))"),
    Flag(
      name: "--state", value: "DIR",
      meaning: "folder of the learned state (\(Settings().state); a simulation or replay saves nothing)"),
    Flag(
      name: "--config", value: "FILE",
      meaning: "the configuration, instead of /usr/share/gnomon, /etc/gnomon and its drop-ins; used with every source"),
    Flag(name: "--profile", value: "WHO", meaning: "head, torso, hand, foot, vehicle or free"),
    Flag(
      name: "--set", value: "KEY=VALUE",
      meaning: "override a parameter, or Section.Key=VALUE any setting; repeatable"),
    Flag(name: "--print", meaning: "print a line each second on standard output"),
    Flag(name: "--for", value: "SECONDS", meaning: "end after this time"),
    Flag(name: "--help", meaning: "print this help"),
    Flag(name: "--version", meaning: "print the version"),
  ]

  public static let signals: [(name: String, meaning: String)] = [
    ("SIGTERM", "end, and save the learned state"), ("SIGINT", "the same"),
    ("SIGHUP", "read the configuration again; if it has faults, nothing changes, and the faults are in the journal"),
  ]

  /// Exit statuses, numbered as in sysexits.h.
  public static let statuses: [(status: Int32, meaning: String)] = [
    (0, "ended by a signal, after --for, or at a recording's end"), (64, "wrong command line"),
    (1, "another daemon answers on the socket"), (74, "a file or the socket cannot be read or made"),
    (78, "the configuration is wrong"),
  ]

  public static let help: String = {
    func lines(_ flags: [Flag]) -> String {
      let width = (sources + options).map(\.head.count).max() ?? 0
      return flags.map { flag in
        "  \(flag.head)\(String(repeating: " ", count: width - flag.head.count))  \(flag.meaning)\n"
      }.joined()
    }
    return """
      gnomond: \(summary)

      usage: \(usage)

      Without a source it waits for the sensors of the board. `gnomon status` prints its state.

      sources:
      \(lines(sources))
      options:
      \(lines(options))
      SIGTERM and SIGINT end it, SIGHUP reads the configuration again.

      """
  }()
}
