import Expectations
import Foundation
import TestData
import Testing

/// `geo field` against the model authors' own calculator (`../shared/reference`), through the real executable.
@Suite struct ReferenceFieldTests {
  @Test(.enabled(if: SharedData.has("reference/wmm2025-values.csv"), "needs shared/reference")) func everyRowAgrees()
    throws
  {
    let text = try SharedData.text("reference/wmm2025-values.csv")
    let rows = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.dropFirst()
      .map { $0.split(separator: ",").compactMap { Double($0) } }
    expect(rows.count, isAbove: 50)
    let input = rows.map { "\($0[1]) \($0[2]) \($0[3] * 1000) \($0[0])\n" }.joined()
    let answers = try gnomon("geo", "field", "--json", input: input).output.split(separator: "\n")
    expect(answers.count, equals: rows.count)
    for (row, line) in zip(rows, answers) {
      let answer = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      func value(_ key: String) -> Double { answer?[key] as? Double ?? .nan }
      for (key, expected) in [("north_nT", row[4]), ("east_nT", row[5]), ("down_nT", row[6]), ("total_nT", row[9])] {
        expect(abs(value(key) - expected), isBelow: 0.1, "\(key) at \(row)")
      }
      // 0.001° of declination; near the magnetic poles it changes quickly, but the reference prints five decimals there too
      expect(abs((value("declination_deg") - row[7]).remainder(dividingBy: 360)), isBelow: 0.001)
      expect(abs(value("inclination_deg") - row[8]), isBelow: 0.001)
    }
  }
}
