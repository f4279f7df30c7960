#define _GNU_SOURCE
#include "posix_sockets.h"
#include <errno.h>
#include <fcntl.h>
#include <arpa/inet.h>
#include <grp.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#ifndef SO_PEERGROUPS
#define SO_PEERGROUPS 59
#endif

static int address(const char *path, struct sockaddr_un *result) {
  memset(result, 0, sizeof *result);
  result->sun_family = AF_UNIX;
  if (strlen(path) >= sizeof result->sun_path) return -ENAMETOOLONG;
  strcpy(result->sun_path, path);
  return 0;
}

int gnomon_listen(const char *path, unsigned mode, int backlog) {
  struct sockaddr_un where;
  int fault = address(path, &where);
  if (fault < 0) return fault;
  int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) return -errno;
  // Connections are possible only after listen, so never with another mode.
  if (bind(descriptor, (struct sockaddr *)&where, sizeof where) < 0 || chmod(path, mode) < 0 ||
      listen(descriptor, backlog) < 0) {
    fault = -errno;
    close(descriptor);
    return fault;
  }
  return descriptor;
}

int gnomon_connect(const char *path) {
  struct sockaddr_un where;
  int fault = address(path, &where);
  if (fault < 0) return fault;
  int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return -errno;
  if (connect(descriptor, (struct sockaddr *)&where, sizeof where) < 0) {
    fault = -errno;
    close(descriptor);
    return fault;
  }
  return descriptor;
}

int gnomon_listen_on_loopback(uint16_t port, int backlog) { return gnomon_listen_on_address("127.0.0.1", port, backlog); }

int gnomon_listen_on_address(const char *host, uint16_t port, int backlog) {
  char number[8];
  snprintf(number, sizeof number, "%u", port);
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV};
  struct addrinfo *where = NULL;
  if (getaddrinfo(host, number, &hints, &where) != 0) return -EAFNOSUPPORT;
  int fault = 0, yes = 1, descriptor = socket(where->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) fault = -errno;
  // Connections of an earlier process in TIME_WAIT do not block the port for its successor.
  else if (setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) < 0 ||
           bind(descriptor, where->ai_addr, where->ai_addrlen) < 0 || listen(descriptor, backlog) < 0)
    fault = -errno;
  freeaddrinfo(where);
  if (fault < 0 && descriptor >= 0) close(descriptor);
  return fault < 0 ? fault : descriptor;
}

int gnomon_addresses(struct gnomon_address *addresses, int capacity) {
  struct ifaddrs *all = NULL;
  if (getifaddrs(&all) < 0) return -errno;
  int count = 0;
  for (struct ifaddrs *one = all; one && count < capacity; one = one->ifa_next) {
    if (!one->ifa_addr || one->ifa_addr->sa_family != AF_INET) continue;
    if (!(one->ifa_flags & IFF_UP) || one->ifa_flags & IFF_LOOPBACK) continue;
    struct gnomon_address *next = &addresses[count];
    snprintf(next->interface, sizeof next->interface, "%s", one->ifa_name);
    const struct sockaddr_in *where = (const struct sockaddr_in *)one->ifa_addr;
    if (inet_ntop(AF_INET, &where->sin_addr, next->host, sizeof next->host)) count++;
  }
  freeifaddrs(all);
  return count;
}

static void set(int descriptor, int level, int option, int value) {
  setsockopt(descriptor, level, option, &value, sizeof value);
}

int gnomon_connect_to_address(const char *host, const char *port) {
  if (strcmp(host, "localhost") == 0) host = "127.0.0.1";
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV};
  struct addrinfo *where = NULL;
  if (getaddrinfo(host, port, &hints, &where) != 0) return -EAFNOSUPPORT;
  int fault = 0;
  int descriptor = socket(where->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) fault = -errno;
  else if (connect(descriptor, where->ai_addr, where->ai_addrlen) < 0 && errno != EINPROGRESS) fault = -errno;
  freeaddrinfo(where);
  if (fault < 0) {
    if (descriptor >= 0) close(descriptor);
    return fault;
  }
  set(descriptor, SOL_SOCKET, SO_KEEPALIVE, 1);
  set(descriptor, IPPROTO_TCP, TCP_KEEPIDLE, 2);
  set(descriptor, IPPROTO_TCP, TCP_KEEPINTVL, 1);
  set(descriptor, IPPROTO_TCP, TCP_KEEPCNT, 3);
  return descriptor;
}

