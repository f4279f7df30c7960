import SocketServer
import Testing
import Wire

@testable import Service

/// The table of methods has exactly the methods that the interfaces' texts declare.
@Suite struct MethodTableTests {
  @Test(arguments: Interface.allCases) func everyDeclaredMethodHasOneEntry(interface: Interface) throws {
    let declared = interface.text.split(separator: "\n").filter { $0.hasPrefix("method ") }
      .map { String($0.dropFirst("method ".count).prefix { $0 != "(" }) }
    let bound = try Stepped().daemon.interfaces.methods(of: interface).map(\.name)
    #expect(!declared.isEmpty && declared.sorted() == bound.sorted())
  }

  /// A stream is the last call of its connection, so there are few of them.
  @Test func theStreamsAreThese() throws {
    let interfaces = try Stepped().daemon.interfaces
    let streams = Interface.allCases.flatMap { interface in
      interfaces.methods(of: interface).filter { $0.replies == .stream }.map { "\(interface.name).\($0.name)" }
    }
    #expect(
      streams.sorted() == [
        "org.gnomon.Calibration.Start", "org.gnomon.Calibration.Verify", "org.gnomon.Scene.Subscribe",
        "org.gnomon.Tracking.Subscribe",
      ])
  }

  /// The parameters whose size is limited by the table; any other is limited by the length of a message.
  @Test func theLimitedParametersAreThese() throws {
    let interfaces = try Stepped().daemon.interfaces
    let limits = Interface.allCases.flatMap { interface in
      interfaces.methods(of: interface).flatMap { method in
        method.limits.map { "\(method.name) \($0.parameter) \($0.most)" }
      }
    }
    #expect(limits.sorted() == ["AddAnchor payload \(Limits.payload)", "AddPlaces places \(Limits.places)"])
  }
}
