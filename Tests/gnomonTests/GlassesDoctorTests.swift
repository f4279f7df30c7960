import Expectations
import Glasses
import Testing
import Wire

@testable import Diagnosis

/// The doctor's findings about glasses.
@Suite struct GlassesDoctorTests {
  private func laptop(_ way: FoundGlasses.Way? = nil, isEnabled: Bool = false) throws -> DoctorFacts {
    var facts = DoctorFacts()
    facts.kernel.release = "6.12.48+deb13-amd64"
    facts.kernel.hasIIO = true
    facts.rights.user = "maker"
    facts.receiver.address = "none"
    facts.driverUnit = DriverUnitFacts(isInstalled: true, enabled: isEnabled ? ["xreal"] : [])
    let uevent = "HID_ID=0003:00003318:00000424\nHID_PHYS=usb-0000:00:14.0-1/input3\n"
    let node = FoundGlasses.Way.node("hidraw4", try #require(HIDPlace(uevent: uevent)))
    var pair = GlassesFacts.Pair(found: FoundGlasses(name: "XREAL Air", model: .air, way: way ?? node))
    if way == nil {
      pair.node = AccessFacts(
        path: "/dev/hidraw4", user: "root", group: "gnomon", mode: 0o660, serviceMay: true, askerMay: false)
    }
    facts.glasses.pairs = [pair]
    return facts
  }

  private func addSources(_ facts: inout DoctorFacts, _ state: SourceState = .running) {
    facts.daemon.sources = ["accelerometer", "gyroscope", "magnetometer"].map { (role: String) in
      .init(
        name: "\(role) (XREAL Air, xreal)", state: state, detail: "250 Hz", role: role, device: "XREAL Air",
        place: "xreal",
        isMounted: true)
    }
  }

  private func glasses(_ facts: DoctorFacts) -> [Finding] { facts.findings.filter { $0.subject == "glasses" } }

  @Test func theWayToSamples() throws {
    #expect(glasses(DoctorFacts()).isEmpty)
    var facts = try laptop()
    let unread = try #require(glasses(facts).first)
    #expect(
      unread.code == "glasses-unread" && unread.remedy.contains("`sudo systemctl enable --now gnomon-drivers@xreal`"))
    expect(
      facts.driverlessBuses,
      equals: [
        DriverlessBus(instance: "xreal", chips: ["XREAL Air"], isInstalled: true, isEnabled: false)
      ])
    #expect(!facts.findings.contains { $0.subject == "kernel" && $0.level == .problem })
    facts.driverUnit.isInstalled = false
    expect(glasses(facts).first?.remedy.contains("apt install gnomon-drivers"), equals: true)

    facts = try laptop(isEnabled: true)
    expect(glasses(facts).map(\.code), equals: ["glasses-silent"])
    addSources(&facts)
    expect(glasses(facts).map(\.level), equals: [.ok])
    // They say how they are turned.
    facts.buses = BusFacts(FakeBuses())
    #expect(!facts.findings.contains { $0.code == "next-axes" })
    addSources(&facts, .failed)
    expect(glasses(facts).map(\.code), equals: ["glasses-silent"])
    #expect(facts.findings.contains { $0.code == "source-failed" && $0.remedy.contains("gnomon-drivers@xreal") })
    facts.daemon.fault = "no daemon answers"
    expect(glasses(facts).map(\.code), equals: ["glasses-unseen"])
    facts.glasses.pairs[0].node?.serviceMay = false
    expect(glasses(facts).map(\.code), equals: ["glasses-forbidden", "glasses-unseen"])
    facts.glasses.pairs = []
    expect(glasses(facts).map(\.code), equals: ["glasses-absent"])
  }

  @Test func programsThatHoldThem() throws {
    var facts = try laptop(isEnabled: true)
    addSources(&facts)
    facts.glasses.rivals = [4711]
    let shared = try #require(glasses(facts).first)
    #expect(shared.code == "glasses-shared" && shared.sentence.contains("xrDriver, process 4711"))
    #expect(shared.remedy.contains("systemctl --user disable --now xr-driver"))
    facts.glasses.rivals = []
    facts.glasses.pairs[0].holders = [
      Holder(process: 7, name: "gnomon-drivers"), Holder(process: 8, name: "monado-service"),
    ]
    expect(glasses(facts).map(\.code), equals: ["glasses-open", "glasses"])
    expect(glasses(facts).first?.sentence.contains("monado-service (process 8)"), equals: true)

    facts = try laptop(.taken(driver: "usbfs"))
    expect(glasses(facts).map(\.code), equals: ["glasses-taken"])
    facts.glasses.rivals = [4711]
    expect(glasses(facts).first?.remedy.contains("xr-driver"), equals: true)
    expect(glasses(try laptop(.taken(driver: nil))).map(\.code), equals: ["glasses-without-node"])
    expect(glasses(try laptop(.network)).map(\.code), equals: ["glasses-untested"])
  }
}
