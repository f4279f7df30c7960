#!/usr/bin/env python3
"""tls_proxy.py PORT: a port of the loopback whose bytes go through TLS to PORT of 127.0.0.1, for tests that speak HTTP byte by byte.

Prints its own port, and ends at the end of its input. Certificates are not checked. Its buffers are small, so that a reader that is
slow is slow to the server, too. With "--version 1.0" or "1.1" it offers that version alone.
"""

import socket
import ssl
import sys
import threading
import warnings

SMALL = 1 << 14


def pass_on(source, sink, end):
    try:
        while chunk := source.recv(SMALL):
            sink.sendall(chunk)
    except OSError:
        pass
    end()


def serve(near, far, context):
    try:
        inner = context.wrap_socket(far)
    except OSError:
        far.close()
        near.close()
        return

    def end_near():
        try:
            near.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def end_far():
        # The end of the near side is that of the connection: half of a TLS connection cannot be closed here.
        for side in (far, inner):
            try:
                side.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    other = threading.Thread(target=pass_on, args=(near, inner, end_far), daemon=True)
    other.start()
    pass_on(inner, near, end_near)
    other.join(20)
    near.close()
    inner.close()


def main():
    port = int(sys.argv[1])
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    if sys.argv[2:3] == ["--version"]:
        warnings.simplefilter("ignore")
        version = {"1.0": ssl.TLSVersion.TLSv1, "1.1": ssl.TLSVersion.TLSv1_1, "1.2": ssl.TLSVersion.TLSv1_2}[sys.argv[3]]
        context.set_ciphers("ALL:@SECLEVEL=0")
        context.minimum_version = context.maximum_version = version
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)
    print(listener.getsockname()[1], flush=True)

    def accept():
        while True:
            near, _ = listener.accept()
            near.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SMALL)
            far = socket.socket()
            far.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
            # In the order of the near sides.
            try:
                far.connect(("127.0.0.1", port))
            except OSError:
                near.close()
                continue
            threading.Thread(target=serve, args=(near, far, context), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    sys.stdin.read()


if __name__ == "__main__":
    main()
