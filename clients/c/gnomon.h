/* gnomon.h: a client of gnomond, the location engine for augmented reality on wearables.
 *
 *     cc first_pose.c $(pkg-config --cflags --libs gnomon)
 *
 * Units: meters, seconds, degrees; times are nanoseconds of CLOCK_BOOTTIME. Headings are clockwise from true north, accuracies
 * 68 %. The scene is x east, y up, z south; the body is x right, y up, z back. A number that is not known is NaN, a time 0, a text
 * empty. The socket's interfaces (org.gnomon.*.varlink) have the meaning of every member.
 *
 * A client is used by one thread at a time. Functions accept NULL for a client, and fail. Nothing is allocated per message once
 * the buffers have grown to the longest message, which may be 16 MiB.
 */
#ifndef GNOMON_H
#define GNOMON_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GNOMON_API __attribute__((visibility("default")))

typedef struct gnomon gnomon;
typedef struct gnomon_json gnomon_json;

struct gnomon_vector {
  double x, y, z;
};

struct gnomon_quaternion {
  double x, y, z, w;
};

/* orientation turns body coordinates into scene coordinates. tracking: initializing, normal, limited. localization: none,
 * localizing, localized, lost. reasons: those of both, with commas. */
struct gnomon_pose {
  int64_t time_boot_ns, time_utc_ns, scene_id;
  struct gnomon_vector position, velocity;
  struct gnomon_quaternion orientation;
  double heading_deg, heading_sigma_deg, heading_95_deg;
  double latitude_deg, longitude_deg, horizontal_accuracy;
  char scene_heading[16], tracking[16], localization[16], reasons[160];
};

/* True azimuth = scene azimuth + yaw, about the wearer, who is at scene_position. Draw with applied_yaw_deg and with the place
 * moved by applied_shift. */
struct gnomon_alignment {
  int64_t time_boot_ns, scene_id, revision;
  double yaw_deg, yaw_sigma_deg, applied_yaw_deg;
  struct gnomon_vector applied_shift, scene_position;
  double latitude_deg, longitude_deg, height, horizontal_accuracy, vertical_accuracy;
  int is_pinned, is_heading_confirmed;
};

/* A point of the viewport in pixels from the upper left corner. where: inside, outside, behind (the pixels are NaN then); empty
 * without a viewport. */
struct gnomon_screen {
  char where[16];
  double x_px, y_px;
};

/* A place that is in view: draw it at point, as large as scale says, lifted by slot label heights. Longer texts are cut at a
 * letter. is_near, is_at: as the events of proximity say. */
struct gnomon_placement {
  char layer[128], id[256], name[256], category[64], band[8], state[16], reason[24];
  int64_t rank, count, slot;
  int is_favourite, is_near, is_at;
  double azimuth_deg, azimuth_sigma_deg, elevation_deg, elevation_sigma_deg, distance, scale;
  struct gnomon_vector point;
  struct gnomon_screen screen;
};

/* An anchor of any client. owner and id name it. orientation is NaN for one without. */
struct gnomon_anchor {
  char owner[64], id[256], kind[16], state[16], reason[24];
  double azimuth_deg, elevation_deg, distance, scale;
  struct gnomon_vector point;
  struct gnomon_quaternion orientation;
  struct gnomon_screen screen;
};

/* An arrow on the ground along tangent. It flows from home, meters along the route, to the home of the next arrow. */
struct gnomon_arrow {
  int64_t number;
  double home, length;
  struct gnomon_vector point, tangent;
  struct gnomon_screen screen;
};

/* A mark of the route, length meters from its start. kind: start, left, right, stop, dot, destination. name: of a stop. */
struct gnomon_marker {
  char kind[16], name[256];
  double length, distance;
  struct gnomon_vector point;
  struct gnomon_screen screen;
};

/* A turn of the route. kind: depart, left, slight-right, arrive and so on; turn_deg: positive to the right. */
struct gnomon_step {
  char kind[16], instruction[256], street[128];
  double length, turn_deg;
};

/* The directions in which a vague thing lies, with 95 %: from left_deg to right_deg from straight ahead, positive to the right. NaN
 * while it is shown. */
struct gnomon_band {
  double left_deg, right_deg;
};

/* Where to look for a thing that is not inside: a point of the viewport's edge, the direction on the display in which to turn the
 * view, clockwise from its own up (0 up, 90 right), and the angle to the thing. NaN while it is inside. */
struct gnomon_look {
  double x_px, y_px, edge_deg, angle_deg;
};

/* Where to go. kind: of the next step, or start or rejoin, which have to be reached first; empty for a place. turn_deg: the turn
 * there, positive to the right; NaN where one goes on. english: in 20 m turn right. */
struct gnomon_go {
  char kind[16], english[256];
  double turn_deg, distance;
};

