import CommandParts
import Geometry
import Samples

/// The whole picture of `gnomon watch` at a moment, as a grid drawn from a model.
struct WatchPicture {
  var model: WatchModel
  var controls: WatchControls
  var style: TerminalStyle
  var now: BootInstant

  /// Freshness of the picture; while it is paused, at the moment of the pause.
  var freshness: WatchModel.Freshness { model.freshness(at: controls.pausedSince ?? now) }

  func grid() -> CellGrid {
    let model = model.aged(at: controls.pausedSince ?? now)
    var grid = CellGrid(style.columns, style.rows, style)
    let layout =
      controls.page == .filter
      ? WatchLayout.ofFilter(columns: style.columns, rows: style.rows)
      : WatchLayout(columns: style.columns, rows: style.rows)
    for (pane, place) in layout.places {
      var part = CellGrid(place.columns, place.rows, style)
      draw(pane, model, &part, layout)
      // Old data must look different from live data.
      if freshness != .live, pane != .title, pane != .foot { part.emphasise(.dim) }
      grid.lay(part, row: place.row, column: place.column)
    }
    if let banner { drawBanner(banner, &grid, layout) }
    if controls.isHelping { WatchHelp.draw(&grid) }
    return grid
  }

  /// Number of lines of the filter page that do not fit.
  var filterOverhang: Int {
    let room = WatchLayout.ofFilter(columns: style.columns, rows: style.rows)[.filter]?.rows ?? 0
    return FilterPane.overhang(model, CellGrid(style.columns, room, style))
  }

  private func draw(_ pane: WatchLayout.Pane, _ model: WatchModel, _ part: inout CellGrid, _ layout: WatchLayout) {
    switch pane {
    case .title: TitlePane.draw(self, &part)
    case .tape: TapePane.draw(model, &part)
    case .horizon: HorizonPane.draw(model, &part)
    case .state: StatePane.draw(model, &part)
    case .radar: RadarPane.draw(model, &part)
    case .sensors: SensorsPane.draw(model, &part)
    case .way: WayPane.draw(model, &part)
    case .told: ToldPane.draw(self, &part)
    case .filter: FilterPane.draw(model, &part, scroll: controls.scroll)
    case .foot: FootPane.draw(self, &part, missing: controls.page == .filter ? [] : layout.missing)
    }
  }

  /// The warning across the picture that its data are not live.
  private var banner: String? {
    switch freshness {
    case .live: nil
    case .waiting: "no pose yet: the daemon waits for samples"
    case .old(let age): "old: no pose for \(Self.age(age))"
    case .gone(let age, let why): "the daemon has gone, \(Self.age(age)) ago: \(why)"
    }
  }

  private func drawBanner(_ text: String, _ grid: inout CellGrid, _ layout: WatchLayout) {
    let row = layout[.tape]?.row ?? min(1, style.rows - 1)
    let shown = TextLayout.fitted(style.spelled(" \(text) "), grid.columns)
    let width = TextLayout.width(shown), before = (grid.columns - width) / 2
    for column in 0..<grid.columns { grid.put("━", row, column, .bad) }
    grid.write(shown, row, before, .bad)
  }

  /// `0.8 s`, `12 s`, `4 min`: coarse enough not to flicker.
  static func age(_ span: TimeSpan) -> String {
    switch span.value {
    case ..<1: "\(steady(max(0, span.value), 1)) s"
    case ..<120: "\(Int(saturating: span.value)) s"
    case ..<7200: "\(Int(saturating: span.value / 60)) min"
    default: "\(Int(saturating: span.value / 3600)) h"
    }
  }
}
