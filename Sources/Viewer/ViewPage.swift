import CViewPage
import WebPages

/// The files of the page: HTML, a style sheet and scripts. The page loads nothing else.
///
/// People edit the files in `Page`; `CViewPage` builds their bytes into the program.
enum ViewPage {
  /// The files by their paths.
  static let files: [String: PageAnswer] = [
    "/": file("text/html; charset=utf-8", page_index()), "/view.css": file("text/css; charset=utf-8", page_view()),
    PageAnswer.iconPath: icon,
    "/main.js": script(page_main()), "/session.js": script(page_session()), "/camera.js": script(page_camera()),
    "/ink.js": script(page_ink()), "/backdrop.js": script(page_backdrop()), "/scenery.js": script(page_scenery()),
    "/instruments.js": script(page_instruments()), "/plan.js": script(page_plan()), "/panel.js": script(page_panel()),
    "/awake.js": script(page_awake()), "/picture.js": script(page_picture()), "/words.js": script(page_words()),
    "/glasses.html": file("text/html; charset=utf-8", page_glasses()), "/glasses.js": script(page_glasses_script()),
    "/glasses.css": file("text/css; charset=utf-8", page_glasses_style()),
    "/code.html": file("text/html; charset=utf-8", page_code()),
    "/code.css": file("text/css; charset=utf-8", page_code_style()), "/code.js": script(page_code_script()),
  ]

  /// The pages for a browser that has not sent the code: the one that asks for it.
  static let beforeCode = ["/": "/code.html", "/code.css": "/code.css", "/code.js": "/code.js"].compactMapValues {
    files[$0]
  }.merging([PageAnswer.iconPath: icon]) { $1 }

  private static let icon = PageAnswer(200, PageAnswer.iconKind, PageAnswer.iconImage, policy: policy)

  private static let scriptKind = "text/javascript; charset=utf-8"
  static func script(_ text: [UInt8]) -> PageAnswer { PageAnswer(200, scriptKind, text, policy: policy) }
  private static func script(_ text: embedded_text) -> PageAnswer { file(scriptKind, text) }

  private static func file(_ kind: String, _ text: embedded_text) -> PageAnswer {
    PageAnswer(200, kind, Array(UnsafeBufferPointer(start: text.bytes, count: text.count)), policy: policy)
  }

  /// Scripts and styles are this server's own files; nothing else is loaded, framed or sent anywhere.
  private static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  static func file(at path: String) -> PageAnswer? { files[path] }
}
