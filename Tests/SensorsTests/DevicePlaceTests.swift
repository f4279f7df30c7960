import Expectations
import Testing

@testable import Sensors

/// The connection of a device, by its path in the kernel.
@Test(arguments: [
  (
    "/devices/platform/soc/fe804000.i2c/i2c-1/1-006a/iio:device0", "platform/soc/fe804000.i2c/i2c-1/1-006a"
  ),
  (
    "/devices/virtual/misc/uhid/0003:2341:8057.0002/HID-SENSOR-200073.3.auto/iio:device4",
    "virtual/misc/uhid/0003:2341:8057/HID-SENSOR-200073"
  ),
  ("/devices/pci0000:00/0000:00:14.0/usb1/1-2/1-2:1.0/iio:device1", "pci0000:00/0000:00:14.0/usb1/1-2/1-2:1.0"),
])
func thePlaceOfADeviceLastsOverStarts(path: String, place: String) {
  expect(DevicePlace.place(path, serial: nil), equals: place)
}

@Test func aSerialNumberReplacesThePlace() {
  expect(DevicePlace.place("/devices/usb1/1-2/iio:device1", serial: "A7F3"), equals: "serial A7F3")
}

@Test func aMissingDeviceHasNoPlace() {
  expect(DevicePlace.of("iio:device99", sysfs: "/nowhere"), equals: "")
}
