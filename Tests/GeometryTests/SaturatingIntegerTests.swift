import Expectations
import Geometry
import Testing

@Suite struct SaturatingIntegerTests {
  @Test func numbersFromOutsideBecomeWholeNumbers() {
    #expect(Int(saturating: 2.9) == 2 && Int(saturating: -2.9) == -2 && Int(saturating: -0.0) == 0)
    expect(Int(saturating: .nan), equals: 0)
    #expect(Int(saturating: .infinity) == .max && Int(saturating: -.infinity) == .min)
    #expect(Int64(saturating: 1e300) == .max && Int64(saturating: -1e19) == .min)
    #expect(Int64(saturating: 0x1p63) == .max && Int64(saturating: -0x1p63) == .min)
    #expect(UInt8(saturating: 255.5) == 255 && UInt8(saturating: 256) == 255 && UInt8(saturating: -1) == 0)
  }
}
