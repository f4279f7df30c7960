/// A daemon that sends only these frames, a few bytes at a time, and has no pose.
enum ScriptedDaemon {
  static let program = """
    import json, socket, sys, threading
    server = socket.socket(socket.AF_UNIX)
    server.bind(sys.argv[1])
    server.listen()
    print("ready", flush=True)
    shown = {"state": "shown", "reason": None}
    def place(name, rank, azimuth, distance):
        return {"layer": "mine", "id": name[0], "rank": rank, "name": name, "category": "", "is_favourite": False,
                "is_near": False, "is_at": False,
                "azimuth_deg": azimuth, "azimuth_sigma_deg": 1, "elevation_deg": 0, "elevation_sigma_deg": 1, "distance": distance,
                "distance_sigma": None, "band": "near", "count": 1, "slot": 0, "drawn_elevation_deg": 0, "drawn_distance": 10,
                "point": {"x": 1, "y": 0, "z": -2}, "scale": 1, "transition": [], "status": shown, "screen": None, "members": None}
    cafe, bar = "Caf\\u00e9 \\U0001f600", "Bar \\"8\\""
    changes = [
        {"is_full": True, "placements": [place(cafe, 0, 10, 50), place(bar, 1, 20, 80)]},
        {"placements": [place(cafe, 0, 11, 45)]},
        {"placements": [place(bar, 0, 21, 40), place(cafe, 1, 12, 44)]},
        {"placements": [place(cafe, 0, 13, 43)], "left": {"placements": [{"layer": "mine", "id": "B"}]}},
        {"is_stale": True},
        {"status": {"state": "pending", "reason": "waiting-for-fix"}},
        {},
        {"scene_id": 1},
        {"placements": None},
    ]
    def answer(client):
        call = b""
        while not call.endswith(b"\\0"):
            chunk = client.recv(65536)
            if not chunk: return
            call += chunk
        method, replies = json.loads(call[:-1])["method"], []
        if method.endswith("GetPose"):
            client.sendall(b'{"parameters":{"kind":"none","offset_ns":null,"pose":null,"geopose":null}}\\0')
            return answer(client)
        if method == "org.gnomon.Scene.Subscribe":
            for index, change in enumerate(changes):
                frame = {"time_boot_ns": 2**53 + 1 + index, "is_full": False, "scene_id": 0, "is_stale": False, "status": shown}
                replies.append(json.dumps({"parameters": {"frame": {**frame, **change}}, "continues": True}))
        data = "".join(reply + chr(0) for reply in replies).encode()
        try:
            for start in range(0, len(data), 7): client.sendall(data[start:start + 7])
            client.recv(1)
        except OSError: pass
    while True: threading.Thread(target=answer, args=(server.accept()[0],), daemon=True).start()
    """

  static let lines: [String] = {
    let first = "Caf\u{e9} \u{1f600}: azimuth 13.0 ± 1.0, elevation 0.0, distance 43.0"
    let said = [
      "0: Caf\u{e9} \u{1f600}: azimuth 10.0 ± 1.0, elevation 0.0, distance 50.0",
      "0: Caf\u{e9} \u{1f600}: azimuth 11.0 ± 1.0, elevation 0.0, distance 45.0",
      "0: Bar \"8\": azimuth 21.0 ± 1.0, elevation 0.0, distance 40.0",
      "0: \(first)", "0: nothing to draw, stale", "0: nothing to draw, waiting-for-fix", "0: \(first)", "1: \(first)",
      "0: no place in range",
    ]
    // 2⁵³ + 1 is the first whole number that a double cannot represent.
    return said.enumerated().map { index, text in "nearest 9007199.\(254_740_993 + index) scene \(text)" }
  }()
}
