import CommandParts
import Drivers

/// The page of the service that reads chips without a driver of the kernel.
enum DriversPage {
  static let page: ManualPage = {
    var page = ManualPage("gnomon-drivers", 8, DriverFlags.summary)
    page.section("Synopsis")
    page.synopsis("`gnomon-drivers` [OPTION…] BUS|GLASSES", placeholders: ["[OPTION…]", "BUS", "GLASSES"])
    page.synopsis("`gnomon-drivers@BUS.service`", placeholders: ["BUS"])
    page.section("Description")
    page.paragraph(
      """
      Reads the sensors on an I²C bus (`i2c-1`) that no driver of the kernel has, and pushes their samples to gnomond(8): LSM6DSO, \
      LSM6DSOX, ISM330DHCX, LSM6DSR, ICM-20948, LIS3MDL, BMP280, BMP388 and BMP390. It finds them by their identity, one of each \
      kind; mounts, calibrations and settings are those of gnomond. It is meant to run as a service, which is off until it is \
      enabled for a bus: `systemctl enable --now gnomon-drivers@i2c-1`.
      """)
    page.paragraph(
      """
      A chip that does not answer, or was reset, is started again after half a second to 15 s. `gnomon status` has each sensor with \
      its state and its reason, and what was lost.
      """)
    page.paragraph(
      """
      With `xreal` it reads the motion sensor of an XREAL Air, Air 2, Air 2 Pro or Air 2 Ultra by hidraw, as soon as one is plugged \
      in: `systemctl enable --now gnomon-drivers@xreal`. It was tried with recorded reports, not with glasses. `xreal-one` (One, One \
      Pro and 1S, by their network) needs `--untested`.
      """)
    page.section("Options")
    page.options(DriverFlags.options)
    page.section("Exit status")
    page.item(ManualPage.bold("0"), "Ended by SIGTERM or SIGINT.")
    page.item(ManualPage.bold("\(Failure.Status.usage.rawValue)"), "Wrong usage.")
    page.item(ManualPage.bold("66"), "The bus is missing, or not permitted; the service tries again.")
    page.item(ManualPage.bold("78"), "The bus has no I²C transfers, only SMBus.")
    page.seeAlso(["gnomond(8)", "gnomon.conf(5)", "gnomon(1)"])
    return page
  }()
}
