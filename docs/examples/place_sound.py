#!/usr/bin/env python3
"""place_sound.py PORT NAME [SECONDS [FILE]]: lets the place NAME sound from where it is, on headphones.

Receives /gnomon/place of gnomond by Open Sound Control (Outlets.OSC=127.0.0.1:PORT) and writes stereo sound of 44.1 kHz, 16 bit:
to the program aplay, or to FILE. A soft click comes every half second. Both ears hear it with the difference of time and of
loudness for its azimuth (R. S. Woodworth, "Experimental Psychology", 1938: dt = a / c (sin A + A)), and softer with the distance.
Direction up and down, and front and back, need the ears' own filters: use a binaural renderer for these.
"""
import array, math, socket, struct, subprocess, sys, time

RATE, RADIUS, SOUND = 44100, 0.0875, 343.0


def texts_and_numbers(packet):
    """The address and the arguments of an OSC message with texts and floats."""
    def text(at):
        end = packet.index(b"\0", at)
        return packet[at:end].decode("utf-8", "replace"), (end + 4) & ~3
    address, at = text(0)
    tags, at = text(at)
    values = []
    for tag in tags[1:]:
        if tag == "s":
            value, at = text(at)
        else:
            value, at = struct.unpack_from(">f", packet, at)[0], at + 4
        values.append(value)
    return address, values


def ears(azimuth, distance):
    """Delay in seconds and loudness of the left and the right ear; the azimuth is positive to the left."""
    angle = math.radians(azimuth)
    side = math.asin(math.sin(angle))  # behind sounds like in front
    later = RADIUS / SOUND * (math.sin(abs(side)) + abs(side))
    loudness = min(1.0, 4.0 / max(distance, 1.0)) * 0.5
    louder, softer = loudness * (1 + 0.5 * abs(math.sin(angle))), loudness * (1 - 0.5 * abs(math.sin(angle)))
    return ((0, louder), (later, softer)) if side >= 0 else ((later, softer), (0, louder))


def click(at):
    """The sound at a time since the click began: 10 ms of 1 kHz that fade."""
    return math.sin(2000 * math.pi * at) * math.exp(-at / 0.004) if 0 <= at < 0.03 else 0.0


def block(start, count, left, right):
    samples = array.array("h")
    for index in range(start, start + count):
        now = index / RATE % 0.5
        for delay, loudness in (left, right):
            samples.append(int(32000 * loudness * click(now - delay)))
    return samples.tobytes()


def main():
    port, name = int(sys.argv[1]), sys.argv[2]
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else math.inf
    receiver = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    receiver.bind(("127.0.0.1", port))
    receiver.setblocking(False)
    player = None
    if len(sys.argv) > 4:
        output = open(sys.argv[4], "wb")
    else:
        player = subprocess.Popen(["aplay", "-q", "-t", "raw", "-f", "S16_LE", "-c", "2", "-r", str(RATE)], stdin=subprocess.PIPE)
        output = player.stdin
    azimuth, distance, heard, played, began = 0.0, 1e9, 0.0, 0, time.monotonic()
    while played < seconds * RATE:
        while True:
            try:
                address, values = texts_and_numbers(receiver.recv(2048))
            except BlockingIOError:
                break
            if address == "/gnomon/place" and values[1] == name:
                azimuth, distance, heard = values[2], values[4], time.monotonic()
        # A place that is not shown any more is silent.
        far = distance if time.monotonic() - heard < 1 else 1e9
        output.write(block(played, RATE // 50, *ears(azimuth, far)))
        output.flush()
        played += RATE // 50
        if player is None:
            time.sleep(max(0.0, began + played / RATE - time.monotonic()))
    output.close()


if __name__ == "__main__":
    main()
