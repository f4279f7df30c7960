// gnomon_ring.h: reads the poses that gnomond writes into shared memory, one for each sample of the gyroscope (docs/outlets.md).
//
// A program needs this file alone, C11 or C++17 with the extensions of GCC or Clang (their default), and -lm. The bytes of the file
// are little-endian. With GNOMON_RING_LAYOUT_ONLY it defines the layout and no functions.
//
//   header of 128 bytes
//   entry 0 … entry (capacity − 1), of 256 bytes each; pose number n is in entry n modulo capacity
//
// An entry is written under a sequence lock (L. Lamport, "Concurrent reading and writing", CACM 20(11), 1977; H.-J. Boehm, "Can
// seqlocks get along with programming language memory models?", MSPC 2012): its sequence is 2n + 1 while pose n is written, and
// 2n + 2 afterwards. A reader never delays the daemon, and never uses a pose that is half written.
#ifndef GNOMON_RING_H
#define GNOMON_RING_H

#include <stdint.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "gnomon_ring.h reads memory directly, so it needs a little-endian machine"
#endif

#define GNOMON_RING_MAGIC "GNOMONPR"
#define GNOMON_RING_VERSION 1u
#define GNOMON_RING_HEADER_BYTES 128u
#define GNOMON_RING_ENTRY_BYTES 256u
/// The words of an entry that hold the pose.
#define GNOMON_RING_POSE_WORDS 30
/// Largest capacity that a reader accepts: a file of 16 MiB.
#define GNOMON_RING_MOST 65536u

/// States of the writer. A daemon that was killed leaves `writing`: the age of the newest pose tells.
enum { GNOMON_RING_WRITING = 1, GNOMON_RING_ENDED = 2 };

struct gnomon_ring_header {
  char magic[8];
  uint32_t version;
  uint32_t header_bytes;
  uint32_t entry_bytes;
  /// Number of entries: a power of two.
  uint32_t capacity;
  /// Number of poses written so far: the newest is pose `count − 1`.
  uint64_t count;
  /// Seconds for which a pose may be predicted.
  double longest_prediction;
  /// Time constant in seconds with which the angular acceleration fades; 0 if it is not used.
  double acceleration_time;
  uint32_t state;
  uint32_t process;
  /// CLOCK_BOOTTIME in nanoseconds when the file was made.
  int64_t created_boot_ns;
  uint8_t reserved[64];
};

/// Bits of `flags`.
enum {
  /// Motion is tracked normally. Otherwise the next four bits have the reasons.
  GNOMON_RING_NORMAL = 1 << 0,
  GNOMON_RING_NO_GYROSCOPE = 1 << 1,
  GNOMON_RING_SATURATED = 1 << 2,
  GNOMON_RING_ODOMETRY_LOST = 1 << 3,
  GNOMON_RING_STALE = 1 << 4,
  /// Latitude and longitude are numbers.
  GNOMON_RING_PLACE = 1 << 5,
  /// The yaw of the scene is known.
  GNOMON_RING_YAW = 1 << 6,
  /// The place and the heading are within the limits of a localized wearer, and motion is tracked normally.
  GNOMON_RING_LOCATED = 1 << 7,
  /// The heading is held by hand.
  GNOMON_RING_PINNED = 1 << 8,
  /// Two bits of the localization: 0 none, 1 localizing, 2 localized, 3 lost.
  GNOMON_RING_LOCALIZATION_SHIFT = 9
};

/// A pose: bytes 8 to 247 of an entry. Angles are in radians, lengths in meters; a number that is not known is NaN. The frames are
/// those of the protocol: body x right, y up, z back; scene y up.
struct gnomon_ring_pose {
  /// CLOCK_BOOTTIME in nanoseconds of the gyroscope's sample.
  int64_t time_boot_ns;
  /// x, y, z, w: from body to scene.
  double orientation[4];
  /// In the scene.
  double position[3];
  double velocity[3];
  /// In the body, rad/s and rad/s².
  double angular_velocity[3];
  double angular_acceleration[3];
  /// For drawing: true azimuth = scene azimuth + yaw; and 1 sigma of the yaw.
  double yaw;
  double yaw_sigma;
  /// WGS 84, in degrees; height above the ellipsoid.
  double latitude_deg;
  double longitude_deg;
  double height;
  /// 68 % radius of the place, and 68 % of the height.
  double horizontal_accuracy;
  double vertical_accuracy;
  /// 1 sigma of the tilt.
  double tilt_sigma;
  /// True heading of the body, clockwise from north, and the bound of its error of 95 %.
  double heading;
  double heading_95;
  /// Positions and orientations are comparable within one scene only.
  uint32_t scene_id;
  uint32_t flags;
  /// Nanoseconds since 1970; 0 if unknown.
  int64_t time_utc_ns;
  uint64_t reserved;
};

