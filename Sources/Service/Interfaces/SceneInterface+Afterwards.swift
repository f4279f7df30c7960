import CPosix
import Scenery
import SocketServer
import Storage
import Text
import Wire

// Calls that need the place store or take long: the worker handles them on its thread, and samples continue meanwhile.
extension SceneInterface {
  /// Answers a call with the result of work with the store.
  func afterwards<Value: Sendable>(
    _ call: Call, _ work: @escaping @Sendable (PlaceStore) throws(DatabaseFault) -> Value,
    then: @escaping (Value) throws(CallError) -> Server.Answer
  ) throws(CallError) -> Server.Answer {
    if daemon.worker.isDirect { return try then(try scene.withStore(work)) }
    return later(call, start: { [scene] done in scene.ask(work, then: done) }) { (result) throws(CallError) in
      try then(try result.get())
    }
  }

  /// Does the same after looking up the places near the wearer, if that is due: the answer contains the status of each place.
  func afterSurvey<Value: Sendable>(
    _ call: Call, _ work: @escaping @Sendable (PlaceStore) throws(DatabaseFault) -> Value,
    then: @escaping (Value) throws(CallError) -> Server.Answer
  ) throws(CallError) -> Server.Answer {
    let survey = scene.survey(viewpoint, targets: scenePublisher.targets)
    return try afterwards(call) { (store) throws(DatabaseFault) in
      (try survey.map { (survey) throws(DatabaseFault) in try survey.outcome(store) }, try work(store))
    } then: { [scene] (outcome, value) throws(CallError) in
      if let outcome { scene.apply(outcome) }
      return try then(value)
    }
  }

  /// Answers a call after looking up the places near the wearer, if that is due, and the target. Without a target, a store that
  /// cannot be read is reported in the frame.
  func afterLook(
    _ call: Call, target: PlaceKey? = nil, then: @escaping () throws(CallError) -> Server.Answer
  ) throws(CallError) -> Server.Answer {
    let survey = scene.survey(viewpoint, targets: scenePublisher.targets)
    if survey == nil, target == nil, scene.isOpened { return try then() }
    let finish = { [scene] (result: Result<(Surveying.Outcome?, Place?), CallError>) throws(CallError) in
      switch result {
      case .success((let outcome, let place)):
        if let outcome { scene.apply(outcome) }
        if let target {
          guard let place else { throw Self.noSuchPlace(target) }
          scene.targets[target] = place
        }
      case .failure(let error):
        if survey != nil { scene.putOff() }
        if target != nil { throw error }
      }
      return try then()
    }
    let work = { @Sendable (store: PlaceStore) throws(DatabaseFault) -> (Surveying.Outcome?, Place?) in
      let outcome = try survey.map { (survey) throws(DatabaseFault) in try survey.outcome(store) }
      guard let target else { return (outcome, nil) }
      return (outcome, try store.place(target.id, in: target.layer))
    }
    if daemon.worker.isDirect {
      do throws(CallError) { return try finish(.success(try scene.withStore(work))) } catch {
        return try finish(.failure(error))
      }
    }
    return later(call, start: { [scene] done in scene.ask(work, then: done) }, finish)
  }

  /// Answers a call with the result of long work that needs no store.
  func beside<Value: Sendable>(
    _ call: Call, _ work: @escaping @Sendable () throws(CallError) -> Value,
    then: @escaping (Value) throws(CallError) -> Server.Answer
  ) throws(CallError) -> Server.Answer {
    if daemon.worker.isDirect { return try then(try work()) }
    let worker = daemon.worker
    return later(
      call,
      start: { done in
        worker.run(
          { _ -> Result<Value, CallError> in
            do throws(CallError) { return .success(try work()) } catch { return .failure(error) }
          }, then: done)
      }
    ) { (result) throws(CallError) in try then(try result.get()) }
  }

  /// Starts work beside the loop, and answers the call when it is done. Until then no more input of the connection is read.
  private func later<Value>(
    _ call: Call, start: (@escaping (Result<Value, CallError>) -> Void) -> Void,
    _ finish: @escaping (Result<Value, CallError>) throws(CallError) -> Server.Answer
  ) -> Server.Answer {
    daemon.server.startAnswering(call.connection)
    start { [unowned daemon = daemon] result in
      let began = gnomon_monotonic_time(), answer: Server.Answer
      do throws(CallError) { answer = try finish(result) } catch { answer = .refuse(error) }
      daemon.server.complete(answer, isOneway: call.isOneway, call.connection)
      daemon.turns.add(method: call.method, gnomon_monotonic_time() - began)
    }
    return .later
  }
}

extension CallError {
  /// Returns the error for more places than a contributor may keep.
  static func quotaExceeded(_ excess: PlaceQuota.Excess) -> CallError {
    let key =
      switch excess.kind {
      case .places: "Places.MostPerContributor"
      case .bytes: "Places.BytesPerContributor"
      case .layers: ""
      }
    let change = key.isEmpty ? "" : ", or an administrator raises \(key)"
    return CallError.quotaExceeded(
      quota: excess.kind.rawValue, limit: excess.limit, used: excess.used, asked: excess.asked, setting: key,
      english:
        "you have \(excess.used) of at most \(excess.limit) \(excess.kind.rawValue), and requested \(excess.asked) more; nothing was changed: remove some first\(change)"
    )
  }
}
