import EngineSettings
import Samples
import Tracking

/// All settings with their origins: from the files in their order, a later one wins, then from flags.
///
/// The profile decides the defaults of the pipeline's parameters, so it is read first, from any of the files or flags, and the
/// parameters are set on top of it.
public struct Configuration: Sendable {
  /// Origin of a value.
  public struct Origin: Equatable, Sendable {
    /// A path, or a flag as typed; nil for the default.
    public var file: String?
    public var line: Int?

    public var text: String {
      guard let file else { return "default" }
      return line.map { "\(file):\($0)" } ?? file
    }
  }

  /// A fault with its place.
  public struct Fault: Error, Equatable, Sendable, CustomStringConvertible {
    public var origin: Origin
    public var sentence: String
    public var description: String { "\(origin.text): \(sentence)" }
  }

  public struct Entry: Sendable {
    public var name: String
    public var value: String
    public var unit: String
    public var meaning: String
    public var origin: Origin
  }

  public private(set) var settings = Settings()
  private var origins: [String: Origin] = [:]
  public private(set) var faults: [Fault] = []
  /// Parameters that are set, and that the profile does not read. They are no faults: a drop-in for one profile stays when the
  /// profile is changed.
  public private(set) var unread: [Fault] = []

  /// Reads files as (path, text), the earlier first, and flags as `Section.Key=Value`.
  public init(files: [(path: String, text: String)] = [], flags: [String] = []) {
    var given: [(name: String, value: String, origin: Origin)] = []
    for file in files {
      let text = ConfigurationText(file.text)
      faults += text.faults.map { Fault(origin: Origin(file: file.path, line: $0.line), sentence: $0.sentence) }
      given += text.assignments.map {
        ("\($0.section).\($0.key)", $0.value, Origin(file: file.path, line: $0.line))
      }
    }
    for flag in flags {
      let origin = Origin(file: flag, line: nil)
      guard let equals = flag.firstIndex(of: "=") else {
        faults.append(Fault(origin: origin, sentence: "not of the form Section.Key=Value"))
        continue
      }
      given.append((String(flag[..<equals]), String(flag[flag.index(after: equals)...]), origin))
    }
    let parameters = given.filter { $0.name.hasPrefix(Self.pipeline) }
    for one in given where !one.name.hasPrefix(Self.pipeline) {
      if one.name.hasPrefix(Self.scene) {
        set(one, Settings.sceneTable, after: Self.scene, in: \.self)
      } else {
        set(one, Settings.table, in: \.self)
      }
    }
    settings.parameters = TrackerParameters(profile: settings.profile)
    for one in parameters {
      guard set(one, TrackerParameters.table, after: Self.pipeline, in: \.parameters) else { continue }
      let own = String(one.name.dropFirst(Self.pipeline.count))
      if let fault = TrackerParameters.unread(own, by: settings.profile) {
        unread.append(Fault(origin: one.origin, sentence: "\(fault)"))
      }
    }
    faults.sort(by: Self.isBefore)
    unread.sort(by: Self.isBefore)
  }

  private static func isBefore(_ one: Fault, _ other: Fault) -> Bool {
    (one.origin.file ?? "", one.origin.line ?? 0) < (other.origin.file ?? "", other.origin.line ?? 0)
  }

  private static let pipeline = "Parameters.", scene = "Scene."

  /// The known sections, in the order of the shipped file.
  public static let sections: [String] = {
    var names: [String] = []
    for entry in Configuration().entries {
      let section = String(entry.name.prefix { $0 != "." })
      if names.last != section { names.append(section) }
    }
    return names
  }()

  /// All settings and parameters with their values and origins.
  public var entries: [Entry] {
    Settings.table.parameters.map { entry($0, $0.name, settings) }
      + Settings.sceneTable.parameters.map { entry($0, Self.scene + $0.name, settings) }
      + TrackerParameters.table.parameters.map { entry($0, Self.pipeline + $0.name, settings.parameters) }
  }

  private func entry<Root>(_ parameter: Parameter<Root>, _ name: String, _ root: Root) -> Entry {
    Entry(
      name: name, value: parameter.text(root), unit: parameter.unit, meaning: parameter.meaning,
      origin: origins[name] ?? Origin())
  }

  /// Sets a value by its name in a table, without the prefix of the files; a fault is kept with its origin.
  @discardableResult
  private mutating func set<Root>(
    _ given: (name: String, value: String, origin: Origin), _ table: ParameterTable<Root>, after prefix: String = "",
    in root: WritableKeyPath<Settings, Root>
  ) -> Bool {
    do throws(ParameterFault) {
      try table.set(String(given.name.dropFirst(prefix.count)), to: given.value, in: &settings[keyPath: root])
      origins[given.name] = given.origin
      return true
    } catch {
      faults.append(Fault(origin: given.origin, sentence: prefix.isEmpty ? explained(error) : "\(error)"))
      return false
    }
  }

  /// Describes an unknown name as the file has it: a section, or a key in it.
  private func explained(_ fault: ParameterFault) -> String {
    guard case .unknown(let name, let near) = fault, let dot = name.firstIndex(of: ".") else { return "\(fault)" }
    let section = name[..<dot], key = name[name.index(after: dot)...]
    let names = Settings.table.parameters.map(\.name), sections = Set(names.map { $0.prefix { $0 != "." } })
    guard sections.contains(section) else {
      let known = (sections.map(String.init) + ["Parameters", "Scene"]).sorted()
      let guess = nearest(to: String(section), among: known).map { "; did you mean [\($0)]?" }
      return "no section [\(section)]\(guess ?? "; there are \(known.joined(separator: ", "))")"
    }
    let guess = nearest(
      to: String(key),
      among: names.filter { $0.hasPrefix("\(section).") }.map { String($0.dropFirst(section.count + 1)) })
    return "no key '\(key)' in [\(section)]" + ((guess ?? near).map { "; did you mean '\($0)'?" } ?? "")
  }
}