/* What gnomon_look was until version 0.1, with the side of a display that is held upright; it will go. */
struct gnomon_border {
  double x_px, y_px, right, up;
  char side[8];
  int has_changed_side;
};

/* The point of the route where a walker is in 3 s, for guidance by ear or skin; off the route the point to go to. state: shown or
 * vague. */
struct gnomon_cue {
  char state[16];
  double length, azimuth_deg, distance, bearing_deg, pitch_deg, angle_deg;
  struct gnomon_band band;
  struct gnomon_vector point;
};

/* The next thing: look says where it is, go what to do there; the two may point to different sides. kind: place, start, turn, stop,
 * destination, rejoin. state: shown or vague; of a vague hint, cue or finish draw the band: point, turn, screen, look and border
 * are NaN or empty. bearing_deg: the angle to turn the view by, positive to the right. border.side is empty while the thing is
 * inside, cue.distance NaN without a route, step.kind empty unless the thing is a turn. */
struct gnomon_hint {
  char kind[16], name[256], state[16];
  double length, azimuth_deg, elevation_deg, distance, bearing_deg, pitch_deg, angle_deg;
  struct gnomon_band band;
  struct gnomon_vector point;
  struct gnomon_screen screen;
  struct gnomon_border border;
  struct gnomon_cue cue;
  struct gnomon_step step;
  struct gnomon_look look;
  struct gnomon_go go;
};

/* The mark at the destination: a ball, with its text text_rise_px above its center. state: shown or vague. */
struct gnomon_finish {
  char state[16];
  struct gnomon_band band;
  double azimuth_deg, elevation_deg, distance, radius, diameter_px, half_angle_deg, text_rise_px, text_angle_deg, phase;
  double pulse_scale, opacity;
  struct gnomon_vector point;
  struct gnomon_screen screen;
};

/* Where the wearer is on the route. status: waiting, approaching, following, off-route, arrived. deviation: the distance to the
 * route, rejoin: where to go then; NaN on the route. stop: the index of the next stop, -1 after the last one. */
struct gnomon_progress {
  char name[256], status[16];
  int64_t revision, step, stop;
  int is_frozen;
  double length, remaining, remaining_time, distance_off, horizontal_accuracy, distance_to_step, distance_to_stop;
  struct gnomon_step current_step;
  double deviation, deviation_azimuth_deg, rejoin_length, rejoin_latitude_deg, rejoin_longitude_deg;
};

/* The arrows in the order of number, with their status: draw them while state is shown. phase is common to all. */
struct gnomon_arrows {
  char state[16], reason[24];
  double phase, azimuth_sigma_deg, horizontal_accuracy;
  const struct gnomon_arrow *items;
  size_t count;
};

/* The limits that labels, arrows and marks wait for, and what is known now: sigma of the heading, radius of the place. english:
 * what would show more. heading_limit_deg is NaN while they do not wait. */
struct gnomon_pending {
  double heading_limit_deg, heading_sigma_deg, radius_limit, horizontal_accuracy;
  char guidance[16], english[256];
};

/* A complete frame: changes are merged, placements are in the order of rank, markers in that of length. state: shown, vague
 * (nothing but hint and finish, as bands), hidden, pending. band_deg: half the width of a band, NaN while there are none. hint,
 * finish and progress are NULL if there is none, or none was asked for. With "pose" in include: the body's pose (NaN without), with
 * a viewport the display's as camera (x right, y up, z back), and the alignment with which every point of this frame was computed;
 * its latitude is NaN until place and heading are known. */
struct gnomon_frame {
  int64_t time_boot_ns, scene_id;
  struct gnomon_vector position, camera_position;
  struct gnomon_quaternion orientation, camera_orientation;
  struct gnomon_alignment alignment;
  int is_stale;
  char state[16], reason[24];
  double band_deg;
  struct gnomon_pending pending;
  const struct gnomon_placement *placements;
  size_t placement_count;
  const struct gnomon_anchor *anchors;
  size_t anchor_count;
  struct gnomon_arrows arrows;
  const struct gnomon_marker *markers;
  size_t marker_count;
  const struct gnomon_hint *hint;
  const struct gnomon_finish *finish;
  const struct gnomon_progress *progress;
};

struct gnomon_event {
  int64_t time_boot_ns;
  char kind[16], code[24], english[512];
};

enum gnomon_kind { GNOMON_OTHER, GNOMON_POSE, GNOMON_ALIGNMENT, GNOMON_FRAME, GNOMON_EVENT };

/* One message of a stream, valid until the next call with its client. kind names the member that is set; json is the reply as it
 * came, for members that have no struct. dropped: messages that this reader has missed since the one before. */
struct gnomon_message {
  enum gnomon_kind kind;
  struct gnomon_pose pose;
  struct gnomon_alignment alignment;
  struct gnomon_frame frame;
  struct gnomon_event event;
  const gnomon_json *json;
  int64_t dropped;
};

