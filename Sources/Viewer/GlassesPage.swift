import WebPages

/// The page of see-through glasses: the scene alone, on black, in the field of view of their display.
struct GlassesPage {
  /// The angle from corner to corner of the display, in degrees.
  ///
  /// XREAL states 46 for Air 2 and 52 for Air 2 Ultra (theverge.com, 7 January 2024, "Xreal's new AR glasses …"), and does not say
  /// along which side. *Unverified*: that it is the diagonal, and that Air and Air 2 Pro have the same as Air 2. It agrees with the
  /// 24 that ar-drivers-rs (github.com/badicsalex/ar-drivers-rs, nreal_air.rs) has for one side of the Air's display: 46 along the
  /// diagonal of 16:9 are 23.5 from top to bottom.
  let diagonal: Double

  static let usualDiagonal = 46.0
  static let diagonals = 20.0...90.0

  /// The page itself and its angle; nil for the files that it shares with the built-in page.
  func file(at path: String) -> PageAnswer? {
    switch path {
    case "/": ViewPage.file(at: "/glasses.html")
    case "/display.js": ViewPage.script(Array("export const diagonal = \(diagonal);\n".utf8))
    default: nil
    }
  }
}
