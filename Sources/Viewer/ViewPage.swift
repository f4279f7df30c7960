import CViewPage
import WebPages

/// The files of the page: HTML, a style sheet and scripts. The page loads nothing else.
///
/// People edit the files in `Page`; `CViewPage` builds their bytes into the program.
enum ViewPage {
  struct File {
    var path: String
    var kind: String
    var bytes: [UInt8]

    init(_ path: String, _ kind: String, _ bytes: [UInt8]) {
      self.path = path
      self.kind = kind
      self.bytes = bytes
    }

    init(_ path: String, _ kind: String, _ text: embedded_text) {
      self.init(path, kind, Array(UnsafeBufferPointer(start: text.bytes, count: text.count)))
    }
  }

  static let html = File("/", "text/html; charset=utf-8", page_index())

  static let icon = File(PageAnswer.iconPath, PageAnswer.iconKind, PageAnswer.iconImage)

  static let others = [
    File("/view.css", "text/css; charset=utf-8", page_view()),
    script("main", page_main()), script("session", page_session()), script("camera", page_camera()),
    script("ink", page_ink()), script("backdrop", page_backdrop()), script("scenery", page_scenery()),
    script("instruments", page_instruments()), script("plan", page_plan()), script("panel", page_panel()),
  ]

  private static func script(_ name: String, _ text: embedded_text) -> File {
    File("/\(name).js", "text/javascript; charset=utf-8", text)
  }

  static func file(at path: String) -> File? { path == "/" ? html : (others + [icon]).first { $0.path == path } }
}
