import Expectations
import Geodesy
import Geometry
import Sharing
import Testing
import Text

@Suite struct SettingsTests {
  private func settings() throws -> ShareSettings {
    var access = BrokerAccess(try #require(BrokerAddress("broker.example:8883")))
    access.authorities = "/etc/gnomon/ca.pem"
    access.user = "ann"
    access.passwordFile = "/etc/gnomon/password"
    var settings = ShareSettings(team: "red", id: "a1", name: "Ann", access: access)
    settings.rate = Frequency(2)
    settings.blur = Length(200)
    settings.places = [
      TeamPlace(id: "camp", name: "Camp", place: Geodetic(latitude: Degrees(1), longitude: Degrees(2)))
    ]
    settings.removedPlaces = ["old"]
    return settings
  }

  @Test func settingsAreReadAsTheyAreWritten() throws {
    let written = try settings()
    try expect(ShareSettings(reading: bytes(written.json.text)), equals: written)
    #expect(written.access.usesTLS && written.sentRate == Frequency(0.2))
  }

  @Test(arguments: [
    ("\"red\"", "\"re/d\"", "team"), ("\"a1\"", "\"\"", "id"), ("\"Ann\"", "\"\\u0007\"", "name"),
    ("\"broker.example:8883\"", "\"a b\"", "broker"), ("\"rate_hz\":2", "\"rate_hz\":0", "rate_hz"),
    ("\"blur_m\":200", "\"blur_m\":1", "blur_m"), ("\"user\":", "\"other\":", "user"),
    ("\"version\":1,\"team\"", "\"version\":3,\"team\"", "version"),
    ("\"lat\":1", "\"lat\":100", "places[0]"), ("\"old\"", "\"/\"", "removed_places"),
    ("\"tls_ca\"", "\"key\"", "certificate"),
  ])
  func aFaultNamesTheMember(_ part: String, _ replacement: String, _ member: String) throws {
    let text = try settings().json.text
    #expect(text.contains(part))
    let changed = bytes(text.replacing(part, with: replacement))
    var named: String?
    do throws(ShareSettingsFault) { _ = try ShareSettings(reading: changed) } catch { named = error.member }
    expect(named, equals: member)
  }

  @Test func addressesAreReadAsTheyAreWritten() throws {
    for (text, meaning) in [
      ("broker.example", "broker.example:8883"), ("broker.example:1234", "broker.example:1234"),
      ("localhost", "localhost:1883"), ("127.0.0.1:99", "127.0.0.1:99"), ("[fe80::1%eth0]:8883", "[fe80::1%eth0]:8883"),
      ("::1", "[::1]:1883"), ("unix:/run/mosquitto.sock", "unix:/run/mosquitto.sock"),
    ] {
      let address = try #require(BrokerAddress(text))
      expect(address.text, equals: meaning)
      expect(BrokerAddress(meaning), equals: address)
    }
    for text in [
      "", "a b", "host:", "host:0", "host:65536", "unix:", "unix:run", "[::1", "[::1]8883", "ho\u{1b}st", ":1883",
    ] {
      #expect(BrokerAddress(text) == nil, "\(text)")
    }
    #expect(BrokerAddress("localhost")?.needsTLS == false && BrokerAddress("10.0.0.1")?.needsTLS == true)
  }
}
