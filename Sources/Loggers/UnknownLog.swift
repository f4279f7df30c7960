/// A file that is no log of a known kind, with the way on for its reader.
public enum UnknownLog {
  /// A sentence on how to go on with a file that begins so.
  public static func advice(opening: ArraySlice<UInt8>) -> String {
    func begins(_ text: String) -> Bool { opening.starts(with: text.utf8) }
    if begins("gnomon-recording") {
      return "it is a recording already: use it with gnomon replay, report, export or view"
    }
    if begins("SQLite format 3") {
      return "an SQLite file; a bag of ROS 2 is read in MCAP: ros2 bag convert, or rosbags-convert --dst-storage mcap"
    }
    if begins("#ROSBAG") {
      return "a bag of ROS 1; convert it first: rosbags-convert --src FILE.bag --dst FOLDER --dst-storage mcap"
    }
    let line = String(decoding: opening.prefix(1000).prefix { $0 != 0x0a }, as: UTF8.self)
    if line.contains(where: { ",;\t".contains($0) }) {
      return
        "it looks like a table: name its columns, such as --columns t=TIME:ms,ax=AccX,ay=AccY,az=AccZ,… (docs/files.md), "
        + "or write a recording from it with a few lines of your own (docs/files.md)"
    }
    return
      "name its format with --format, or write a recording from it with a few lines of your own (docs/files.md)"
  }
}
