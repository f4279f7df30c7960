public import Wire

/// Work beside the loop. `start` begins it, and calls its argument with the outcome on the loop's thread: later, or at once where
/// there is nothing to wait for.
public struct BackgroundWork<Outcome> {
  public let start: (@escaping (Result<Outcome, CallError>) -> Void) -> Void

  public init(_ start: @escaping (@escaping (Result<Outcome, CallError>) -> Void) -> Void) { self.start = start }

  /// Returns the work followed by a short step on the loop's thread.
  public func map<Other>(_ step: @escaping (Outcome) throws(CallError) -> Other) -> BackgroundWork<Other> {
    BackgroundWork<Other> { done in
      start { result in
        done(Result { () throws(CallError) in try step(result.get()) })
      }
    }
  }
}

extension Worker {
  /// Makes work that needs no store.
  public func work<Outcome: Sendable>(
    _ body: @escaping @Sendable () throws(CallError) -> Outcome
  ) -> BackgroundWork<Outcome> {
    BackgroundWork { [self] done in
      run({ Result { () throws(CallError) in try body() } }, then: done)
    }
  }
}
