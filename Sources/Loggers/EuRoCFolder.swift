import Geometry
import Samples

/// Parser of the inertial sensor of a recording in the form of EuRoC's micro aerial vehicle data set, which TUM-VI and others
/// share: `imu0/data.csv` with a line `#timestamp [ns],w_RS_S_x [rad s^-1],…,a_RS_S_x [m s^-2],…` (Burri et al., The EuRoC micro
/// aerial vehicle datasets, 2016).
public struct EuRoCFolder: LogParser {
  private var session = LoggedSession()
  private var file = ""
  private var table: LogTable?
  private var time: Int?, rate: [Int?] = [], force: [Int?] = []
  private let axes: LogAxes

  public init(axes: LogAxes = .euroc) { self.axes = axes }

  public func choose(from files: [String]) -> [String] {
    if files.count == 1 { return files }
    return Array(files.filter { $0.hasSuffix("imu0/data.csv") }.prefix(1))
  }

  public mutating func startFile(_ file: String) {
    self.file = file
    table = nil
  }

  public mutating func refuse(_ refusal: LogRefusal, number: Int) {
    session.report.refuse(refusal, file: file, line: number)
  }

  public mutating func parse(_ line: UnsafeBufferPointer<UInt8>, number: Int) {
    do throws(LogRefusal) {
      if line[0] == UInt8(ascii: "#") || line[0] == 0xef { return readHeader(line) }
      table?.split(line)
      guard let table else { throw LogRefusal(reason: "no line '#timestamp [ns],…' before it names its columns") }
      let moment = try table.scaled(time, decimals: 0, of: line)
      guard moment.magnitude <= BootInstant.mostNanoseconds else { throw LogRefusal(.outOfRange, "timestamp") }
      let turn = axes(try vector(table, rate, line)), push = axes(try vector(table, force, line))
      try session.add(.force, at: moment, push.x, push.y, push.z)
      try session.add(.rate, at: moment, turn.x, turn.y, turn.z)
    } catch {
      session.report.refuse(error, file: file, line: number)
    }
  }

  private mutating func readHeader(_ line: UnsafeBufferPointer<UInt8>) {
    let table = LogTable(header: line, separator: UInt8(ascii: ","))
    time = table.column { $0.contains("timestamp") }
    rate = ["x", "y", "z"].map { axis in table.column { $0.hasPrefix("w_") && $0.contains("_\(axis)") } }
    force = ["x", "y", "z"].map { axis in table.column { $0.hasPrefix("a_") && $0.contains("_\(axis)") } }
    self.table = table
  }

  private func vector(
    _ table: LogTable, _ columns: [Int?], _ line: UnsafeBufferPointer<UInt8>
  ) throws(LogRefusal) -> SIMD3<Double> {
    let x = try table.number(columns[0], of: line)
    let y = try table.number(columns[1], of: line)
    let z = try table.number(columns[2], of: line)
    return SIMD3(x, y, z)
  }

  public mutating func finish() -> LoggedSession {
    session.utcOfZero = session.isUTC ? 0 : nil
    session.addNotesOnMissingSensors()
    session.beginAtZero()
    return session
  }
}
