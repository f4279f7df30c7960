// Unix stream sockets, and who is at their other end. Functions return a descriptor or a count; −errno on failure.
#pragma once
#include <stdint.h>

/// Binds and listens. The socket has this mode from the first moment on that it can be connected to.
int gnomon_listen(const char *path, unsigned mode, int backlog);
/// A blocking connection.
int gnomon_connect(const char *path);
/// Listens for TCP on 127.0.0.1 and nowhere else; port 0 is any that is free.
int gnomon_listen_on_loopback(uint16_t port, int backlog);
/// The port it listens on.
int gnomon_port_of(int descriptor);
/// Begins a TCP connection and waits for nothing: `host` is a numeric address or `localhost`, so that no name server is asked.
/// −EAFNOSUPPORT for a host that is a name. A peer that vanishes without a word is noticed within about five seconds.
int gnomon_connect_to_address(const char *host, const char *port);
/// Whether that connection is made: 1, 0 while it is not known, −errno when it failed.
int gnomon_connection_is_made(int descriptor);
/// From now on reading and writing answer −EAGAIN instead of waiting.
int gnomon_set_nonblocking(int descriptor);
/// The next connection, not blocking; with a send buffer of about so many bytes, or seconds of stale poses hide in the kernel.
int gnomon_accept(int listener, int send_buffer);
int gnomon_set_receive_timeout(int descriptor, int64_t nanoseconds);
/// Bytes read, 0 at the end, −EAGAIN when there is nothing now.
int64_t gnomon_receive(int descriptor, void *bytes, int64_t capacity);
/// Bytes taken by the kernel, −EAGAIN when it has no room; never a SIGPIPE.
int64_t gnomon_send(int descriptor, const void *bytes, int64_t count);
int gnomon_close(int descriptor);

/// Who connected, as the kernel saw them then.
struct gnomon_peer {
  int32_t process;
  uint32_t user;
  uint32_t group;
};
int gnomon_peer_of(int descriptor, struct gnomon_peer *peer);
/// Supplementary groups: SO_PEERCRED tells only the primary one. The number written, at most `capacity`.
int gnomon_peer_groups(int descriptor, uint32_t *groups, int capacity);
/// The number of a group by its name; −ENOENT where there is none.
int64_t gnomon_group_named(const char *name);
/// The number of a user by its name; −ENOENT where there is none.
int64_t gnomon_user_named(const char *name);
uint32_t gnomon_own_user(void);
