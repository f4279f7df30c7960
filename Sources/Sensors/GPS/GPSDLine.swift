import Geodesy
import Text

/// The strict look at one line of gpsd, before libgps decodes it.
///
/// libgps (3.22, 3.25) reports no error. At a member that it cannot read it stops and leaves out the members after it; a line with
/// white space means nothing to it; it takes a month 13 for a date; and its reader of `DEVICES` (3.22) never returns from a line
/// that is cut off. So it gets the classes that are used and no others, and of them only lines that it reads to their end.
struct GPSDLine {
  /// The classes that libgps decodes.
  enum Kind: String { case position = "TPV", attitude = "ATT", version = "VERSION", error = "ERROR" }

  private(set) var name = ""
  /// Nil for a class that is not used.
  var kind: Kind? { Kind(rawValue: name) }
  /// False if `time` is missing or is not a date.
  private(set) var hasDate = false
  /// The components of the receiver's velocity. libgps 3.22 does not read them.
  private(set) var velocityNorth = Double.nan, velocityEast = Double.nan, velocityDown = Double.nan
  /// The names of the members that are numbers.
  private(set) var numbers: Set<String> = []
  private var classes = 0
  /// Whether a member has another type than gpsd_json(5) states, or a value without meaning.
  private var isWrong = false

  /// Parses a line without its line end.
  static func read(_ line: [UInt8]) -> Result<GPSDLine, GPSDReader.Refusal> {
    var result = GPSDLine()
    do throws(JSONError) {
      var reader = try JSONReader(line, maximumDepth: GPSDReader.deepest, maximumSize: GPSDReader.longestLine)
      guard case .beginObject = try reader.next() else { return .failure(.noClass) }
      while case .key(let name) = try reader.next() {
        let outside = reader.depth
        result.ingest(name, try reader.next())
        while reader.depth > outside { _ = try reader.next() }
      }
      // Anything after the object is an error.
      _ = try reader.next()
    } catch {
      return .failure(.notJSON)
    }
    if result.name.isEmpty { return .failure(.noClass) }
    if result.classes > 1 || result.kind != nil && result.isWrong { return .failure(.wrongMember) }
    return .success(result)
  }

  private mutating func ingest(_ name: String, _ value: JSONReader.Event) {
    switch (name, value) {
    case ("class", _):
      classes += 1
      if case .string(let text) = value { self.name = text } else { isWrong = true }
    case ("time", .string(let text)): hasDate = UTC(text) != nil
    case ("mode", .number(let numeral)): if ![0, 1, 2, 3].contains(numeral.double) { isWrong = true }
    case (_, .number(let numeral)):
      if Self.longestTexts[name] != nil { isWrong = true }
      numbers.insert(name)
      switch name {
      case "velN": velocityNorth = numeral.double
      case "velE": velocityEast = numeral.double
      case "velD": velocityDown = numeral.double
      default: break
      }
    case (_, .string(let text)):
      if Self.numbers.contains(name) || text.utf8.count > Self.longestTexts[name] ?? Self.longestText { isWrong = true }
    case (_, .bool), (_, .null):
      if Self.numbers.contains(name) || Self.longestTexts[name] != nil { isWrong = true }
    default: isWrong = true
    }
  }

  /// The numbers of TPV, ATT and VERSION in gpsd_json(5), of gpsd 3.22 and 3.25.
  private static let numbers: Set<String> = [
    "mode", "status", "lat", "lon", "alt", "altHAE", "altMSL", "geoidSep", "depth",
    "eph", "epx", "epy", "epv", "ept", "eps", "epd", "epc", "sep", "track", "magtrack", "magvar", "speed", "climb",
    "velN", "velE", "velD", "relN", "relE", "relD", "relL", "relH", "ecefx", "ecefy", "ecefz", "ecefvx", "ecefvy",
    "ecefvz",
    "ecefpAcc", "ecefvAcc", "dgpsAge", "dgpsSta", "wanglem", "wangler", "wanglet", "wspeedr", "wspeedt", "wtemp",
    "temp",
    "leapseconds", "clockbias", "clockdrift", "ant", "jam", "baseS", "baseE", "baseN", "baseU", "baseL", "baseH",
    "baseC",
    "proto_major", "proto_minor", "heading", "pitch", "yaw", "roll", "rot", "dip", "mag_len", "mag_x", "mag_y", "mag_z",
    "acc_len", "acc_x", "acc_y", "acc_z", "gyro_x", "gyro_y", "gyro_z",
  ]
  /// The texts in gpsd_json(5) with the bytes that libgps has room for.
  private static let longestTexts = [
    "device": 127, "time": 63, "datum": 39, "tag": 7, "release": 63, "rev": 63, "remote": 127, "message": 255,
  ]
  /// Bytes of another text, of a name, and of a number: libgps ends a line at longer ones.
  private static let longestText = 255, longestName = 30, longestNumber = 120

  /// The attitude of gpsd 3.22 (Debian 12), which is no JSON where a GST came before it: `…",,"time":"…Z""heading":…`. Nil for any
  /// other line.
  static func repaired(_ line: [UInt8]) -> [UInt8]? {
    guard line.starts(with: #"{"class":"ATT""#.utf8) else { return nil }
    let text = String(decoding: line, as: UTF8.self)
    let repaired = text.replacing(#",,"time":""#, with: #","time":""#).replacing(#"Z"""#, with: #"Z",""#)
    return repaired == text ? nil : Array(repaired.utf8)
  }

  /// The line as gpsd writes it: without white space, ended by a zero. Nil if a name or a value is longer than libgps reads, or a
  /// name is written with escapes, which libgps does not decode. `line` is valid JSON.
  static func packed(_ line: [UInt8]) -> [CChar]? {
    var result: [CChar] = []
    result.reserveCapacity(line.count + 1)
    // The start and end of the last text, and whether it has an escape; where the present number or word began.
    var start: Int?, length = 0, hasEscape = false, isEscaped = false, run = 0
    for byte in line {
      if start != nil {
        if byte == UInt8(ascii: "\""), !isEscaped {
          length = result.count - (start ?? 0)
          start = nil
        }
        if byte == UInt8(ascii: "\\") { hasEscape = true }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      } else {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): continue
        case UInt8(ascii: "\""): (start, hasEscape, run) = (result.count + 1, false, 0)
        case UInt8(ascii: ":"): if hasEscape || length > longestName { return nil }
        case UInt8(ascii: ","), UInt8(ascii: "{"), UInt8(ascii: "}"): run = 0
        default: run += 1
        }
        if run > longestNumber { return nil }
      }
      if let start, result.count - start > longestText { return nil }
      result.append(CChar(bitPattern: byte))
    }
    result.append(0)
    return result
  }
}
