/// A coordinate frame, as a type: vectors in different frames do not mix.
///
/// The one sentence on direction: `Rotation<A, B>` and `Pose<A, B>` turn coordinates **from A into B**, so
/// `b = bFromA(a)`, and `Rotation<B, C> * Rotation<A, B>` is a `Rotation<A, C>`; other neighbours do not compile.
public protocol Frame: Sendable {}

/// x right, y up, z back (toward the wearer); forward is −z.
public enum Body: Frame {}
/// y up; x east and z south as believed when the scene began, or with −z where the body faced then if no heading was known. It is off
/// from the true axes by an angle that is learned.
public enum Scene: Frame {}
/// x true east, y up, z true south at the wearer's place: the scene with its heading error taken away.
public enum Level: Frame {}
/// x true east, y true north, z up: the tangent plane at a named origin.
public enum ENU: Frame {}
/// Earth-centred, Earth-fixed: x to latitude 0 longitude 0, z to the north pole.
public enum ECEF: Frame {}
