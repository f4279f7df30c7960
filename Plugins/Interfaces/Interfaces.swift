import Foundation
import PackagePlugin

/// Writes the Swift that follows from the socket's interfaces, before the target is compiled: the messages for Wire, the calls for
/// GnomonClient. It needs python3 only.
@main
struct Interfaces: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let root = context.package.directoryURL, folder = root.appending(path: "Sources/Wire/Interfaces")
    let interfaces = ["Calibration", "Control", "Scene", "Tracking"].map { folder.appending(path: "org.gnomon.\($0).varlink") }
    let scripts = ["clients_swift.py", "swift_names.py", "varlink.py"].map { root.appending(path: "scripts/\($0)") }
    let kind = target.name == "Wire" ? "messages" : "methods"
    let output = context.pluginWorkDirectoryURL.appending(path: "\(kind).swift")
    return [
      .buildCommand(
        displayName: "Writing the \(kind) of the interfaces", executable: URL(fileURLWithPath: "/usr/bin/env"),
        arguments: ["python3", scripts[0].path, kind, output.path], inputFiles: scripts + interfaces, outputFiles: [output])
    ]
  }
}
