public import Foundation

/// A real browser that shows a page without a network and reports its content. Tests are skipped with a note if there is none.
public enum Browser {
  public static let executable: URL? = {
    let names = ["chromium-headless-shell", "chromium", "google-chrome", "chromium-browser"]
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    for name in names {
      for folder in folders where FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)") {
        return URL(fileURLWithPath: "\(folder)/\(name)")
      }
    }
    return nil
  }()

  public static let isHere: Bool = {
    if executable == nil { print("skipped: no Chromium on PATH (scripts/setup test installs one)") }
    return executable != nil
  }()

  /// The fonts of a page: the same on each machine that has them, or others that are higher.
  public enum Fonts: String, Sendable, CaseIterable {
    case dejaVu = "fonts.conf"
    case noto = "noto.conf"

    private var isHere: Bool {
      FileManager.default.fileExists(
        atPath: "/usr/share/fonts/truetype/" + (self == .noto ? "noto/NotoSans-Regular.ttf" : "dejavu/DejaVuSans.ttf"))
    }
    /// The variable that makes a browser use them; none where they are not installed.
    public var environment: [String: String] { isHere ? ["FONTCONFIG_FILE": RigProcess.script(rawValue)] : [:] }

    /// Those of which a test needs one; others than the usual ones only where they are installed.
    public static let here: [Fonts] = {
      if !noto.isHere { print("skipped: no Noto Sans (scripts/setup test installs fonts-noto-core)") }
      return noto.isHere ? [.dejaVu, .noto] : [.dejaVu]
    }()
  }

  /// The result of a page.
  public struct Answer {
    /// The value that the script returned, from JSON.
    public var value: Any
    /// The browser's complaints: refused content, script errors.
    public var complaints: [String]
  }

  /// Shows a page in a frame of the given width in pixels, like a phone of that width, and evaluates the body of a function of
  /// `page` (its document) and `view` (its window) in the frame around it. The page itself is shown unchanged, byte for byte.
  public static func ask(_ page: URL, width: Int, in fonts: Fonts = .dejaVu, _ script: String) throws -> Answer {
    guard let executable else { throw CocoaError(.fileNoSuchFile) }
    let scratch = try Scratch()
    let text = """
      <!DOCTYPE html><meta charset="utf-8"><body style="margin:0">
      <iframe id="frame" src="\(page.absoluteString)" style="border:0;width:\(width)px;height:900px"></iframe>
      <pre id="answer"></pre><script>
      onload = () => {
        const view = document.getElementById("frame").contentWindow, page = view.document;
        let answer;
        try { answer = (() => { \(script) })(); } catch (error) { answer = {"error": String(error)}; }
        document.getElementById("answer").textContent = "BEGIN" + btoa(unescape(encodeURIComponent(JSON.stringify(answer)))) + "END";
      };
      </script>
      """
    let harness = URL(fileURLWithPath: try scratch.write(text, to: "harness.html"))
    let process = Process()
    process.executableURL = executable
    process.environment = ProcessInfo.processInfo.environment.merging(fonts.environment) { $1 }
    process.arguments = [
      "--headless", "--hide-scrollbars", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
      "--enable-logging=stderr",
      "--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND", "--window-size=1400,1000",
      "--user-data-dir=\(scratch.path("profile"))", "--dump-dom", harness.absoluteString,
    ]
    let output = URL(fileURLWithPath: try scratch.write("", to: "out"))
    let errors = URL(fileURLWithPath: try scratch.write("", to: "err"))
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    // A browser that hangs is ended, and counts as not answering.
    let browser = process.processIdentifier
    let patience = DispatchWorkItem { kill(browser, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 120, execute: patience)
    process.waitUntilExit()
    patience.cancel()
    let shown = String(decoding: try Data(contentsOf: output), as: UTF8.self)
    let said = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
    guard let begin = shown.range(of: ">BEGIN"), let end = shown.range(of: "END<"),
      let data = Data(base64Encoded: String(shown[begin.upperBound..<end.lowerBound]))
    else { throw Silence(status: process.terminationStatus, said: String(said.suffix(2000))) }
    return Answer(
      value: try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed),
      complaints: said.split(separator: "\n").filter { $0.contains("CONSOLE") }.map(String.init))
  }

  /// The browser did not answer.
  public struct Silence: Error {
    public var status: Int32
    public var said: String
  }
}
