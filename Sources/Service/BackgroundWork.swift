import CPosix
import SocketServer
import Wire

/// Work beside the loop. `start` begins it, and calls its argument with the outcome on the loop's thread: later, or at once where
/// there is nothing to wait for.
struct BackgroundWork<Outcome> {
  let start: (@escaping (Result<Outcome, CallError>) -> Void) -> Void

  /// Returns the work followed by a short step on the loop's thread.
  func map<Other>(_ step: @escaping (Outcome) throws(CallError) -> Other) -> BackgroundWork<Other> {
    BackgroundWork<Other> { done in
      start { result in
        done(Result { () throws(CallError) in try step(result.get()) })
      }
    }
  }
}

extension Worker {
  /// Makes work that needs no store.
  func work<Outcome: Sendable>(
    _ body: @escaping @Sendable () throws(CallError) -> Outcome
  ) -> BackgroundWork<Outcome> {
    BackgroundWork { [self] done in
      run({ Result { () throws(CallError) in try body() } }, then: done)
    }
  }
}

extension Daemon {
  /// Answers a call with the outcome of work. Until then no more input of the connection is read.
  func answer<Outcome>(
    _ call: Call, after work: BackgroundWork<Outcome>,
    _ finish: @escaping (Outcome) throws(CallError) -> Server.Answer
  ) -> Server.Answer {
    var ready: Server.Answer?, isWaiting = false
    work.start { [unowned self] result in
      let began = gnomon_monotonic_time(), answer: Server.Answer
      do throws(CallError) { answer = try finish(result.get()) } catch { answer = .refuse(error) }
      guard isWaiting else { return ready = answer }
      server.complete(answer, isOneway: call.isOneway, call.connection)
      turns.add(method: call.method, gnomon_monotonic_time() - began)
    }
    if let ready { return ready }
    isWaiting = true
    server.startAnswering(call.connection)
    return .later
  }
}
