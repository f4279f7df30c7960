/// Where the device is worn, which decides the measurements that may aid it (docs/troubleshooting.md, sources).
public enum Profile: String, CaseIterable, Sendable { case head, torso, hand, foot, vehicle, free }
