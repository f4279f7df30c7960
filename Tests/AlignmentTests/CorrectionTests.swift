import Alignment
import Expectations
import Testing

@Suite struct CorrectionTests {
  @Test func everySourceHasANameOfItsOwn() {
    expect(Set(Correction.Source.allCases.map(\.rawValue)).count, equals: Correction.Source.allCases.count)
  }
}
