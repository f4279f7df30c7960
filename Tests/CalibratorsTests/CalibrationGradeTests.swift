import Expectations
import CalibrationRecords
import Calibrators
import Testing

@Test func gradesAreOrderedFromPoorToExcellent() {
  expect(CalibrationGrade.allCases, equals: CalibrationGrade.allCases.sorted())
}