struct gnomon_ring_entry {
  uint64_t sequence;
  uint64_t pose[GNOMON_RING_POSE_WORDS];
  /// XOR of the words of the pose and of the even sequence, for readers in languages without memory fences.
  uint64_t check;
};

#ifdef __cplusplus
#define GNOMON_RING_ASSERT static_assert
#else
#define GNOMON_RING_ASSERT _Static_assert
#endif
GNOMON_RING_ASSERT(sizeof(struct gnomon_ring_header) == GNOMON_RING_HEADER_BYTES, "the header has 128 bytes");
GNOMON_RING_ASSERT(sizeof(struct gnomon_ring_pose) == 8 * GNOMON_RING_POSE_WORDS, "the pose has 240 bytes");
GNOMON_RING_ASSERT(sizeof(struct gnomon_ring_entry) == GNOMON_RING_ENTRY_BYTES, "an entry has 256 bytes");

#ifndef GNOMON_RING_LAYOUT_ONLY

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/// An open ring.
struct gnomon_ring {
  const uint8_t *memory;
  uint64_t size;
  uint32_t capacity;
  int descriptor;
};

/// The kind of an answer of `gnomon_ring_pose_at`.
enum gnomon_ring_kind {
  /// No pose: none was written yet, the time is before the stored ones, or a new scene began at that time.
  GNOMON_RING_NONE = 0,
  GNOMON_RING_EXACT,
  GNOMON_RING_INTERPOLATED,
  GNOMON_RING_PREDICTED,
  /// The time is further ahead than `longest_prediction`: the pose is the newest one, unchanged.
  GNOMON_RING_TOO_OLD
};

static inline const struct gnomon_ring_header *gnomon_ring_header_of(const struct gnomon_ring *ring) {
  return (const struct gnomon_ring_header *)(const void *)ring->memory;
}

/// Opens a ring. Returns 0, or −errno: −ENOENT while the daemon has not made it, −EPROTO for a file that is no ring or is cut
/// off, −EPROTONOSUPPORT for another version of the layout.
static inline int gnomon_ring_open(struct gnomon_ring *ring, const char *path) {
  memset(ring, 0, sizeof *ring);
  ring->descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (ring->descriptor < 0) return -errno;
  struct stat status;
  int fault = fstat(ring->descriptor, &status) < 0 ? -errno : 0;
  if (!fault && (!S_ISREG(status.st_mode) || status.st_size < (off_t)GNOMON_RING_HEADER_BYTES)) fault = -EPROTO;
  if (!fault) {
    ring->size = (uint64_t)status.st_size;
    void *memory = mmap(NULL, ring->size, PROT_READ, MAP_SHARED, ring->descriptor, 0);
    if (memory == MAP_FAILED) fault = -errno;
    else ring->memory = (const uint8_t *)memory;
  }
  if (!fault) {
    const struct gnomon_ring_header *header = gnomon_ring_header_of(ring);
    const uint32_t capacity = header->capacity;
    if (memcmp(header->magic, GNOMON_RING_MAGIC, 8) != 0) fault = -EPROTO;
    else if (header->version != GNOMON_RING_VERSION) fault = -EPROTONOSUPPORT;
    else if (header->header_bytes != GNOMON_RING_HEADER_BYTES || header->entry_bytes != GNOMON_RING_ENTRY_BYTES ||
             capacity < 2 || capacity > GNOMON_RING_MOST || (capacity & (capacity - 1)) != 0 ||
             ring->size < GNOMON_RING_HEADER_BYTES + (uint64_t)capacity * GNOMON_RING_ENTRY_BYTES)
      fault = -EPROTO;
    ring->capacity = capacity;
  }
  if (fault) {
    if (ring->memory) munmap((void *)(uintptr_t)ring->memory, ring->size);
    close(ring->descriptor);
    memset(ring, 0, sizeof *ring);
    ring->descriptor = -1;
  }
  return fault;
}

