/// The panes and their places. On a small terminal the least important panes are left out, and the picture names them.
struct WatchLayout: Equatable {
  enum Pane: String, CaseIterable { case title, tape, horizon, state, radar, sensors, way, told, foot, filter }

  struct Place: Equatable {
    var row: Int
    var column: Int
    var rows: Int
    var columns: Int
  }

  private(set) var places: [(pane: Pane, place: Place)] = []

  static func == (a: Self, b: Self) -> Bool {
    a.places.elementsEqual(b.places) { $0.pane == $1.pane && $0.place == $1.place }
  }

  /// Least size at which all panes are shown.
  static let whole = (columns: 80, rows: 24)

  init(columns: Int, rows: Int) {
    if columns >= Self.whole.columns, rows >= Self.whole.rows {
      spread(columns, rows)
    } else {
      stack(columns, rows)
    }
  }

  private init() {}

  /// Returns the layout of the filter page: one pane between the first row and the last.
  static func ofFilter(columns: Int, rows: Int) -> WatchLayout {
    var layout = WatchLayout()
    layout.put(.title, 0, 0, 1, columns)
    layout.put(.filter, 1, 0, max(0, rows - 2), columns)
    layout.put(.foot, rows - 1, 0, 1, columns)
    return layout
  }

  /// Panes of the picture for which there is no room.
  var missing: [Pane] { Pane.allCases.filter { pane in pane != .filter && !places.contains { $0.pane == pane } } }

  subscript(pane: Pane) -> Place? { places.first { $0.pane == pane }?.place }

  private mutating func put(_ pane: Pane, _ row: Int, _ column: Int, _ rows: Int, _ columns: Int) {
    places.append((pane, Place(row: row, column: column, rows: rows, columns: columns)))
  }

  private mutating func spread(_ columns: Int, _ rows: Int) {
    // Rows beyond 24: half for the middle, a sixth for announcements, the rest for lists.
    let spare = rows - Self.whole.rows
    var middle = 11 + spare / 2
    let told = 2 + spare / 6, stateColumns = 32
    // The disc and the horizon are twice as wide as high, so the width limits their height.
    middle = min(middle, (columns - stateColumns - 4) / 4)
    if middle % 2 == 0 { middle -= 1 }
    middle = max(11, middle)
    let radar = 2 * middle + 1
    let lower = rows - 4 - middle - told - 1
    put(.title, 0, 0, 1, columns)
    put(.tape, 1, 0, 3, columns)
    let horizon = min(columns - stateColumns - 2 - radar, 2 * middle + 1)
    put(.horizon, 4, 0, middle, horizon)
    put(.state, 4, horizon + 1, middle, columns - horizon - radar - 2)
    put(.radar, 4, columns - radar, middle, radar)
    let left = min(40 + (columns - 80) / 3, 60)
    put(.sensors, 4 + middle, 0, lower, left)
    put(.way, 4 + middle, left + 1, lower, columns - left - 1)
    put(.told, 4 + middle + lower, 0, told, columns)
    put(.foot, rows - 1, 0, 1, columns)
  }

  /// Places the panes one below the other, the most important first.
  private mutating func stack(_ columns: Int, _ rows: Int) {
    var row = 0
    func fits(_ count: Int) -> Bool { row + count < rows }
    if fits(1) {
      put(.title, row, 0, 1, columns)
      row += 1
    }
    let hasTape = columns >= 30 && rows >= 10
    if hasTape {
      put(.tape, row, 0, 3, columns)
      row += 3
    }
    // Advice and the route take precedence over the sensors.
    let room = rows - 1 - row
    let told = room >= 8 ? 2 : room >= 4 ? 1 : 0
    let way = room - told >= 9 ? 3 : room - told >= 7 ? 2 : 0
    var state = min(11, room - told - way)
    let sensors = room - told - way - state >= 2 ? room - told - way - state : 0
    if sensors == 0 { state = room - told - way }
    let radar = state >= 9 ? 2 * (state - (state + 1) % 2) + 1 : 0
    let hasRadar = radar > 0 && columns >= 33 + radar
    if state > 0 { put(.state, row, 0, state, hasRadar ? columns - radar - 1 : columns) }
    if hasRadar { put(.radar, row, columns - radar, state - (state + 1) % 2, radar) }
    row += max(0, state)
    if way > 0 { put(.way, row, 0, way, columns) }
    row += way
    if sensors > 0 { put(.sensors, row, 0, sensors, columns) }
    row += sensors
    if told > 0 { put(.told, row, 0, told, columns) }
    put(.foot, rows - 1, 0, 1, columns)
  }
}
