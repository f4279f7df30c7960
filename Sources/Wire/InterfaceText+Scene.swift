// Written by scripts/embed-interfaces from Interfaces/org.gnomon.Scene.varlink; a test holds them together.
extension Interface {
  static let sceneText = """
    # What is where, for the wearer, now: places, one route, anchors, and how to draw them.
    #
    # Lengths are in metres, times in seconds, unless a name says otherwise. time_boot_ns is CLOCK_BOOTTIME in nanoseconds.
    # Azimuths are degrees clockwise from true north, elevations degrees upward. Sigmas are 68 %. Points of the scene
    # are in the axes of org.gnomon.Tracking, y up (scene_heading there says how x and z lie): what is drawn there lies where
    # it is on Earth, and follows a correction without a jump. Pixels count from the upper left corner, x right, y down.
    #
    # Places, anchors and a route may be added at any time, also before the first fix; each has a status.
    # Members may be added to any of these; skip what you do not know.
    interface org.gnomon.Scene

    type Vector (x: float, y: float, z: float)

    type Quaternion (x: float, y: float, z: float, w: float)

    # WGS 84.
    type Position (latitude_deg: float, longitude_deg: float)

    # state: shown, hidden, pending; of anchors also lost (with its scene) and expired (its lease).
    # reason: range, cap, filter, cluster, overlap, behind, stale of hidden; waiting-for-fix, localizing of pending.
    type Status (state: string, reason: ?string)

    # An id is unique within its layer. height_kind: eye (at the height of the wearer's eyes; so if it is left out), ground,
    # ellipsoid, sea-level, with height above it. payload is handed on as it is. status and distance are only told.
    type Place (
      layer: ?string,
      id: string,
      name: string,
      category: ?string,
      latitude_deg: float,
      longitude_deg: float,
      height_kind: ?string,
      height: ?float,
      tags: ?[]string,
      payload: ?object,
      is_favourite: ?bool,
      status: ?Status,
      distance: ?float
    )

    type PlaceName (layer: string, id: string)

    # A place that was not taken: its index in the call, and why.
    type Refusal (index: int, id: string, reason: string)

    # What a client draws on: its size, and either the angle that its width covers or the pinhole's numbers (centre: the middle
    # unless said). How the display (x right, y up, z back) is turned on the body and where it is: orientation, position.
    type Viewport (
      width_px: float,
      height_px: float,
      field_of_view_deg: ?float,
      focal_x_px: ?float,
      focal_y_px: ?float,
      centre_x_px: ?float,
      centre_y_px: ?float,
      orientation: ?Quaternion,
      position: ?Vector
    )

    # where: inside, outside (in front, beside the viewport), behind.
    type Screen (where: string, x_px: ?float, y_px: ?float)

    # One place that is shown; rank orders them, 0 is the nearest. azimuth, elevation and distance are where it is; drawn_elevation, drawn_distance,
    # point and scale where and how large to draw it: lifted by so many labels (slot) and pulled in. count: how many places
    # it stands for; with "clusters" members names them. band: near, middle, far. transition says why it is elsewhere than in
    # the frame before though nobody moved: appeared, slot, count, changed, scene.
    type Placement (
      layer: string,
      id: string,
      rank: int,
      name: string,
      category: string,
      is_favourite: bool,
      azimuth_deg: float,
      azimuth_sigma_deg: float,
      elevation_deg: float,
      elevation_sigma_deg: float,
      distance: float,
      distance_sigma: ?float,
      band: string,
      count: int,
      slot: int,
      drawn_elevation_deg: float,
      drawn_distance: float,
      point: Vector,
      scale: float,
      transition: []string,
      status: Status,
      screen: ?Screen,
      members: ?[]PlaceName
    )

    # An arrow on the ground: it flows from its home, at a multiple of 3 m of the route's length, to that of the next one.
    type Arrow (number: int, home: float, length: float, point: Vector, tangent: Vector, screen: ?Screen)

    # phase: common to all, from 0 to less than 1. azimuth_sigma_deg: of the heading; horizontal_accuracy: of the wearer's place.
    type Arrows (
      phase: float,
      azimuth_sigma_deg: ?float,
      horizontal_accuracy: ?float,
      status: Status,
      arrows: []Arrow
    )

    # kind: start, left, right, dot, destination. length: from the route's start; distance: from the wearer.
    type Marker (kind: string, length: float, distance: float, point: Vector, screen: ?Screen)

    # kind: depart, straight, slight-left, left, sharp-left, slight-right, right, sharp-right, turn-around, roundabout, arrive,
    # other. turn_deg: positive to the right.
    type Step (kind: string, length: float, turn_deg: float, instruction: string, street: string)

    # How far the wearer is off the route, and the nearest point of what remains of it; while approaching how far they are from the
    # point to go to: the start, unless the route comes by much nearer.
    type Deviation (distance: float, rejoin: Position, rejoin_length: float, azimuth_deg: float)

    # status: waiting (no place good enough has come), approaching (not yet been on the route), following, off-route, arrived. is_frozen: the last place was too poor.
    # length: from the start to the wearer's point of the route; distance_off: from the wearer to it.
    type Progress (
      revision: int,
      name: string,
      status: string,
      is_frozen: bool,
      length: float,
      remaining: float,
      remaining_time: float,
      distance_off: float,
      horizontal_accuracy: ?float,
      step: int,
      current_step: Step,
      distance_to_step: float,
      deviation: ?Deviation
    )

    # owner: connection-N, or user-N of one with a lease. kind: geographic, scene, head. What is known of it only while it is shown
    # is null otherwise.
    type Anchor (
      owner: string,
      id: string,
      kind: string,
      payload: ?object,
      status: Status,
      azimuth_deg: ?float,
      azimuth_sigma_deg: ?float,
      elevation_deg: ?float,
      elevation_sigma_deg: ?float,
      distance: ?float,
      distance_sigma: ?float,
      point: ?Vector,
      scale: ?float,
      screen: ?Screen
    )

    # In a unit disc, x right, y down, ahead at the top. is_beyond: farther than the rim, where it is put.
    type RadarMark (layer: string, id: string, x: float, y: float, is_beyond: bool, band: string, count: int)

    type Radar (range: float, marks: []RadarMark)

    # The next thing to look at. kind: place, start, turn, destination, rejoin. bearing_deg: to turn by, positive to the right;
    # pitch_deg: to look up by; angle_deg: between the line of sight and it. With a viewport: where it is, and if it is not inside,
    # a point of the border, the side, and the shortest way to turn as a unit vector.
    type Hint (
      kind: string,
      name: string,
      azimuth_deg: float,
      elevation_deg: float,
      distance: float,
      point: Vector,
      bearing_deg: ?float,
      pitch_deg: ?float,
      angle_deg: ?float,
      screen: ?Screen,
      border: ?(x_px: float, y_px: float, side: string, right: float, up: float, has_changed_side: bool)
    )

    # The mark at the destination: a ball whose silhouette has a size on the screen, at its point with its radius there; the edge of
    # its text so far above its middle. phase, pulse_scale and opacity beat once a second.
    type Finish (
      distance: float,
      point: Vector,
      radius: float,
      diameter_px: float,
      half_angle_deg: float,
      text_rise_px: float,
      text_angle_deg: float,
      phase: float,
      pulse_scale: float,
      opacity: float,
      screen: Screen
    )

    # daylight: day, twilight, night.
    type Light (sun_azimuth_deg: float, sun_elevation_deg: float, daylight: string)

    # What an item of a list was known by that is there no more: radar marks as placements are.
    type MarkerName (kind: string, length: float)

    type AnchorName (owner: string, id: string)

    type Left (
      placements: ?[]PlaceName,
      arrows: ?[]int,
      markers: ?[]MarkerName,
      anchors: ?[]AnchorName,
      radar: ?[]PlaceName
    )

    # Of what was asked for, all in the first frame, with is_full; and then what is another than it was sent last. A section that is
    # left out is as it was, null is nothing. Of placements, markers, anchors, arrows.arrows and radar.marks the lists then have the
    # items that are new or have changed, each whole, and left names those that are there no more: placements and marks are known
    # by layer and id, arrows by number, markers by length and kind, anchors by owner and id. Placements are ordered by rank,
    # arrows by number, markers by length; marks have no order. An item has changed when who draws what was sent last would see it
    # 0.02 degrees or 0.1 pixels off, or 0.2 % (at least 5 mm) too near or too far, or when anything else of it is another; a mark
    # when it is 0.0005 off. Errors do not add up. With "everything" all is in each frame, exactly, and is_full.
    # status is that of the scene as a whole. upright_deg: how far text is turned on the screen, counter-clockwise, to stay level.
    # fault: why places cannot be read.
    type Frame (
      time_boot_ns: int,
      is_full: bool,
      scene_id: int,
      is_stale: bool,
      status: Status,
      fault: ?string,
      placements: ?[]Placement,
      arrows: ?Arrows,
      markers: ?[]Marker,
      anchors: ?[]Anchor,
      radar: ?Radar,
      hint: ?Hint,
      finish: ?Finish,
      progress: ?Progress,
      light: ?Light,
      upright_deg: ?float,
      left: ?Left
    )

    # kind and code: announcement (start, approach, turn-soon, turn-now, off-route, arrival), proximity (entered, left), statuses (changed),
    # route (loaded, cleared, on-route, step, off-route, back-on-route, arrived). parameters has the numbers and names.
    type Event (kind: string, code: string, time_boot_ns: int, parameters: object, english: string)

    # Of a layer: without one, the caller's own (user-N; of administrators, mine). Who is no administrator may change their
    # own layers only: user-N and what begins with user-N/. Known ids are replaced and stay favourites. At most 500 in a call, which
    # is done whole or not at all. What a contributor may keep of places and bytes is set by the configuration (QuotaExceeded).
    method AddPlaces(places: []Place, layer: ?string) -> (
      layer: string,
      added: int,
      updated: int,
      cleaned: int,
      refused: int,
      refusals: []Refusal
    )

    # Those with these ids, or all of the layer; favourites stay with keep_favourites. They are gone for good once this is answered.
    method RemovePlaces(ids: ?[]string, layer: ?string, all: ?bool, keep_favourites: ?bool) -> (removed: int)

    # A page, in the order in which they came; next begins the one after it. At most 1000, and about 256 KiB.
    method ListPlaces(layer: ?string, favourites_only: ?bool, cursor: ?string, limit: ?int) -> (
      places: []Place,
      next: ?string,
      count: int
    )

    # With all words in name, tags or category, each from its beginning, accents and case ignored; without a text the nearest
    # within a radius. Nearest first once the wearer's place is known. is_complete: no more have the words. At most 1000, and about 256 KiB.
    method FindPlaces(text: ?string, radius: ?float, limit: ?int) -> (places: []Place, is_complete: bool)

    # What the wearer wants to see; kept over restarts. radius within 200 and 1000, at most 3 categories and 32 tags; what is
    # left out is 500, all and all.
    method SetFilter(radius: ?float, categories: ?[]string, tags: ?[]string, favourites_only: ?bool) -> ()

    method GetFilter() -> (radius: float, categories: []string, tags: []string, favourites_only: bool)

    method SetFavourite(layer: string, id: string, is_favourite: bool) -> ()

    # The text of a file: GeoJSON, GPX, an encoded polyline, or the answer of an OSRM, Mapbox, Valhalla or Google server. It takes the
    # place of the route before at once; one that is refused leaves that as it was. name: of the destination. The route of another user, on
    # which the wearer has not arrived yet, is replaced only with replace.
    method LoadRoute(text: string, name: ?string, replace: ?bool) -> (
      revision: int,
      name: string,
      format: string,
      points: int,
      length: float,
      stated_duration: ?float,
      steps: int,
      notes: []string
    )

    # The active route; its points only with "points".
    method GetRoute(points: ?bool) -> (
      route: ?(
        revision: int,
        name: string,
        length: float,
        stated_duration: ?float,
        steps: []Step,
        points: ?[]Position,
        progress: Progress
      )
    )

    # replace: also the route of another user.
    method ClearRoute(replace: ?bool) -> (was_active: bool)

    # One of geographic, scene (a point of the scene it is now) and head (of the body) says where. It goes with its connection, or with
    # lease_s (1 to 86400) when that is over unless renewed. Known ids of the same owner are replaced.
    method AddAnchor(
      id: string,
      geographic: ?(latitude_deg: float, longitude_deg: float, height_kind: ?string, height: ?float),
      scene: ?Vector,
      head: ?Vector,
      payload: ?object,
      lease_s: ?float
    ) -> (owner: string, expires_boot_ns: ?int)

    method RenewAnchor(id: string, lease_s: float) -> (expires_boot_ns: int)

    # Administrators may name another's as owner.
    method RemoveAnchor(id: string, owner: ?string) -> ()

    # A stream until the connection is closed: each reply has a frame or an event. include: placements, clusters (the members of
    # placements), arrows, markers, anchors, radar, hint, finish (with a viewport), progress, light; announcements, proximity,
    # statuses, route. rate_hz: of frames, 10 unless said, at most 120. target: the place that hint is about instead of the
    # route; it is followed when it is changed, and null once it is gone. radar_range: 500 unless said. Of frames a slow reader gets the latest, with is_full; events wait.
    # dropped: frames and events that this reader has missed since the last message, also those that the daemon had no time for.
    method Subscribe(
      include: []string,
      viewport: ?Viewport,
      rate_hz: ?float,
      everything: ?bool,
      target: ?PlaceName,
      radar_range: ?float
    ) -> (frame: ?Frame, event: ?Event, dropped: ?int)

    # One frame, with everything asked for: placements and progress unless said.
    method GetFrame(include: ?[]string, viewport: ?Viewport, target: ?PlaceName, radar_range: ?float) -> (frame: Frame)

    # The place whose label lies under a point of the viewport, or under a line of sight in the scene (from the wearer unless origin
    # is given); without either straight ahead. null where there is none.
    method Pick(
      viewport: ?Viewport,
      x_px: ?float,
      y_px: ?float,
      origin: ?Vector,
      direction: ?Vector
    ) -> (placement: ?Placement)

    # This value cannot be taken: what was expected.
    error InvalidValue (parameter: string, given: string, expected: string)

    # The caller is of a class that may not do this. needs: contribute, administer. A member of the group may.
    error NotPermitted (needs: string, group: string, english: string)

    # More requests a second than one connection may send; try again after so many seconds.
    error TooManyRequests (limit_per_second: int, retry_after: float)

    # The places cannot be read or written, and why. Nothing was changed.
    error StoreUnavailable (english: string)

    # So many places are the most of one call; nothing was changed. Add them in several.
    error TooManyPlaces (limit: int)

    # There is no place of that id in that layer.
    error NoSuchPlace (layer: string, id: string)

    # The text is not a route, where in it, and what to do; the route before stays. code: unrecognised, empty, json, xml, shape,
    # refused, no-track, polyline, not-a-place, exchanged, too-many-points, too-many-parts, too-few-points, wrong-length, unusable.
    error RouteRefused (code: string, english: string)

    # The caller has no anchor of that id.
    error NoSuchAnchor (id: string)

    # So many anchors and bytes of them are the most of one user, and so many bytes of all users'.
    error TooManyAnchors (limit: int, limit_bytes: int, limit_bytes_of_all: int)

    # More than a contributor may keep; nothing was changed. quota: places, bytes (of texts and payloads, and 100 for each place) or layers.
    # used: what is kept, asked: how many more, setting: what an administrator raises.
    error QuotaExceeded (quota: string, limit: int, used: int, asked: int, setting: string, english: string)

    # The wearer follows the route of another user; replace takes its place.
    error RouteTaken (user: int, name: string, english: string)

    # It is not known yet where the wearer is.
    error NotPlaced (reason: string)

    """
}
