/// A group of commands in the overview and the manual.
public struct CommandGroup: Sendable {
  public let title: String
  public let commands: [any Command]

  public init(_ title: String, _ commands: [any Command]) {
    self.title = title
    self.commands = commands
  }
}

/// One subcommand.
public protocol Command: Sendable {
  var syntax: Syntax { get }
  func run(_ arguments: Arguments) throws
}

extension String {
  public func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
