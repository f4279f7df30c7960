import CommandParts
import Sharing

/// The page of the service that shares poses with a team; its commands are in gnomon-share(1).
enum SharePage {
  static let page: ManualPage = {
    var page = ManualPage("gnomon-share", 8, ShareFlags.summary)
    page.section("Synopsis")
    page.synopsis("`gnomon-share` [OPTION…]", placeholders: ["[OPTION…]"])
    page.synopsis("`gnomon-share.service`")
    page.section("Description")
    page.paragraph(
      """
      Sends the wearer's pose to the MQTT broker of a team, and passes the poses of its members to gnomond(8) as companions. It \
      also sends the place to Home Assistant or other clients of a broker. It is meant to run as a service, `gnomon-share.service`, which is off until it is enabled.
      """)
    page.paragraph(
      """
      It sends nothing before `gnomon share join` or `gnomon share home join`, and ends what it has begun after `gnomon share \
      leave` or `gnomon share home leave`; gnomon-share(1) has these commands. It reads its settings again when they change, tries a broker that is gone again after 1 to 30 s, and writes its \
      state each second, which `gnomon share status` prints.
      """)
    page.section("Options")
    page.options(ShareFlags.options)
    page.section("Signals")
    page.item(ManualPage.bold("SIGHUP"), "Reads the settings again.")
    page.item(ManualPage.bold("SIGTERM, SIGINT"), "Takes its own sign off the broker, and ends.")
    page.section("Exit status")
    page.item(ManualPage.bold("0"), "Ended by a signal.")
    page.item(ManualPage.bold("\(Failure.Status.usage.rawValue)"), "Wrong usage.")
    page.section("Files")
    let paths = SharePaths(folder: nil)
    page.item(ManualPage.slanted(paths.settings), "The settings, which `gnomon share join` writes.")
    page.item(ManualPage.slanted(paths.home), "The settings for Home Assistant, which `gnomon share home join` writes.")
    page.item(ManualPage.slanted(paths.state), "The state. Routes of the team are beside it, as `route-ID.json`.")
    page.seeAlso(["gnomon-share(1)", "gnomond(8)", "mosquitto(8)"])
    return page
  }()
}
