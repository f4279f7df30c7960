import Geometry
import Text
import Tracking

// The section about events in the order of time: lanes, and a list.
extension ReportPage {
  /// Most events in the list; if there are more, it has the more important ones, and all of them are folded below it.
  static let mostListed = 40

  func writeTimeLine(to page: inout TextBuffer) {
    beginSection("time", to: &page)
    let strips = StateStrips(charts, events: events)
    strips.write(strips.states + strips.lanes, "states", to: &page)
    page.append("<p class=\"remark\">" as StaticString)
    let durations =
      SessionStory.durations(story.tracking, until: story.end).map {
        "\(TrackingState.name(of: $0.state)) \(clock($0.time.value))"
      }
      + SessionStory.durations(story.localization, until: story.end).compactMap { state, time in
        state.flatMap { story.isLocalizationKnown ? "\($0.text) \(clock(time.value))" : nil }
      }
    page.append(escaped: durations.joined(separator: " · "))
    page.append("</p>" as StaticString)
    let listed = weightier
    write(listed, "events", to: &page)
    if listed.count < events.count {
      let all = Thinning.choose(events, atMost: SessionStory.mostEvents)
      let count = all.count < events.count ? "\(all.count) of \(events.count)" : "All \(events.count)"
      page.append("<details><summary>\(count) events</summary>")
      write(all, "all-events", to: &page)
      page.append("</details>" as StaticString)
    }
    page.append("</section>\n" as StaticString)
  }

  /// The more important events: faults and changes of state before mere announcements.
  private var weightier: [SessionEvent] {
    guard events.count > Self.mostListed else { return events }
    func weight(_ event: SessionEvent) -> Int {
      switch event.kind {
      case .start, .end, .firstFix, .scene, .input: 0
      case _ where event.isGrave: 1
      case .localization, .route: 2
      case .correction, .compass: 3
      case .tracking, .gap, .place, .announcement, .guidance: 4
      }
    }
    var kept: [(index: Int, event: SessionEvent)] = []
    let indexed = events.enumerated().map { (index: $0.offset, event: $0.element) }
    for level in 0...4 {
      let more = indexed.filter { weight($0.event) == level }
      kept += Thinning.choose(more, atMost: max(2, Self.mostListed - kept.count))
      if kept.count >= Self.mostListed { break }
    }
    return kept.sorted { $0.index < $1.index }.map(\.event)
  }

  private func write(_ events: [SessionEvent], _ identifier: String, to page: inout TextBuffer) {
    page.append("<ol class=\"events\" id=\"\(identifier)\">")
    for event in events {
      page.append(event.isGrave ? "<li class=\"grave\">" : "<li>")
      page.append("<b>\(clock(charts.seconds(event.time)))</b><span>")
      page.append(isolated: event.text)
      page.append("</span></li>\n" as StaticString)
    }
    page.append("</ol>" as StaticString)
  }
}