static inline void gnomon_ring_close(struct gnomon_ring *ring) {
  if (ring->memory) munmap((void *)(uintptr_t)ring->memory, ring->size);
  if (ring->descriptor >= 0) close(ring->descriptor);
  memset(ring, 0, sizeof *ring);
  ring->descriptor = -1;
}

/// Whether the file was replaced or removed, because the daemon has started again or ended: open it again.
static inline int gnomon_ring_is_replaced(const struct gnomon_ring *ring) {
  struct stat status;
  return fstat(ring->descriptor, &status) < 0 || status.st_nlink == 0;
}

/// The number of poses written so far.
static inline uint64_t gnomon_ring_count(const struct gnomon_ring *ring) {
  return __atomic_load_n(&gnomon_ring_header_of(ring)->count, __ATOMIC_ACQUIRE);
}

/// Reads pose `number`. Returns 1; 0 if it is not written yet, or has been overwritten.
static inline int gnomon_ring_read(const struct gnomon_ring *ring, uint64_t number, struct gnomon_ring_pose *pose) {
  const uint64_t offset = GNOMON_RING_HEADER_BYTES + (number & (ring->capacity - 1)) * GNOMON_RING_ENTRY_BYTES;
  const struct gnomon_ring_entry *entry = (const struct gnomon_ring_entry *)(const void *)(ring->memory + offset);
  const uint64_t complete = 2 * number + 2;
  if (__atomic_load_n(&entry->sequence, __ATOMIC_ACQUIRE) != complete) return 0;
  uint64_t words[GNOMON_RING_POSE_WORDS];
  for (int i = 0; i < GNOMON_RING_POSE_WORDS; i++) words[i] = __atomic_load_n(&entry->pose[i], __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  if (__atomic_load_n(&entry->sequence, __ATOMIC_RELAXED) != complete) return 0;
  memcpy(pose, words, sizeof *pose);
  return 1;
}

/// Reads the newest pose. Returns 0 before the first one.
static inline int gnomon_ring_latest(const struct gnomon_ring *ring, struct gnomon_ring_pose *pose) {
  // Fails only if the daemon has gone round the whole ring during the read, so a few attempts are enough.
  for (int attempt = 0; attempt < 8; attempt++) {
    const uint64_t count = gnomon_ring_count(ring);
    if (count == 0) return 0;
    if (gnomon_ring_read(ring, count - 1, pose)) return 1;
  }
  return 0;
}

/// out = a ⊗ b for quaternions x, y, z, w.
static inline void gnomon_ring_product(const double a[4], const double b[4], double out[4]) {
  const double x = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
  const double y = a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0];
  const double z = a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3];
  const double w = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
  out[0] = x, out[1] = y, out[2] = z, out[3] = w;
}

/// Turns a quaternion by a rotation vector r in its own axes: q ⊗ exp(r / 2).
static inline void gnomon_ring_turn(double q[4], const double r[3]) {
  const double angle = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
  const double factor = angle < 1e-9 ? 0.5 : sin(0.5 * angle) / angle;
  const double step[4] = {r[0] * factor, r[1] * factor, r[2] * factor, cos(0.5 * angle)};
  gnomon_ring_product(q, step, q);
}

/// Predicts a pose by `h` seconds. The angular acceleration α fades with the time constant T (R. A. Singer, "Estimating optimal
/// tracking filter performance for manned maneuvering targets", IEEE Trans. AES-6, 1970): with e = exp(−h / T)
///
///     turn = ω h + α T (h − T (1 − e)),   ω′ = ω + α T (1 − e)
static inline void gnomon_ring_predict(struct gnomon_ring_pose *pose, double h, double acceleration_time) {
  const double T = acceleration_time, fade = T > 0 ? -expm1(-h / T) : 0;
  double turn[3];
  for (int i = 0; i < 3; i++) {
    const double change = pose->angular_acceleration[i] * T;
    turn[i] = pose->angular_velocity[i] * h + change * (h - T * fade);
    pose->angular_velocity[i] += change * fade;
    pose->angular_acceleration[i] *= T > 0 ? 1 - fade : 1;
    pose->position[i] += pose->velocity[i] * h;
  }
  gnomon_ring_turn(pose->orientation, turn);
  pose->time_boot_ns += (int64_t)llround(h * 1e9);
}

