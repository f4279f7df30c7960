/// The glasses of this machine, by what the kernel shows of them.
public struct FoundGlasses: Equatable, Sendable {
  public enum Way: Equatable, Sendable {
    /// By a node of hidraw, as `hidraw3`.
    case node(String, HIDPlace)
    /// The motion sensor's interface has no node: the driver that has it, as `usbfs` for a program by libusb, or nil.
    case taken(driver: String?)
    /// By a network on USB.
    case network
  }

  public var name: String
  public var model: GlassesModel?
  public var way: Way

  public init(name: String, model: GlassesModel?, way: Way) {
    (self.name, self.model, self.way) = (name, model, way)
  }
}

/// Looks for glasses, in folders and files that the caller reads.
public struct GlassesSearch {
  /// Names in a folder, the text of a small file, and the last part of a symbolic link's target; empty or nil without.
  var names: (String) -> [String]
  var text: (String) -> String?
  var target: (String) -> String?

  public init(
    names: @escaping (String) -> [String], text: @escaping (String) -> String?, target: @escaping (String) -> String?
  ) {
    (self.names, self.text, self.target) = (names, text, target)
  }

  private static let nodes = "/sys/class/hidraw", devices = "/sys/bus/usb/devices"

  /// Those that can be read come first.
  public func all() -> [FoundGlasses] {
    let nodes = self.nodes()
    return nodes + taken(beside: nodes)
  }

  /// The nodes of motion sensors, in the order of their numbers.
  public func nodes() -> [FoundGlasses] {
    let numbered = names(Self.nodes).compactMap { name in Int(name.dropFirst(6)).map { (number: $0, name: name) } }
    return numbered.sorted { $0.number < $1.number }.compactMap { node in
      guard let uevent = text("\(Self.nodes)/\(node.name)/device/uevent"), let place = HIDPlace(uevent: uevent),
        let model = place.glasses
      else { return nil }
      return FoundGlasses(name: model.name, model: model, way: .node(node.name, place))
    }
  }

  private func taken(beside nodes: [FoundGlasses]) -> [FoundGlasses] {
    names(Self.devices).sorted().compactMap { device in
      guard !device.contains(":"), number("\(Self.devices)/\(device)/idVendor") == GlassesModel.vendor,
        let product = number("\(Self.devices)/\(device)/idProduct")
      else { return nil }
      if NetworkGlasses.products.contains(product) {
        return FoundGlasses(name: NetworkGlasses.name, model: nil, way: .network)
      }
      guard let model = GlassesModel(vendor: GlassesModel.vendor, product: product),
        !nodes.contains(where: { $0.model == model })
      else { return nil }
      let interface = names(Self.devices).first { $0.hasPrefix("\(device):") && $0.hasSuffix(".\(model.interface)") }
      let driver = interface.flatMap { target("\(Self.devices)/\($0)/driver") }
      return FoundGlasses(name: model.name, model: model, way: .taken(driver: driver))
    }
  }

  private func number(_ path: String) -> UInt16? {
    text(path).flatMap { UInt16($0.prefix { $0 != "\n" }, radix: 16) }
  }
}
