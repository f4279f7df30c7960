/// Glasses that `gnomon-drivers` reads by hidraw: those of XREAL that send their motion sensor's reports as a HID device.
///
/// The maker publishes no protocol. Sources of what is here, each read at one commit: [ar] badicsalex/ar-drivers-rs 57e087ed8e
/// (nreal_air.rs), [ja] TheJackiMonster/xrealAirLinuxDriver 9a1f55c983 (device_imu.c, hid_ids.c), [gl] taowen/ar-glass-lib
/// c172403f8d (driver/xreal), [mx] Monado's xreal_air at rinsuki-lab/monado 046f619389; [we] 1,000 reports of an Air in
/// jakedowns/xreal-webxr 9d977d6eb6 (samples-2.csv), from which the numbers marked [C] are computed. What only follows from these
/// is marked *unverified*. It was tried with recorded and made-up reports, and with no glasses.
public enum GlassesModel: String, CaseIterable, Sendable {
  case air, air2, air2Pro, air2Ultra

  /// [ar, ja, gl]
  public static let vendor: UInt16 = 0x3318

  /// [ar, ja]
  public var product: UInt16 {
    switch self {
    case .air: 0x0424
    case .air2: 0x0428
    case .air2Pro: 0x0432
    case .air2Ultra: 0x0426
    }
  }

  /// The USB interface of the motion sensor: the glasses have other HID interfaces, as that of display modes and firmware, which
  /// stays closed [ar, ja].
  public var interface: Int { self == .air2Ultra ? 2 : 3 }

  public var name: String {
    switch self {
    case .air: "XREAL Air"
    case .air2: "XREAL Air 2"
    case .air2Pro: "XREAL Air 2 Pro"
    case .air2Ultra: "XREAL Air 2 Ultra"
    }
  }

  /// The longest report: an Ultra may fill its own up to 512 bytes [ar].
  public static let longestReport = 512

  public init?(vendor: UInt16, product: UInt16) {
    guard vendor == Self.vendor, let model = Self.allCases.first(where: { $0.product == product }) else { return nil }
    self = model
  }
}

/// The glasses of XREAL that send their motion sensor over a network on USB: products 0435 to 0438, 043d and 043e [x1, ox]
/// (sources at `OneRecord`).
public enum NetworkGlasses {
  public static let name = "XREAL One, One Pro or 1S"
  public static let products: Set<UInt16> = [0x0435, 0x0436, 0x0437, 0x0438, 0x043d, 0x043e]
}
