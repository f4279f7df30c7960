extension CalibrationKind {
  /// What makes one of this kind. `turns`: of a gyroscope's scale, how often it is turned.
  public func calibrator(surroundings: CalibrationSurroundings, turns: Int? = nil) -> any Calibrator {
    fatalError()
  }
}
