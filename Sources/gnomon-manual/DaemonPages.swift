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
      Reads the inertial sensors and the magnetometer of the board through IIO and its receiver through gpsd, follows the wearer, \
      and publishes poses, the alignment with the Earth, and what a renderer draws, on a socket: gnomon-protocol(7). `gnomon \
      status` \
      asks it how it is; gnomon(1) has the rest.
      """)
    page.paragraph(
      """
      Without a source it waits for the sensors of the board, and takes them when they come. It needs no rights but those to its \
      devices, and is made to run as a service, `gnomond.service`.
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
      "As the service manager sets them: it says when it is ready, feeds the watchdog, and takes a socket that is handed over."
    )
    page.item(ManualPage.bold("JOURNAL_STREAM"), "Where it is set, lines bear their priority for the journal.")
    page.item(
      ManualPage.bold("TMPDIR"), "Where the places of a simulation or recording are kept for as long as it runs.")
    page.section("Files")
    page.item(
      ManualPage.slanted("/usr/share/gnomon/gnomon.conf") + ", " + ManualPage.slanted("/etc/gnomon/gnomon.conf") + ", "
        + ManualPage.slanted("/etc/gnomon/gnomon.conf.d/*.conf"),
      "The configuration, gnomon.conf(5). A simulation or recording reads none of them.")
    page.item(ManualPage.slanted(Settings().socket), "Where clients connect.")
    page.item(
      ManualPage.slanted(Settings().state),
      "What was learned, the calibrations, the places, and the recordings that clients have asked for.")
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
      A device of the kernel's industrial I/O is read in batches only if something tells it when to sample: an interrupt of its \
      own, or a timer trigger. This makes a trigger named `gnomon-deviceN` for each device that can be buffered and has none, and \
      lets the group `iio` set its rate. It is the one thing of gnomon that needs root. It runs at boot and, started by udev, \
      whenever a device comes; to run it again is harmless. A device that came with a trigger keeps it.
      """)
    page.paragraph(
      """
      Where the kernel has no timer triggers (`iio-trig-hrtimer`), it says so and does nothing: gnomond(8) then polls such \
      devices, \
      and `gnomon doctor` tells.
      """)
    page.section("Environment")
    page.item(
      ManualPage.bold("GNOMON_TRIGGER_RATE"),
      "The rate in hertz that a trigger is made with (200); the daemon sets its own.")
    page.section("Files")
    page.item(ManualPage.slanted("/sys/kernel/config/iio/triggers/hrtimer"), "Where triggers are made.")
    page.item(
      ManualPage.slanted("/usr/lib/udev/rules.d/70-gnomon-iio.rules"),
      "Which devices are of use; it starts this service.")
    page.item(
      ManualPage.slanted("/usr/lib/udev/rules.d/71-gnomon-access.rules"),
      "Who may read them and set their attributes: the group `iio`. Mask it to grant access in another way.")
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
