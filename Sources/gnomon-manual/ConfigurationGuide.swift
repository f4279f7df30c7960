import CommandParts
import Configuration
import EngineSettings
import Odometry
import Samples
import Tracking

/// The reference of the settings and parameters, from their tables: as the page gnomon.conf(5), and as settings.md.
enum ConfigurationGuide {
  /// One setting or parameter, in words.
  struct Entry {
    var name: String
    var meaning: String
    /// `10 … 2000 Hz`, `on or off`, a list of words; empty for any text.
    var range: String
    var fallback: String
    var advice: String
    var effects: [ParameterEffects.Effect]
    /// Profiles that read it; empty if every profile does.
    var readers: [Profile] = []

    var section: String { String(name.prefix { $0 != "." }) }
    var key: String { String(name.dropFirst(section.count + 1)) }
  }

  static let settings: [Entry] = {
    let defaults = Settings()
    return Settings.table.parameters.map { entry($0, .settings) { [$0.text(defaults)] } }
  }()

  /// The parameters of the pipeline; the defaults of profiles are listed if they differ.
  static let parameters: [Entry] = {
    let all = Profile.allCases.map { TrackerParameters(profile: $0) }
    return TrackerParameters.table.parameters.map {
      var described = entry($0, .engine) { parameter in all.map { parameter.text($0) } }
      let readers = TrackerParameters.readers(of: $0.name)
      if readers.count < Profile.allCases.count { described.readers = readers }
      return described
    }
  }()

  /// The parameters of what is shown.
  static let scene: [Entry] = {
    let defaults = Settings()
    return Settings.sceneTable.parameters.map { entry($0, .scene) { [$0.text(defaults)] } }
  }()

  /// The sections of parameters, each with its introduction.
  private static let tables = [
    (name: "Scene", introduction: sceneIntroduction, entries: scene),
    (name: "Parameters", introduction: parametersIntroduction, entries: parameters),
  ]

  private static func entry<Root>(
    _ parameter: Parameter<Root>, _ table: ParameterEffects.Table, _ defaults: (Parameter<Root>) -> [String]
  ) -> Entry {
    let unit = parameter.unit.isEmpty ? "" : " \(parameter.unit)"
    let range =
      switch parameter.kind {
      case .number(let range): "\(number(range.lowerBound)) … \(number(range.upperBound))\(unit)"
      case .flag: "on, off"
      case .choice(let choices): choices.joined(separator: ", ")
      case .text: ""
      }
    let values = defaults(parameter), usual = values.last ?? ""
    let others = zip(Profile.allCases, values).filter { $0.1 != usual && values.count > 1 }
    let fallback =
      (usual.isEmpty ? "empty" : usual + unit)
      + others.map { "; \($0.0.rawValue): \($0.1)\(unit)" }.joined()
    return Entry(
      name: parameter.name, meaning: parameter.meaning, range: range, fallback: fallback, advice: parameter.advice,
      effects: ParameterEffects.of(parameter.name, in: table).list)
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() && value.magnitude < 1e15 ? "\(Int(value))" : "\(value)"
  }

  /// The paragraphs on the files and their order, for both.
  private static let order = [
    """
    The files are read in this order, and a later value has precedence: `/usr/share/gnomon/gnomon.conf`, which an upgrade \
    replaces, so do not edit it; `/etc/gnomon/gnomon.conf`, the file of this machine; `/etc/gnomon/gnomon.conf.d/*.conf`, the \
    drop-ins, by name; then the options of `gnomond`. A setting that no file sets has the default given here. A drop-in with a \
    few lines is better than an edit of the machine's file: then an upgrade never asks which of two versions to keep.
    """,
    """
    A file has sections in brackets and lines `Key=Value`; a line that begins with # or ; is a comment. Names are written \
    exactly as here. Invalid values, unknown keys and malformed lines are reported with file and line, and the daemon does not \
    start with them. `gnomon config check` finds them before a start; `gnomon config show --origin` shows where each value is \
    set.
    """,
    """
    `gnomon reload`, or `systemctl reload gnomond`, reads the files again. If they have faults, nothing changes. Sensors and the \
    receiver are opened again at once if their settings have changed. A change of the profile or of a parameter of the pipeline \
    starts a new scene. Settings of the scene take effect at once; Socket.Path and State.Directory at the next start.
    """,
  ]

  static let example = [
    "# /etc/gnomon/gnomon.conf.d/glasses.conf", "[Device]", "Profile=head", "", "[GNSS]",
    "Address=localhost:2947", "", "[Magnetometer]", "# It is beside a loudspeaker.", "Device=none", "",
    "[Parameters]", "# A u-blox receiver, by its data sheet.", "fix.latency=0.08",
  ]

