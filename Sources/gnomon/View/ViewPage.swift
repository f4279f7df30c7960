/// The files of the page, as the program has them: HTML, a style sheet and scripts that are served from here and from nowhere else.
///
/// People edit the files in `Page`; `scripts/embed-view` writes them into `ViewPage+*.swift`.
enum ViewPage {
  struct File {
    var path: String
    var kind: String
    var text: String
  }

  static let html = File(path: "/", kind: "text/html; charset=utf-8", text: indexText)

  private static let others = [
    File(path: "/icon.svg", kind: "image/svg+xml", text: iconPicture),
    File(path: "/view.css", kind: "text/css; charset=utf-8", text: viewStyle),
    script("main", mainScript), script("session", sessionScript), script("camera", cameraScript),
    script("ink", inkScript), script("backdrop", backdropScript), script("scenery", sceneryScript),
    script("instruments", instrumentsScript), script("plan", planScript), script("panel", panelScript),
  ]

  private static func script(_ name: String, _ text: String) -> File {
    File(path: "/\(name).js", kind: "text/javascript; charset=utf-8", text: text)
  }

  static func file(at path: String) -> File? { path == "/" ? html : others.first { $0.path == path } }
}
