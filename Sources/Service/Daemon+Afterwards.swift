import CPosix
import Scenery
import Storage
import Text
import Wire

// Calls whose answer needs the place store: it is read and written on the worker's thread, and samples go on meanwhile.
extension Daemon {
  /// Does something with the store, and answers with what came of it.
  func afterwards<Value: Sendable>(
    _ request: Request, _ connection: Connection,
    _ work: @escaping @Sendable (PlaceStore) throws(DatabaseFault) -> Value,
    then: @escaping (Value) throws(CallError) -> Server.Answer
  ) throws(CallError) -> Server.Answer {
    if worker.isDirect { return try then(try scene.withStore(work)) }
    let isOneway = request.oneway, method = request.method
    server.begin(connection)
    scene.ask(work) { [unowned self] result in
      let began = gnomon_monotonic_time(), answer: Server.Answer
      switch result {
      case .success(let value):
        do throws(CallError) { answer = try then(value) } catch { answer = .refuse(error) }
      case .failure(let error): answer = .refuse(error)
      }
      server.complete(answer, isOneway: isOneway, connection)
      turns.add(method: method, gnomon_monotonic_time() - began)
    }
    return .later
  }

  /// The same, with the places near the wearer looked up before if that is due: the answer says of each whether it is shown.
  func afterSurvey<Value: Sendable>(
    _ request: Request, _ connection: Connection,
    _ work: @escaping @Sendable (PlaceStore) throws(DatabaseFault) -> Value,
    then: @escaping (Value) throws(CallError) -> Server.Answer
  ) throws(CallError) -> Server.Answer {
    let survey = scene.survey(viewpoint, targets: scenePublisher.targets)
    return try afterwards(request, connection) { (store) throws(DatabaseFault) in
      (try survey.map { (survey) throws(DatabaseFault) in try survey.outcome(store) }, try work(store))
    } then: { [scene] (outcome, value) throws(CallError) in
      if let outcome { scene.apply(outcome) }
      return try then(value)
    }
  }
}

extension Daemon {
  /// Answers with what is shown, once the places near the wearer were looked up if that is due, and the target is there. Without a target a
  /// store that cannot be read is said in the frame.
  func afterLook(
    _ request: Request, _ connection: Connection, target: PlacementMessage.Name? = nil,
    then: @escaping () throws(CallError) -> Server.Answer
  ) throws(CallError) -> Server.Answer {
    let survey = scene.survey(viewpoint, targets: scenePublisher.targets)
    if survey == nil, target == nil, scene.isOpened { return try then() }
    let isOneway = request.oneway, method = request.method
    let finish = { [unowned self] (result: Result<(Surveying.Outcome?, Place?), CallError>) throws(CallError) in
      switch result {
      case .success((let outcome, let place)):
        if let outcome { scene.apply(outcome) }
        if let target {
          guard let place else { throw Self.noSuchPlace(target.layer, target.id) }
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
    if worker.isDirect {
      do throws(CallError) { return try finish(.success(try scene.withStore(work))) } catch {
        return try finish(.failure(error))
      }
    }
    server.begin(connection)
    scene.ask(work) { [unowned self] result in
      let began = gnomon_monotonic_time(), answer: Server.Answer
      do throws(CallError) { answer = try finish(result) } catch { answer = .refuse(error) }
      server.complete(answer, isOneway: isOneway, connection)
      turns.add(method: method, gnomon_monotonic_time() - began)
    }
    return .later
  }

  /// Answers with something that takes long and needs no store.
  func beside<Value: Sendable>(
    _ request: Request, _ connection: Connection, _ work: @escaping @Sendable () throws(CallError) -> Value,
    then: @escaping (Value) throws(CallError) -> Server.Answer
  ) throws(CallError) -> Server.Answer {
    if worker.isDirect { return try then(try work()) }
    let isOneway = request.oneway, method = request.method
    server.begin(connection)
    worker.run({ _ -> Result<Value, CallError> in
      do throws(CallError) { return .success(try work()) } catch { return .failure(error) }
    }) { [unowned self] result in
      let began = gnomon_monotonic_time(), answer: Server.Answer
      do throws(CallError) { answer = try then(try result.get()) } catch { answer = .refuse(error) }
      server.complete(answer, isOneway: isOneway, connection)
      turns.add(method: method, gnomon_monotonic_time() - began)
    }
    return .later
  }
}

/// Places of a call that were not kept.
struct PlaceRefusals: Sendable {
  struct One: Sendable {
    var index: Int
    var id: String
    var reason: String
    var json: JSONValue {
      ["index": .integer(Int64(index)), "id": .string(id), "reason": .string(reason)]
    }
  }
  var count: Int
  var first: [One]
}

extension CallError {
  /// More than a contributor may keep.
  static func quotaExceeded(_ excess: PlaceQuota.Excess) -> CallError {
    let key =
      switch excess.kind {
      case .places: "Places.MostPerContributor"
      case .bytes: "Places.BytesPerContributor"
      case .layers: ""
      }
    let change = key.isEmpty ? "" : ", or an administrator raises \(key)"
    return CallError(
      "org.gnomon.Scene.QuotaExceeded",
      [
        "quota": .string(excess.kind.rawValue), "limit": .integer(Int64(excess.limit)),
        "used": .integer(Int64(excess.used)), "asked": .integer(Int64(excess.asked)), "setting": .string(key),
        "english": .string(
          "you keep \(excess.used) \(excess.kind.rawValue) of at most \(excess.limit), and \(excess.asked) more were asked for; nothing was changed: remove some first\(change)"
        ),
      ])
  }
}
