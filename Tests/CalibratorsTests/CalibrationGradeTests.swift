import CalibrationRecords
import Calibrators
import Expectations
import Testing

@Test func gradesAreOrderedFromPoorToExcellent() {
  expect(CalibrationGrade.allCases, equals: CalibrationGrade.allCases.sorted())
}
