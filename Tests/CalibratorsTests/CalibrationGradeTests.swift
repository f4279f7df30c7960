import CalibrationRecords
import Calibrators
import Testing

@Test func gradesAreOrderedFromPoorToExcellent() {
  #expect(CalibrationGrade.allCases == CalibrationGrade.allCases.sorted())
}
