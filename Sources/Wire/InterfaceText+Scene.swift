// Written by scripts/embed-interfaces from Interfaces/org.gnomon.Scene.varlink; a test holds them together.
extension Interface {
  static let sceneText = """
    # Things around the wearer and how to draw them: places, one route, and anchors.
    #
    # Lengths are in meters, times in seconds, unless a name says otherwise. time_boot_ns is CLOCK_BOOTTIME in nanoseconds.
    # Azimuths are degrees clockwise from true north, elevations are degrees upward. Sigmas are 68 %. Points of the scene
    # use the axes of org.gnomon.Tracking, y up (scene_heading there gives the directions of x and z). A thing drawn at its
    # point appears at its place on Earth, and follows a correction without a jump. Pixels count from the upper left corner,
    # x right, y down.
    #
    # Places, anchors and a route can be added at any time, also before the first fix; each has a status.
    # Later versions may add members to any of these; ignore unknown ones.
    interface org.gnomon.Scene

    type Vector (x: float, y: float, z: float)

    type Quaternion (x: float, y: float, z: float, w: float)

    # WGS 84.
    type Position (latitude_deg: float, longitude_deg: float)

    # state: shown, hidden, pending; for anchors also lost (its scene ended) and expired (its lease ended).
    # reason, for hidden: range, cap, filter, cluster, overlap, behind, stale; for pending: waiting-for-fix, localizing.
    type Status (state: string, reason: ?string)

    # An id is unique within its layer. height_kind: eye (the height of the wearer's eyes; the default), ground, ellipsoid or
    # sea-level, with height above it. payload is passed on unchanged. status and distance are set by the daemon only.
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

    # A place that was refused: its index in the call, and the reason.
    type Refusal (index: int, id: string, reason: string)

    # A client's drawing surface: its size, and either the angle that its width covers or the pinhole's parameters (the default
    # of centre is the middle). orientation and position: pose of the display (x right, y up, z back) on the body.
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

    # One visible place; rank is its position in the order, 0 is the nearest. azimuth, elevation and distance are its true
    # direction and distance; drawn_elevation, drawn_distance, point and scale say where and how large to draw it, lifted by
    # slot label heights and pulled in. count: number of places in its cluster; with "clusters" members names them. band:
    # near, middle, far. transition: reasons why it has moved since the frame before although neither it nor the wearer
    # moved: appeared, slot, count, changed, scene.
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

    # An arrow on the ground. It flows from its home, at a multiple of 3 m of the route's length, to the home of the next arrow.
    type Arrow (number: int, home: float, length: float, point: Vector, tangent: Vector, screen: ?Screen)

    # phase: common to all arrows, from 0 to less than 1. azimuth_sigma_deg: of the heading; horizontal_accuracy: of the
    # wearer's place.
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

    # The distance to the route, and the nearest point of the rest of it. While approaching: the distance to the point where to
    # join the route, which is the start unless another point is much nearer.
    type Deviation (distance: float, rejoin: Position, rejoin_length: float, azimuth_deg: float)

    # status: waiting (no place of sufficient accuracy yet), approaching (not on the route yet), following, off-route, arrived.
    # is_frozen: the last place was too inaccurate. length: from the start to the wearer's point on the route; distance_off: from
    # the wearer to that point.
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

    # owner: connection-N, or user-N for one with a lease. kind: geographic, scene, head. Members that are known only while the
    # anchor is shown are null otherwise.
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

    # A mark in a unit disc: x right, y down, ahead at the top. is_beyond: farther than the rim, on which it is drawn.
    type RadarMark (layer: string, id: string, x: float, y: float, is_beyond: bool, band: string, count: int)

    type Radar (range: float, marks: []RadarMark)

    # The next thing to look at. kind: place, start, turn, destination, rejoin. bearing_deg: angle to turn by, positive to the
    # right; pitch_deg: angle to look up by; angle_deg: angle between the line of sight and the thing. With a viewport: its
    # position on the screen, and if it is not inside, a point of the border, the side, and the shortest turn as a unit vector.
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

    # The mark at the destination: a ball with a given size on the screen, at its point, with its radius there. text_rise_px and
    # text_angle_deg: height of the text's lower edge above the ball's center. phase, pulse_scale and opacity pulse once a second.
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

    # The names of items that were removed from the lists; radar marks are named as placements.
    type MarkerName (kind: string, length: float)

    type AnchorName (owner: string, id: string)

    type Left (
      placements: ?[]PlaceName,
      arrows: ?[]int,
      markers: ?[]MarkerName,
      anchors: ?[]AnchorName,
      radar: ?[]PlaceName
    )

    # The first frame has all requested sections, and is_full. Each later frame has only the changes since what was sent last: a
    # section that is left out is unchanged, and null means that there is nothing. placements, markers, anchors, arrows.arrows
    # and radar.marks then list only items that are new or changed, each complete, and left names the items that were removed.
    # Placements and radar marks are identified by layer and id, arrows by number, markers by length and kind, anchors by owner
    # and id. Placements are ordered by rank, arrows by number, markers by length; marks have no order.
    #
    # An item counts as changed if the version sent last would be drawn in a place that is wrong by 0.02 degrees or 0.1 pixels, or
    # at a distance that is wrong by 0.2 % (at least 5 mm), or if any other member differs; a radar mark also if it moved by
    # 0.0005. Errors do not accumulate. With "everything" each frame has all sections, exact values, and is_full.
    #
    # status is that of the scene as a whole. upright_deg: angle by which to turn text on the screen, counterclockwise, to keep
    # it level. fault: the reason why places cannot be read.
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

    # kind and code: announcement (start, approach, turn-soon, turn-now, off-route, arrival), proximity (entered, left),
    # statuses (changed), route (loaded, cleared, on-route, step, off-route, back-on-route, arrived). parameters has the numbers
    # and names.
    type Event (kind: string, code: string, time_boot_ns: int, parameters: object, english: string)

    # Adds places to a layer. The default layer is the caller's own: user-N, or mine for administrators. Other users may change
    # only their own layers: user-N and names that begin with user-N/. Places with known ids are replaced and stay favorites. A
    # call has at most 500 places and is done completely or not at all. The configuration limits the places and bytes of a
    # contributor (QuotaExceeded).
    method AddPlaces(places: []Place, layer: ?string) -> (
      layer: string,
      added: int,
      updated: int,
      cleaned: int,
      refused: int,
      refusals: []Refusal
    )

    # Removes the places with these ids, or all places of the layer; with keep_favourites favorites stay. When the answer
    # arrives, they are removed permanently.
    method RemovePlaces(ids: ?[]string, layer: ?string, all: ?bool, keep_favourites: ?bool) -> (removed: int)

    # Returns a page of places in order of addition; next is the cursor of the following page. At most 1000, and about 256 KiB.
    method ListPlaces(layer: ?string, favourites_only: ?bool, cursor: ?string, limit: ?int) -> (
      places: []Place,
      next: ?string,
      count: int
    )

    # Finds places whose name, tags or category have all words of text, each at the beginning of a word; case and accents are
    # ignored. Without text: the nearest places within a radius. Nearest first once the wearer's place is known. is_complete:
    # there are no further matches. At most 1000, and about 256 KiB.
    method FindPlaces(text: ?string, radius: ?float, limit: ?int) -> (places: []Place, is_complete: bool)

    # Sets the filter for places; it is kept across restarts. radius: 200 to 1000, at most 3 categories and 32 tags. Defaults:
    # 500, all categories and all tags.
    method SetFilter(radius: ?float, categories: ?[]string, tags: ?[]string, favourites_only: ?bool) -> ()

    method GetFilter() -> (radius: float, categories: []string, tags: []string, favourites_only: bool)

    method SetFavourite(layer: string, id: string, is_favourite: bool) -> ()

    # Loads a route from the text of a file (GeoJSON, GPX, an encoded polyline) or the answer of an OSRM, Mapbox, Valhalla or
    # Google server. It replaces the current route at once; a refused text leaves the current route unchanged. name: of the
    # destination. While the wearer is still on another user's route, that route is replaced only with replace.
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

    # Returns the active route; its points only with "points".
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

    # Ends the route. replace: also if it is the route of another user.
    method ClearRoute(replace: ?bool) -> (was_active: bool)

    # Adds an anchor. Exactly one of geographic, scene (a point of the current scene) and head (relative to the body) gives its
    # position. It ends with its connection; with lease_s (1 to 86400) it ends when the lease ends, unless that is renewed.
    # Anchors of the same owner with the same id are replaced.
    method AddAnchor(
      id: string,
      geographic: ?(latitude_deg: float, longitude_deg: float, height_kind: ?string, height: ?float),
      scene: ?Vector,
      head: ?Vector,
      payload: ?object,
      lease_s: ?float
    ) -> (owner: string, expires_boot_ns: ?int)

    method RenewAnchor(id: string, lease_s: float) -> (expires_boot_ns: int)

    # Removes an anchor. Administrators may name another owner.
    method RemoveAnchor(id: string, owner: ?string) -> ()

    # Starts a stream until the connection is closed: each reply has a frame or an event. include: placements, clusters (the
    # members of placements), arrows, markers, anchors, radar, hint, finish (with a viewport), progress, light; announcements,
    # proximity, statuses, route. rate_hz: of frames, default 10, at most 120. target: the place for hint instead of the route;
    # hint follows its changes, and is null after it is removed. radar_range: default 500. A slow reader gets only the latest
    # frame, with is_full; events are queued. dropped: frames and events that this reader missed since the last message,
    # including frames that the daemon had no time for.
    method Subscribe(
      include: []string,
      viewport: ?Viewport,
      rate_hz: ?float,
      everything: ?bool,
      target: ?PlaceName,
      radar_range: ?float
    ) -> (frame: ?Frame, event: ?Event, dropped: ?int)

    # Returns one frame with all requested sections; the default is placements and progress.
    method GetFrame(include: ?[]string, viewport: ?Viewport, target: ?PlaceName, radar_range: ?float) -> (frame: Frame)

    # Returns the place whose label lies under a point of the viewport, or under a line of sight in the scene (from the wearer
    # unless origin is given); without either, under the view straight ahead. null if there is none.
    method Pick(
      viewport: ?Viewport,
      x_px: ?float,
      y_px: ?float,
      origin: ?Vector,
      direction: ?Vector
    ) -> (placement: ?Placement)

    # The value is not allowed; expected describes the allowed values.
    error InvalidValue (parameter: string, given: string, expected: string)

    # The caller's class may not do this. needs: contribute, administer. Members of the group may.
    error NotPermitted (needs: string, group: string, english: string)

    # The connection sent more requests per second than allowed; try again after retry_after seconds.
    error TooManyRequests (limit_per_second: int, retry_after: float)

    # The places cannot be read or written, with the reason. Nothing was changed.
    error StoreUnavailable (english: string)

    # The call has more than limit places; nothing was changed. Add them in several calls.
    error TooManyPlaces (limit: int)

    # The layer has no place with this id.
    error NoSuchPlace (layer: string, id: string)

    # The text is not a route: the position of the error, and what to do. The current route is unchanged. code: unrecognised,
    # empty, json, xml, shape, refused, no-track, polyline, not-a-place, exchanged, too-many-points, too-many-parts,
    # too-few-points, wrong-length, unusable.
    error RouteRefused (code: string, english: string)

    # The caller has no anchor with this id.
    error NoSuchAnchor (id: string)

    # More anchors or bytes of anchors than one user may have, or more bytes than all users together may have.
    error TooManyAnchors (limit: int, limit_bytes: int, limit_bytes_of_all: int)

    # More than a contributor may store; nothing was changed. quota: places, bytes (of texts and payloads, and 100 for each place)
    # or layers. used: amount stored, asked: amount requested in addition, setting: the setting that an administrator can raise.
    error QuotaExceeded (quota: string, limit: int, used: int, asked: int, setting: string, english: string)

    # The wearer follows the route of another user; use replace to replace it.
    error RouteTaken (user: int, name: string, english: string)

    # The wearer's place is not known yet.
    error NotPlaced (reason: string)

    """
}
