/// Where the device is worn, which decides what may help it (features.md §5).
public enum Profile: String, CaseIterable, Sendable { case head, torso, hand, foot, vehicle, free }