/* ---- A connection ---- */

/* Connects to the socket at path; NULL: that of GNOMON_SOCKET, else /run/gnomon/gnomon.sock. Returns NULL only if there is no
 * memory: otherwise gnomon_error says whether it has connected. */
GNOMON_API gnomon *gnomon_open(const char *path);
GNOMON_API void gnomon_close(gnomon *client);

/* What went wrong in the last call, as a sentence; NULL if nothing did. */
GNOMON_API const char *gnomon_error(const gnomon *client);
/* The name of the error if the daemon has answered with one, such as org.gnomon.Tracking.InvalidValue; else NULL. */
GNOMON_API const char *gnomon_error_name(const gnomon *client);
/* The members of the daemon's error. */
GNOMON_API const gnomon_json *gnomon_error_parameters(const gnomon *client);

/* Connects again after the daemon has ended, and subscribes again. All earlier state is void. 0, or -1 on failure. */
GNOMON_API int gnomon_reconnect(gnomon *client);
/* For poll(2); -1 without a connection. */
GNOMON_API int gnomon_descriptor(const gnomon *client);
/* Milliseconds to wait for an answer to a call; 10 000 at first. */
GNOMON_API void gnomon_set_timeout(gnomon *client, int milliseconds);

/* ---- Calls ---- */

/* Calls any method; parameters is a JSON object, or NULL. Returns the reply's parameters, valid until the next call with this
 * client, or NULL on failure. */
GNOMON_API const gnomon_json *gnomon_call(gnomon *client, const char *method, const char *parameters);
/* The pose at a time, up to 0.1 s ahead; the latest one for 0. 1, or 0 while there is none, or -1 on failure. */
GNOMON_API int gnomon_get_pose(gnomon *client, int64_t time_boot_ns, struct gnomon_pose *pose);
GNOMON_API int gnomon_get_alignment(gnomon *client, struct gnomon_alignment *alignment);

/* ---- Streams: a client with a stream serves only that; open another one for calls. ---- */

/* streams: names of org.gnomon.Tracking.Subscribe with commas between them, such as "pose,alignment". rate_hz 0: as they come.
 * 0, or -1 on failure. */
GNOMON_API int gnomon_subscribe(gnomon *client, const char *streams, double rate_hz);
/* include: names of org.gnomon.Scene.Subscribe. more: further members of that call, such as "\"radar_range\":200", or NULL. */
GNOMON_API int gnomon_subscribe_scene(gnomon *client, const char *include, double rate_hz, const char *more);
/* Waits for the next message, without limit if milliseconds is negative. 1, or 0 if none has come in time, or -1 on failure. */
GNOMON_API int gnomon_next(gnomon *client, struct gnomon_message *message, int milliseconds);
/* The next pose of the stream, skipping other messages; subscribes to poses if nothing is subscribed to yet. 1, or -1. */
GNOMON_API int gnomon_next_pose(gnomon *client, struct gnomon_pose *pose);

/* ---- From latitude and longitude to the scene (docs/frames.md) ---- */

/* The point of the scene at which to draw a place, by the applied alignment. height is above the ellipsoid; NaN: level with the
 * wearer. 0, or -1 while the wearer's place is unknown. */
GNOMON_API int gnomon_scene_point(const struct gnomon_alignment *alignment, double latitude_deg, double longitude_deg,
                                  double height, struct gnomon_vector *point);
/* The orientation of a level model whose nose (-z) points to a true heading. */
GNOMON_API struct gnomon_quaternion gnomon_scene_orientation(const struct gnomon_alignment *alignment, double heading_deg);
/* The azimuth in the scene in which a body looks; plus applied_yaw_deg it is the true one, as drawn. 0 to 360. */
GNOMON_API double gnomon_looking(struct gnomon_quaternion orientation);

/* ---- JSON values. Every function accepts NULL, and a value of another kind, as unknown. ---- */

/* A member by its name, or by several with points: "pose.position.x". NULL if it is null or left out. */
GNOMON_API const gnomon_json *gnomon_json_member(const gnomon_json *json, const char *path);
GNOMON_API double gnomon_json_number(const gnomon_json *json, const char *path);   /* NaN */
GNOMON_API int64_t gnomon_json_integer(const gnomon_json *json, const char *path); /* 0; exact to 64 bits */
GNOMON_API int gnomon_json_bool(const gnomon_json *json, const char *path);        /* 0 */
GNOMON_API const char *gnomon_json_text(const gnomon_json *json, const char *path); /* "" */
/* The items of a list or the members of an object, one after the other. */
GNOMON_API const gnomon_json *gnomon_json_first(const gnomon_json *json);
GNOMON_API const gnomon_json *gnomon_json_next(const gnomon_json *item);
GNOMON_API const char *gnomon_json_name(const gnomon_json *member);

#ifdef __cplusplus
}
#endif
#endif
