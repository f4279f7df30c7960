// Unix and TCP stream sockets, and the peers of Unix sockets. Functions return a descriptor or a count; −errno on failure.
#pragma once
#include <stdint.h>

/// Binds and listens. The socket has this mode from the first moment at which connections are possible.
int gnomon_listen(const char *path, unsigned mode, int backlog);
/// Opens a blocking connection.
int gnomon_connect(const char *path);
/// Listens for TCP on 127.0.0.1 only; port 0 selects any free port.
int gnomon_listen_on_loopback(uint16_t port, int backlog);
/// Listens for TCP on one numeric address of this machine; −EAFNOSUPPORT for a host name.
int gnomon_listen_on_address(const char *host, uint16_t port, int backlog);
/// The addresses of this machine's networks by IP version 4, without the loopback; returns their number.
struct gnomon_address {
  /// The interface, such as wlan0.
  char interface[16];
  /// The address as numbers, such as 192.168.1.20.
  char host[16];
};
int gnomon_addresses(struct gnomon_address *addresses, int capacity);
/// The port on which it listens.
int gnomon_port_of(int descriptor);
/// Begins a TCP connection without waiting: `host` is a numeric address or `localhost`, so no name server is asked. −EAFNOSUPPORT
/// for a host name. A peer that vanishes silently is noticed within about five seconds.
int gnomon_connect_to_address(const char *host, const char *port);
/// Makes a socket for datagrams to an address, with the same rules for `host`. Sending never waits.
int gnomon_datagrams_to_address(const char *host, const char *port);
/// Whether that connection is established: 1, 0 while it is unknown, −errno if it failed.
int gnomon_connection_is_made(int descriptor);
/// Makes reading and writing return −EAGAIN instead of waiting.
int gnomon_set_nonblocking(int descriptor);
/// Accepts the next connection, nonblocking, with a send buffer of about `send_buffer` bytes: a large one would hold seconds of
/// stale poses.
int gnomon_accept(int listener, int send_buffer);
int gnomon_set_receive_timeout(int descriptor, int64_t nanoseconds);
int gnomon_set_send_timeout(int descriptor, int64_t nanoseconds);
/// Returns the bytes read, 0 at the end, −EAGAIN if there is nothing now.
int64_t gnomon_receive(int descriptor, void *bytes, int64_t capacity);
/// Returns the bytes that the kernel accepted, −EAGAIN if it has no room; never raises SIGPIPE.
int64_t gnomon_send(int descriptor, const void *bytes, int64_t count);
int gnomon_close(int descriptor);

/// The process at the other end, as recorded by the kernel when it connected.
struct gnomon_peer {
  int32_t process;
  uint32_t user;
  uint32_t group;
};
int gnomon_peer_of(int descriptor, struct gnomon_peer *peer);
/// The supplementary groups, since SO_PEERCRED gives only the primary one. Returns the number written, at most `capacity`.
int gnomon_peer_groups(int descriptor, uint32_t *groups, int capacity);
/// The number of a group by its name; −ENOENT if there is none.
int64_t gnomon_group_named(const char *name);
/// The number of a user by its name; −ENOENT if there is none.
int64_t gnomon_user_named(const char *name);
uint32_t gnomon_own_user(void);
