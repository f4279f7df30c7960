import Alignment
import Testing

@Suite struct CorrectionTests {
  @Test func everySourceHasANameOfItsOwn() {
    #expect(Set(Correction.Source.allCases.map(\.rawValue)).count == Correction.Source.allCases.count)
  }
}
