import Scenery

/// An SQL condition on rows of `places p`, with its parameters, numbered from `first` on.
struct PlaceCondition {
  /// Terms, each after an AND.
  private(set) var text = ""
  private var numbers: [Int64] = []
  private var texts: [String] = []
  private let first: CInt

  /// Creates a condition with parameters from `first` on. `hasRemoved`: rows of removed layers still exist.
  init(_ choice: PlaceFilter?, layer: Int64?, hasRemoved: Bool = false, from first: CInt) {
    self.first = first
    if hasRemoved { text += " AND p.layer NOT IN (SELECT layer FROM layers WHERE removed)" }
    var next = first
    func parameter() -> String {
      defer { next += 1 }
      return "?\(next)"
    }
    if let layer {
      text += " AND p.layer = \(parameter())"
      numbers = [layer]
    }
    guard let choice, !choice.isOpen else { return }
    if choice.favouritesOnly { text += " AND p.favourite" }
    if !choice.categories.isEmpty {
      let list = choice.categories.map { _ in parameter() }.joined(separator: ", ")
      text += " AND p.category IN (\(list))"
      texts += choice.categories
    }
    if !choice.tags.isEmpty {
      let list = choice.tags.map { _ in "instr(p.tags, \(parameter()))" }.joined(separator: " OR ")
      text += " AND (\(list))"
      texts += choice.tags.map { "\(Place.tagMark)\($0)\(Place.tagMark)" }
    }
  }

  func bind(to statement: Statement) {
    var next = first
    for number in numbers {
      statement.bind(next, number)
      next += 1
    }
    for text in texts {
      statement.bind(next, text)
      next += 1
    }
  }
}
