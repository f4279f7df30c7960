import Expectations
import Foundation
import TestSupport
import Testing

@Suite struct ConfigCommandTests {
  @Test func faultsAreNamedWithFileAndLine() throws {
    let scratch = try Scratch()
    let wrong = try scratch.write("[IMU]\nRat=3\n[Socket]\nPath=here\n", to: "wrong.conf")
    let run = try gnomon("config", "check", wrong)
    #expect(run.status == 78 && run.errors.contains("\(wrong):2: no key 'Rat' in [IMU]; did you mean 'Rate'?"))
    #expect(run.errors.contains("\(wrong):4: Socket.Path"))
    let json = try gnomon("config", "check", wrong, "--json")
    #expect(json.status == 78 && json.output.contains("\"line\": 2"))
    let right = try scratch.write("[IMU]\nRate=100\n", to: "right.conf")
    try expect(gnomon("config", "check", right).status, equals: 0)
  }

  @Test func aParameterOfAnotherProfileIsReported() throws {
    let scratch = try Scratch()
    let file = try scratch.write("[Device]\nProfile=head\n[Parameters]\ncompass.hardiron=2\n", to: "glasses.conf")
    let run = try gnomon("config", "check", file)
    #expect(run.status == 0 && run.errors.contains("\(file):4: profile head does not read compass.hardiron"))
    #expect(run.errors.contains("set compass.device_field"))
    #expect(try gnomon("config", "check", file, "--json").output.contains("\"unread\": [\n"))
  }

  @Test func valuesAreShownWithTheirOrigin() throws {
    let run = try gnomon("config", "show", "--all", "--origin", "--set", "IMU.Rate=100")
    #expect(run.status == 0 && run.output.contains("100 Hz  (IMU.Rate=100)"))
    #expect(try gnomon("config", "show", "Socked").errors.contains("did you mean 'Socket'?"))
  }
}
