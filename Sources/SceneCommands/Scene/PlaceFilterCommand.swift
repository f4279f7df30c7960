import CommandParts
import Geometry
import GnomonClient
import Text
import Wire

/// `gnomon place filter`: shows or sets which places are shown.
struct PlaceFilterCommand: Command {
  let syntax = Syntax(
    name: "place filter", summary: "print which places are shown, or choose them",
    operands: "", operandCount: 0...0,
    explanation: """
      Without options the filter in force. What is given is set, and the rest stays; it counts for all who draw, and is kept.
      A place has to have one of the categories and one of the tags.
      """,
    options: [
      .value("--radius", "M", "within so many meters, 200 to 1000"),
      .value("--category", "WORD", "of this category; up to three times, \"\" for all"),
      .value("--tag", "WORD", "with this tag; up to 32 times, \"\" for all"),
      .choice("--favourites", "on|off", among: ["on", "off"], "favourites only, or all"),
      .flag("--clear", "everything again"),
    ] + DaemonCall.options,
    examples: [
      ("gnomon place filter --category cafe --category bakery", "only these two"),
      ("gnomon place filter --clear", "everything within the usual radius"),
    ])

  func run(_ arguments: Arguments) throws {
    let radius = try arguments.number("--radius", in: 200...1000)
    let categories = arguments.all("--category").filter { !$0.isEmpty }
    let tags = arguments.all("--tag").filter { !$0.isEmpty }
    guard categories.count <= 3 else { throw Failure.usage("at most three categories at a time", syntax) }
    guard tags.count <= 32 else { throw Failure.usage("at most 32 tags", syntax) }
    let client = try DaemonCall.connect(arguments)
    let names = ["--radius", "--category", "--tag", "--favourites"]
    if arguments.has("--clear") || names.contains(where: arguments.has) {
      var call = SetFilterCall()
      if !arguments.has("--clear") {
        let old = try DaemonCall.attempt { () throws(ClientFault) in try client.scene.getFilter() }
        call = SetFilterCall(
          radius: old.radius, categories: old.categories, tags: old.tags, favouritesOnly: old.favouritesOnly)
      }
      if let radius { call.radius = Length(radius) }
      if arguments.has("--category") { call.categories = categories }
      if arguments.has("--tag") { call.tags = tags }
      if arguments.has("--favourites") { call.favouritesOnly = arguments.text("--favourites") != "off" }
      _ = try DaemonCall.attempt { () throws(ClientFault) in try client.answer(SceneMethod.setFilter, call) }
    }
    let filter = try DaemonCall.attempt { () throws(ClientFault) in try client.scene.getFilter() }
    if arguments.has("--json") { return Terminal.print(filter.json, layout: .compact) }
    Terminal.print(
      DaemonCall.lines([
        "radius      \(text(filter.radius.value, 0)) m",
        "categories  \(filter.categories.isEmpty ? "all" : filter.categories.joined(separator: ", "))",
        "tags        \(filter.tags.isEmpty ? "all" : filter.tags.joined(separator: ", "))",
        "favourites  \(filter.favouritesOnly ? "only" : "and all others")",
      ]))
  }
}
