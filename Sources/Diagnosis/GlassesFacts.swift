import CommandParts
import Glasses
import Recordings

/// AR glasses on this machine, and who may read them or does.
struct GlassesFacts: Sendable {
  struct Pair: Sendable {
    var found: FoundGlasses
    /// Its node; nil without one.
    var node: AccessFacts?
    /// Programs that have the node open; only root sees them all.
    var holders: [Holder] = []
  }

  var pairs: [Pair] = []
  /// Processes of XRLinuxDriver.
  var rivals: [Int] = []

  /// The instance of the unit, and the name of XRLinuxDriver's program and of its unit (wheaney/XRLinuxDriver 05d0cfb86a).
  static let instance = "xreal", rival = "xrDriver", rivalUnit = "xr-driver"
}

extension Gathering {
  /// Looks for glasses, and for programs that have them.
  mutating func gatherGlasses() {
    let search = GlassesSearch(
      names: { MachineFiles.names(in: $0) ?? [] }, text: { textFile($0, limit: 1 << 16) },
      target: { MachineFiles.destination($0)?.split(separator: "/").last.map(String.init) })
    let service = UserRights(named: "gnomon-drivers"), asker = UserRights.asker
    facts.glasses.pairs = search.all().map { found in
      guard case .node(let node, _) = found.way else { return GlassesFacts.Pair(found: found) }
      return GlassesFacts.Pair(found: found, node: AccessFacts("/dev/\(node)", 6, service: service, asker: asker))
    }
    guard !facts.glasses.pairs.isEmpty else { return }
    let open = OpenFiles(of: Set(facts.glasses.pairs.compactMap(\.node?.path)))
    for index in facts.glasses.pairs.indices {
      guard let path = facts.glasses.pairs[index].node?.path else { continue }
      facts.glasses.pairs[index].holders = open.holders[path] ?? []
    }
    facts.glasses.rivals = (MachineFiles.names(in: "/proc") ?? []).compactMap { Int($0) }
      .filter { MachineFiles.line("/proc/\($0)/comm") == GlassesFacts.rival }
  }
}
