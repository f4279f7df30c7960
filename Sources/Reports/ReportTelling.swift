import Geometry
import Text

// The text at the top of the page: verdict, contents, summary and advice.
extension ReportPage {
  /// The parts of the page in their order: the target of a link, and the heading.
  static let parts: [(identifier: String, title: String)] = [
    ("story", "In short"), ("time", "Time line"), ("way", "The way"), ("scene", "Places and route"),
    ("heading", "Heading"),
    ("place", "Place"), ("sources", "Aiding sources"), ("compass", "Compass and calibration"), ("sensors", "Sensors"),
    ("noise", "Noise at rest"),
    ("figures", "Figures"),
  ]

  private var presentParts: [(identifier: String, title: String)] {
    Self.parts.filter { part in
      switch part.identifier {
      case "scene": !story.scene.isEmpty
      case "heading": charts.heading != nil || charts.turns != nil
      case "place": charts.accuracy != nil || charts.height != nil || charts.speed != nil
      case "sources": !story.aids.sources.isEmpty
      case "noise": !story.noises.isEmpty
      default: true
      }
    }
  }

  func beginSection(_ identifier: String, to page: inout TextBuffer) {
    let title = Self.parts.first { $0.identifier == identifier }?.title ?? identifier
    page.append("<section aria-labelledby=\"part-\(identifier)\"><h2 id=\"part-\(identifier)\">\(title)</h2>\n")
  }

  func writeVerdict(to page: inout TextBuffer) {
    page.append("<p class=\"verdict \(telling.grade.rawValue)\"><b>\(telling.grade.rawValue)</b> ")
    page.append(escaped: telling.verdict)
    page.append("</p>\n" as StaticString)
  }

  func writeContents(to page: inout TextBuffer) {
    page.append("<nav aria-label=\"parts of this page\"><ul>" as StaticString)
    for part in presentParts {
      page.append("<li><a href=\"#part-\(part.identifier)\">\(part.title)</a></li>")
    }
    page.append("</ul></nav>\n" as StaticString)
  }

  func writeTelling(to page: inout TextBuffer) {
    beginSection("story", to: &page)
    page.append("<div class=\"telling\"><div>" as StaticString)
    for (name, text) in [
      ("The session", telling.what(on: startedAt)), ("The heading", telling.heading), ("The place", telling.place),
    ] {
      page.append("<h3>\(name)</h3><p>")
      page.append(escaped: text)
      page.append("</p>" as StaticString)
    }
    page.append("</div><div>" as StaticString)
    let notices = story.notices
    if !notices.isEmpty {
      page.append("<h3>Remarks</h3><ul class=\"notices\">" as StaticString)
      for notice in notices {
        page.append(notice.isGrave ? "<li class=\"grave\">" : "<li>")
        page.append(escaped: notice.text)
        page.append("</li>" as StaticString)
      }
      page.append("</ul>" as StaticString)
    }
    page.append("<h3>Advice</h3><ul class=\"advice\">" as StaticString)
    for advice in telling.advice {
      page.append("<li>" as StaticString)
      page.append(escaped: advice)
      page.append("</li>" as StaticString)
    }
    page.append("</ul></div></div></section>\n" as StaticString)
  }
}