/// Moves `pose` toward `later` by a fraction: the position linearly, the orientation at constant rate (Shoemake 1985).
static inline void gnomon_ring_interpolate(
    struct gnomon_ring_pose *pose, const struct gnomon_ring_pose *later, double fraction) {
  const double inverse[4] = {-pose->orientation[0], -pose->orientation[1], -pose->orientation[2], pose->orientation[3]};
  double step[4], turn[3];
  gnomon_ring_product(inverse, later->orientation, step);
  const double sign = step[3] < 0 ? -1 : 1;
  const double sine = sqrt(step[0] * step[0] + step[1] * step[1] + step[2] * step[2]);
  const double factor = sine < 1e-9 ? 2 : 2 * atan2(sine, sign * step[3]) / sine;
  for (int i = 0; i < 3; i++) {
    turn[i] = sign * step[i] * factor * fraction;
    pose->position[i] += (later->position[i] - pose->position[i]) * fraction;
    pose->velocity[i] += (later->velocity[i] - pose->velocity[i]) * fraction;
    pose->angular_velocity[i] += (later->angular_velocity[i] - pose->angular_velocity[i]) * fraction;
  }
  gnomon_ring_turn(pose->orientation, turn);
}

/// Returns the pose at a time of CLOCK_BOOTTIME: that of the display for a renderer, that of an exposure for a camera.
static inline enum gnomon_ring_kind gnomon_ring_pose_at(
    const struct gnomon_ring *ring, int64_t time_boot_ns, struct gnomon_ring_pose *pose) {
  const struct gnomon_ring_header *header = gnomon_ring_header_of(ring);
  if (!gnomon_ring_latest(ring, pose)) return GNOMON_RING_NONE;
  if (time_boot_ns == pose->time_boot_ns) return GNOMON_RING_EXACT;
  if (time_boot_ns > pose->time_boot_ns) {
    const double ahead = ((double)time_boot_ns - (double)pose->time_boot_ns) * 1e-9;
    if (!(ahead <= header->longest_prediction)) return GNOMON_RING_TOO_OLD;
    gnomon_ring_predict(pose, ahead, header->acceleration_time);
    pose->time_boot_ns = time_boot_ns;
    return GNOMON_RING_PREDICTED;
  }
  // The last pose at or before the time, by bisection. Entries that are overwritten meanwhile are too early.
  const uint64_t count = gnomon_ring_count(ring);
  uint64_t low = count > ring->capacity - 1 ? count - (ring->capacity - 1) : 0, high = count - 1;
  struct gnomon_ring_pose later;
  int has_found = 0;
  while (low <= high) {
    const uint64_t middle = low + (high - low) / 2;
    struct gnomon_ring_pose known;
    if (!gnomon_ring_read(ring, middle, &known) || known.time_boot_ns <= time_boot_ns) {
      low = middle + 1;
    } else {
      later = known;
      has_found = 1;
      if (middle == 0) break;
      high = middle - 1;
    }
  }
  if (!has_found || low == 0 || !gnomon_ring_read(ring, low - 1, pose)) return GNOMON_RING_NONE;
  if (pose->time_boot_ns == time_boot_ns) return GNOMON_RING_EXACT;
  if (pose->time_boot_ns > time_boot_ns || pose->scene_id != later.scene_id) return GNOMON_RING_NONE;
  const double span = (double)(later.time_boot_ns - pose->time_boot_ns);
  gnomon_ring_interpolate(pose, &later, (double)(time_boot_ns - pose->time_boot_ns) / span);
  pose->time_boot_ns = time_boot_ns;
  return GNOMON_RING_INTERPOLATED;
}

#endif
#endif