  static let page: ManualPage = {
    var page = ManualPage("gnomon.conf", 5, "the configuration of gnomond")
    page.section("Synopsis")
    for path in ["/usr/share/gnomon/gnomon.conf", "/etc/gnomon/gnomon.conf", "/etc/gnomon/gnomon.conf.d/*.conf"] {
      page.synopsis("`\(path)`")
    }
    page.section("Description")
    for paragraph in order { page.paragraph(paragraph) }
    for section in sections {
      page.section("[\(section)]")
      for entry in settings where entry.section == section {
        page.item(
          ManualPage.bold("\(entry.key)="),
          sentence(entry.meaning) + (entry.range.isEmpty ? "" : " Range: \(entry.range).")
            + " Default: \(entry.fallback). Change it \(entry.advice).")
        page.lines(effects(entry))
      }
    }
    for table in tables {
      page.section("[\(table.name)]")
      page.paragraph(table.introduction)
      for entry in table.entries {
        page.item(
          ManualPage.bold("\(entry.name)="),
          sentence(entry.meaning) + " Range: \(entry.range). Default: \(entry.fallback)."
            + (entry.readers.isEmpty ? "" : " Read by: \(readers(entry))."))
        page.lines(effects(entry))
      }
    }
    page.section("Example")
    page.verbatim(example)
    page.seeAlso(["gnomon-config(1)", "gnomon-doctor(1)", "gnomon-replay(1)", "gnomon(7)", "gnomond(8)"])
    return page
  }()

  static let markdown: String = {
    var text = """
      # Settings

      <!-- Written by gnomon-manual from the program's tables. -->

      \(order.joined(separator: "\n\n"))

      ```ini
      \(example.joined(separator: "\n"))
      ```

      Calibrations and learned data are not configuration: they are in `State.Directory`; see `gnomon calibration` and \
      `gnomon forget`.

      """
    for section in sections {
      text += "\n## [\(section)]\n\n| Key | Meaning | Range | Default | Change it |\n|--|--|--|--|--|\n"
      for entry in settings where entry.section == section {
        text += row(["`\(entry.key)`", entry.meaning, entry.range, entry.fallback, entry.advice])
      }
      for entry in settings where entry.section == section && !entry.effects.isEmpty {
        text += "\n`\(entry.key)`:\n\n" + effects(entry).map { "- \($0)\n" }.joined()
      }
    }
    for table in tables {
      text += "\n## [\(table.name)]\n\n\(table.introduction)\n"
      for group in groups(table.entries) {
        text += "\n### \(group)\n"
        let entries = table.entries.filter { $0.section == group }
        // Readers that all of a group have are stated once.
        let common = Set(entries.map(\.readers)).count == 1
        if common, let first = entries.first, !first.readers.isEmpty { text += "\nRead by \(readers(first)).\n" }
        for entry in entries {
          let scope = common || entry.readers.isEmpty ? "" : "; read by \(readers(entry))"
          text += "\n**`\(entry.name)`** (\(entry.range); default \(entry.fallback)\(scope)): \(entry.meaning)\n\n"
          text += effects(entry).map { "- \($0)\n" }.joined()
        }
      }
    }
    return text
  }()

  /// The first words of the parameters' names, in the order of the table.
  private static func groups(_ entries: [Entry]) -> [String] {
    var groups: [String] = []
    for entry in entries where !groups.contains(entry.section) { groups.append(entry.section) }
    return groups
  }

  private static func readers(_ entry: Entry) -> String { entry.readers.map(\.rawValue).joined(separator: ", ") }

  /// One line for each value: `larger: …`.
  private static func effects(_ entry: Entry) -> [String] {
    entry.effects.map { effect in
      let isDirection = effect.value == "larger" || effect.value == "smaller"
      return "\(isDirection ? effect.value : "`\(effect.value)`"): \(effect.text)"
    }
  }

  private static let sceneIntroduction = """
    Every parameter of places, routes and what is drawn of them. A reload applies them at once; the steps of the active route stay \
    as they were found. A subscription may change some of them for itself (`style` in gnomon-protocol(7)). A filter that was set \
    by `gnomon place filter` or `SetFilter` has its own radius instead of places.radius.
    """

  private static let parametersIntroduction = """
    The parameters of the pipeline, with the effects of a larger and of a smaller value. A profile may have its own default, \
    which is given then; `gnomon replay --list --profile WHO` prints the parameters that one profile reads, with its values. A \
    parameter of another profile's model has no effect; “read by” names the profiles of such a model. `gnomon replay --set` \
    refuses it and names the parameter of the same quantity. In a file it is no fault: `gnomon config check`, the journal and \
    the doctor report it. Most parameters need no change; these \
    depend on the hardware: fix.latency, gyroscope.latency, guard.range, and gyroscope.noise and gyroscope.bias_walk, which \
    `gnomon allan` measures. Try a change on a recording first: `gnomon replay walk.gnomon --set NAME=VALUE --score`.
    """

  /// All sections except those of parameters, in the order of the shipped file.
  private static let sections = Configuration.sections.filter { $0 != "Parameters" && $0 != "Scene" }

  private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }

  private static func row(_ cells: [String]) -> String {
    "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n"
  }
}