int gnomon_datagrams_to_address(const char *host, const char *port) {
  if (strcmp(host, "localhost") == 0) host = "127.0.0.1";
  struct addrinfo hints = {.ai_socktype = SOCK_DGRAM, .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV};
  struct addrinfo *where = NULL;
  if (getaddrinfo(host, port, &hints, &where) != 0) return -EAFNOSUPPORT;
  int descriptor = socket(where->ai_family, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), fault = 0;
  if (descriptor < 0 || connect(descriptor, where->ai_addr, where->ai_addrlen) < 0) fault = -errno;
  freeaddrinfo(where);
  if (fault < 0 && descriptor >= 0) close(descriptor);
  return fault < 0 ? fault : descriptor;
}

int gnomon_connection_is_made(int descriptor) {
  struct pollfd ready = {.fd = descriptor, .events = POLLOUT};
  if (poll(&ready, 1, 0) <= 0) return 0;
  int fault = 0;
  socklen_t size = sizeof fault;
  if (getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &fault, &size) < 0) return -errno;
  return fault == 0 ? 1 : -fault;
}

int gnomon_port_of(int descriptor) {
  struct sockaddr_in where = {0};
  socklen_t size = sizeof where;
  if (getsockname(descriptor, (struct sockaddr *)&where, &size) < 0) return -errno;
  return ntohs(where.sin_port);
}

int gnomon_set_nonblocking(int descriptor) {
  int flags = fcntl(descriptor, F_GETFL);
  return flags < 0 || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) < 0 ? -errno : 0;
}

int gnomon_accept(int listener, int send_buffer) {
  int descriptor = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (descriptor < 0) return -errno;
  if (send_buffer > 0) setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &send_buffer, sizeof send_buffer);
  return descriptor;
}

static int set_timeout(int descriptor, int option, int64_t nanoseconds) {
  struct timeval time = {nanoseconds / 1000000000, nanoseconds % 1000000000 / 1000};
  return setsockopt(descriptor, SOL_SOCKET, option, &time, sizeof time) < 0 ? -errno : 0;
}

int gnomon_set_receive_timeout(int descriptor, int64_t nanoseconds) {
  return set_timeout(descriptor, SO_RCVTIMEO, nanoseconds);
}

int gnomon_set_send_timeout(int descriptor, int64_t nanoseconds) { return set_timeout(descriptor, SO_SNDTIMEO, nanoseconds); }

int64_t gnomon_receive(int descriptor, void *bytes, int64_t capacity) {
  while (1) {
    ssize_t count = recv(descriptor, bytes, (size_t)capacity, 0);
    if (count >= 0) return count;
    if (errno != EINTR) return -errno;
  }
}

int64_t gnomon_send(int descriptor, const void *bytes, int64_t count) {
  while (1) {
    ssize_t sent = send(descriptor, bytes, (size_t)count, MSG_NOSIGNAL);
    if (sent >= 0) return sent;
    if (errno != EINTR) return -errno;
  }
}

int gnomon_close(int descriptor) { return close(descriptor) < 0 ? -errno : 0; }

int gnomon_peer_of(int descriptor, struct gnomon_peer *peer) {
  struct ucred credentials;
  socklen_t size = sizeof credentials;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) < 0) return -errno;
  peer->process = credentials.pid;
  peer->user = credentials.uid;
  peer->group = credentials.gid;
  return 0;
}

int gnomon_peer_groups(int descriptor, uint32_t *groups, int capacity) {
  socklen_t size = (socklen_t)capacity * sizeof *groups;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERGROUPS, groups, &size) < 0) return -errno;
  return (int)(size / sizeof *groups);
}

int64_t gnomon_group_named(const char *name) {
  struct group *found = getgrnam(name);
  return found ? (int64_t)found->gr_gid : -ENOENT;
}

int64_t gnomon_user_named(const char *name) {
  struct passwd *found = getpwnam(name);
  return found ? (int64_t)found->pw_uid : -ENOENT;
}

uint32_t gnomon_own_user(void) { return geteuid(); }
