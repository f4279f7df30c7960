import CommandParts
import Configuration

/// The pages of section 8: the daemon, and the service that makes its triggers.
enum DaemonPages {
  static let daemon: ManualPage = {
    var page = ManualPage("gnomond", 8, DaemonFlags.summary)
    page.section("Synopsis")
    page.synopsis("`gnomond` [simulate PLAN | replay FILE | --demo] [OPTION…]", placeholders: placeholders)
    page.section("Description")
    page.paragraph(
      """
      Reads the inertial sensors and the magnetometer of the board through IIO, and its receiver through gpsd. It tracks the \
      wearer, and publishes poses, the alignment with the Earth, and the things to draw, on a socket: gnomon-protocol(7). `gnomon \
      status` prints its state; gnomon(1) has the other commands.
      """)
    page.paragraph(
      """
      Without a source it waits for the sensors of the board, and uses them when they are connected. It needs only the access \
      rights of its devices, and is meant to run as a service, `gnomond.service`.
      """)
    page.part("Sources")
    for flag in DaemonFlags.sources { page.item(head(flag), flag.meaning, placeholders: placeholders) }
    page.section("Options")
    for flag in DaemonFlags.options { page.item(head(flag), flag.meaning, placeholders: placeholders) }
    page.section("Signals")
    for signal in DaemonFlags.signals { page.item(ManualPage.bold(signal.name), sentence(signal.meaning)) }
    page.section("Exit status")
    for status in DaemonFlags.statuses { page.item(ManualPage.bold("\(status.status)"), sentence(status.meaning)) }
    page.section("Environment")
    page.item(
      ManualPage.bold("NOTIFY_SOCKET, WATCHDOG_USEC, LISTEN_FDS"),
      "Set by the service manager: the daemon reports that it is ready, resets the watchdog, and uses a socket that was passed to it."
    )
    page.item(ManualPage.bold("JOURNAL_STREAM"), "If it is set, log lines have their priority, for the journal.")
    page.item(
      ManualPage.bold("TMPDIR"), "The folder for the places of a simulation or recording, while it runs.")
    page.section("Files")
    page.item(
      ManualPage.slanted("/usr/share/gnomon/gnomon.conf") + ", " + ManualPage.slanted("/etc/gnomon/gnomon.conf") + ", "
        + ManualPage.slanted("/etc/gnomon/gnomon.conf.d/*.conf"),
      "The configuration, gnomon.conf(5). A simulation or recording does not read it.")
    page.item(ManualPage.slanted(Settings().socket), "Where clients connect.")
    page.item(
      ManualPage.slanted(Settings().state),
      "The learned data, the calibrations, the places, and the recordings that clients have started.")
    page.section("Examples")
    page.examples([
      ("gnomond --demo --print --socket /tmp/gnomon.sock", "a simulated walk, a line a second"),
      ("gnomond replay walk.gnomon --speed 4 --socket /tmp/gnomon.sock", "a recording, faster"),
      ("gnomond --profile head --set GNSS.Address=none --print", "the board's sensors, on glasses without a receiver"),
    ])
    page.seeAlso(
      [
        "gnomon(1)", "gnomon.conf(5)", "gnomon-recording(5)", "gnomon(7)", "gnomon-protocol(7)", "gnomon-trigger(8)",
        "gpsd(8)",
      ])
    return page
  }()

  static let triggers: ManualPage = {
    var page = ManualPage("gnomon-trigger", 8, "timer triggers for inertial sensors that have no interrupt")
    page.section("Synopsis")
    page.synopsis("`gnomon-trigger.service`")
    page.synopsis("`/usr/lib/gnomon/make-triggers`")
    page.section("Description")
    page.paragraph(
      """
      A device of the kernel's industrial I/O is read in batches only if it has a trigger for its samples: its own interrupt, or a \
      timer trigger. This program makes a trigger named `gnomon-deviceN` for each device that can be buffered and has no trigger, \
      and lets the group `iio` set its rate. It is the only program of gnomon that needs root. It runs at boot, and udev starts it \
      whenever a device is connected; running it again is harmless. A device with a trigger keeps it.
      """)
    page.paragraph(
      """
      If the kernel has no timer triggers (`iio-trig-hrtimer`), it prints that and does nothing: gnomond(8) then polls such \
      devices, and `gnomon doctor` reports it.
      """)
    page.section("Environment")
    page.item(
      ManualPage.bold("GNOMON_TRIGGER_RATE"),
      "The initial rate of a trigger in hertz (200); the daemon sets its own rate.")
    page.section("Files")
    page.item(ManualPage.slanted("/sys/kernel/config/iio/triggers/hrtimer"), "The folder in which triggers are made.")
    page.item(
      ManualPage.slanted("/usr/lib/udev/rules.d/70-gnomon-iio.rules"),
      "The rules that recognize usable devices and start this service.")
    page.item(
      ManualPage.slanted("/usr/lib/udev/rules.d/71-gnomon-access.rules"),
      "The rules that let the group `iio` read the devices and set their attributes. Mask this file to grant access in another way."
    )
    page.seeAlso(["gnomond(8)", "gnomon-doctor(1)", "udev(7)"])
    return page
  }()

  private static let placeholders = Set(
    (DaemonFlags.sources + DaemonFlags.options).compactMap(\.value) + ["[OPTION…]"])

  private static func head(_ flag: DaemonFlags.Flag) -> String {
    ManualPage.bold(flag.name) + (flag.value.map { " " + ManualPage.slanted($0) } ?? "")
  }

  private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }
}
