/// The options of the program `gnomon-share`, for its help and its manual page.
public enum ShareFlags {
  public static let summary = "shares the wearer's poses with a team over an MQTT broker"

  public static let options: [(name: String, value: String?, meaning: String)] = [
    (
      "--folder", "FOLDER",
      "the folder with share.json, home.json and state.json (\(SharePaths.variable), else /etc/gnomon and /run/gnomon-share)"
    ), ("--socket", "PATH", "the daemon's socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)"),
    ("--help", nil, "print this"), ("--version", nil, "print the version"),
  ]
}
