/// A coordinate frame, as a type: vectors in different frames do not mix.
///
/// Direction of conversion: `Rotation<A, B>` and `Pose<A, B>` convert coordinates **from A to B**, so `b = bFromA(a)`, and
/// `Rotation<B, C> * Rotation<A, B>` is a `Rotation<A, C>`; other products do not compile.
public protocol Frame: Sendable {}

/// x right, y up, z back (toward the wearer); forward is −z.
public enum Body: Frame {}
/// y up; x east and z south by the heading estimate at the start of the scene, or −z along the body's direction at that time if
/// no heading was known. The angle between these axes and the true ones is estimated later (the yaw).
public enum Scene: Frame {}
/// A thing to draw: x right, y up, z back. Its nose is −z, as the wearer's; the readable side of a label is +z.
public enum Model: Frame {}
/// The display, seen from the eye: x right, y up, z back, so forward is −z.
public enum Display: Frame {}
/// x true east, y up, z true south at the wearer's place: the scene without its heading error.
public enum Level: Frame {}
/// x true east, y true north, z up: the tangent plane at a named origin.
public enum ENU: Frame {}
/// Earth-centered, Earth-fixed: x to latitude 0 longitude 0, z to the north pole.
public enum ECEF: Frame {}
