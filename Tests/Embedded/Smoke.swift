import Authorization
import Beacons
import BrowserCore
import Conditions
import Geodesy
import Observations
import Ranging
import SmokeNumbers

/// Runs every room of the core on seeded input and folds each result, bit by bit, into one number.
///
/// The same file is compiled for this machine and for WebAssembly; the two numbers must be the same.
@_cdecl("vicinity_smoke")
public func smoke(seed: UInt64) -> UInt64 {
    var digest = Digest()
    var random = SplitMix(state: seed)
    for _ in 0..<2000 { foldDistance(&digest, &random) }
    for _ in 0..<200 { foldPolygon(&digest, &random) }
    foldConditions(&digest, &random)
    for _ in 0..<20 { foldTree(&digest, &random) }
    foldRanging(&digest, &random)
    foldAuthorization(&digest, &random)
    foldPage(&digest, &random)
    foldPagePermission(&digest, &random)
    return digest.value
}

private func foldDistance(_ digest: inout Digest, _ random: inout SplitMix) {
    guard let from = random.coordinate(), let to = random.coordinate() else { return }
    digest.fold(from.distance(to: to).bitPattern)
}

/// A pentagon of any size anywhere, or nothing where its edges cross; and places around it.
private func foldPolygon(_ digest: inout Digest, _ random: inout SplitMix) {
    guard let center = random.coordinate() else { return }
    let reach = Double(1 + random.next() % 40)
    let corners = (0..<5).compactMap { _ in random.coordinate(near: center, degrees: reach) }
    do {
        let polygon = try Polygon(outer: corners)
        for _ in 0..<20 {
            guard let place = random.coordinate(near: center, degrees: reach) else { continue }
            digest.fold(polygon.contains(place) ? 1 : 0)
            digest.fold(polygon.signedDistance(to: place).bitPattern)
        }
    } catch {
        digest.fold(UInt64(corners.count))
    }
}

/// Strengths of a few beacons, through the bank of filters and through what ranging reports.
private func foldRanging(_ digest: inout Digest, _ random: inout SplitMix) {
    let uuid = ProximityUUID(high: random.next(), low: random.next())
    let registry = BeaconRegistry((0..<5).map { BeaconIdentity(uuid: uuid, major: 1, minor: UInt16($0)) })
    var bank = SignalBank(beacons: registry.count)
    var machine = RangingStateMachine<ObservationSource, ObservationTime>()
    var samples: [SignalBank.Sample] = []
    for moment in 0..<1_000 {
        let identity = BeaconIdentity(uuid: uuid, major: 1, minor: UInt16(random.next() % 5))
        let (rssi, time) = (-40 - Int8(random.next() % 60), Int64(moment) * 40_000)
        guard let beacon = registry.number(of: identity) else { continue }
        samples.append(.init(beacon: beacon, rssi: rssi, measuredPower: -59, microseconds: time))
        let report = machine.sighted(
            identity, by: ObservationSource("phone"), rssi: rssi, measuredPower: -59,
            at: ObservationTime(microseconds: time))
        for beacon in report ?? [] { digest.fold(beacon.accuracy.bitPattern) }
    }
    var distances: [Double] = []
    bank.update(samples, distances: &distances)
    for distance in distances { digest.fold(distance.bitPattern) }
}

private func foldAuthorization(_ digest: inout Digest, _ random: inout SplitMix) {
    let usage = UsageDescriptions(whenInUse: "For the menu.", always: "For the door.")
    var machine = AuthorizationStateMachine(usage, at: ObservationTime(microseconds: 0))
    _ = machine.took(.service(.always), at: ObservationTime(microseconds: 0))
    for second in 0..<500 as Range<Int64> {
        let time = ObservationTime(microseconds: second * 20_000_000)
        switch random.next() % 4 {
        case 0: _ = machine.tookInUse(at: time)
        case 1: _ = machine.leftUse(at: time)
        case 2: _ = machine.decided(random.next() % 2 == 0 ? .once : .undecided, at: time)
        default: answer(&machine, &random, at: time)
        }
        digest.fold(UInt64(machine.state.status.rawValue) << 16 | UInt64(machine.diagnostics.rawValue))
    }
}

private func answer(
    _ machine: inout AuthorizationStateMachine, _ random: inout SplitMix, at time: ObservationTime
) {
    guard let prompt = machine.prompt else { return }
    let answer = prompt.choices[Int(random.next() % UInt64(prompt.choices.count))]
    do throws(AuthorizationRefusal) { _ = try machine.answered(answer, to: prompt, at: time) } catch {}
}

/// A whole trace through a machine for each kind of condition: every state, time and refinement, and every number of
/// every explanation.
private func foldConditions(_ digest: inout Digest, _ random: inout SplitMix) {
    let uuid = ProximityUUID(high: random.next(), low: random.next())
    guard let center = Coordinate(latitude: 52.5, longitude: 13.4),
        let circle = try? CircularGeographicCondition(center: center, radius: 100)
    else { return }
    var raw = ConditionPolicy()
    raw.fixes = 1
    var machines = [
        ConditionStateMachine(.circular(circle)),
        ConditionStateMachine(.circular(circle), policy: raw),
        ConditionStateMachine(.beacon(BeaconIdentityCondition(uuid: uuid, major: 1))),
        ConditionStateMachine(.beacon(BeaconIdentityCondition(uuid: uuid, major: 1, minor: 2))),
    ]
    for second in 0..<2000 {
        let observation = random.observation(near: center, uuid: uuid, second: Int64(second))
        for index in machines.indices {
            let transition = machines[index].observe(observation)
            digest.fold(UInt64(bitPattern: transition?.time.microseconds ?? -1))
            digest.fold(UInt64(transition?.refinement?.constraint.minor ?? 0))
            digest.fold(machines[index].explanation)
        }
    }
}

/// The calls of a page: a walk among places whose areas overlap, with the browser's permission coming and going.
private func foldPage(_ digest: inout Digest, _ random: inout SplitMix) {
    let areas = 6
    var numbers: [Double] = []
    for _ in 1..<areas {
        numbers += [0, 52.5 + random.unit() / 500, 13.4 + random.unit() / 500, 20 + 60 * random.unit()]
    }
    numbers += courtyard(around: (52.501, 13.401), width: 0.000_5 + random.unit() / 1000)
    let block = unsafe conditionsBlock(numbers: Int32(numbers.count))
    for (offset, number) in numbers.enumerated() { unsafe block[offset] = number }
    let begun = unsafe conditionsBegin(block: block, numbers: Int32(numbers.count))
    unsafe conditionsRelease(block: block)
    guard let conditions = unsafe begun else { return digest.fold(0) }
    for step in 0..<2000 {
        let time = 1_795_000_000_000 + 1000 * Double(step) + random.unit()
        let changed = unsafe random.pageCall(conditions, time)
        digest.fold(UInt64(bitPattern: Int64(changed)))
        for area in 0..<areas {
            digest.fold(UInt64(unsafe conditionsState(conditions: conditions, index: Int32(area))))
        }
    }
    unsafe conditionsEnd(conditions: conditions)
}

/// The calls of a page about its permission, in any order.
private func foldPagePermission(_ digest: inout Digest, _ random: inout SplitMix) {
    guard let machine = unsafe authorizationBegin(time: 1_795_000_000_000) else { return digest.fold(0) }
    for step in 0..<500 {
        let time = 1_795_000_000_000 + 30_000 * Double(step)
        switch random.next() % 4 {
        case 0: unsafe authorizationSaid(machine: machine, permission: Int32(random.next() % 7), time: time)
        case 1: unsafe authorizationUsed(machine: machine, isInUse: Int32(random.next() % 2), time: time)
        case 2: digest.fold(UInt64(unsafe authorizationRequest(machine: machine, time: time)))
        default: unsafe authorizationDismissed(machine: machine, time: time)
        }
        digest.fold(UInt64(unsafe authorizationPermission(machine: machine)))
    }
    unsafe authorizationEnd(machine: machine)
}

/// A square with a square hole, as a page defines it.
private func courtyard(around center: (Double, Double), width: Double) -> [Double] {
    var numbers: [Double] = [1, 2]
    for reach in [width, width / 2] {
        numbers.append(4)
        for (north, east) in [(-1.0, -1.0), (-1.0, 1.0), (1.0, 1.0), (1.0, -1.0)] {
            numbers.append(center.0 + reach * north)
            numbers.append(center.1 + reach * east)
        }
    }
    return numbers
}

/// A trace through a machine for a tree of every kind of condition: each change, and now and then the explanation.
private func foldTree(_ digest: inout Digest, _ random: inout SplitMix) {
    let uuid = ProximityUUID(high: random.next(), low: random.next())
    guard let center = Coordinate(latitude: -89.99 + random.unit() * 179.98, longitude: 180) else { return }
    var machine: ConditionStateMachine
    do {
        machine = ConditionStateMachine(try random.tree(near: center, uuid: uuid, levels: 5))
    } catch {
        return digest.fold(0)
    }
    for second in 0..<1000 {
        let transition = machine.observe(random.observation(near: center, uuid: uuid, second: Int64(second)))
        digest.fold(UInt64(bitPattern: transition?.time.microseconds ?? -1))
        digest.fold(UInt64(transition?.state.rawValue ?? 9))
        digest.fold(UInt64(transition?.refinement?.constraint.minor ?? 0))
        if second % 50 == 0 { for byte in machine.explanation.description.utf8 { digest.fold(UInt64(byte)) } }
    }
}

extension Digest {
    fileprivate mutating func fold(_ explanation: Explanation) {
        fold(UInt64(explanation.state.rawValue))
        fold(UInt64(explanation.lateObservations))
        switch explanation.facts {
        case .circle(let facts), .polygon(let facts):
            fold(facts.margin?.bitPattern ?? 0)
            fold(UInt64(facts.consecutiveInside))
            fold(UInt64(facts.consecutiveOutside))
            fold(UInt64(facts.jumps))
        case .beacon(let facts):
            fold(UInt64(facts.advertisements))
            fold(UInt64(bitPattern: facts.listenedUntil.microseconds))
            fold(UInt64(bitPattern: facts.silence.components.seconds))
        case .timeWindow, .dwell, nil: fold(1)
        }
    }
}

extension SplitMix {
    fileprivate mutating func coordinate() -> Coordinate? {
        Coordinate(latitude: unit() * 180 - 90, longitude: unit() * 360 - 180)
    }

    fileprivate mutating func coordinate(near center: Coordinate, degrees: Double) -> Coordinate? {
        Coordinate(
            latitude: center.latitude + (unit() - 0.5) * degrees,
            longitude: center.longitude + (unit() - 0.5) * degrees)
    }

    /// A tree of conditions about what is observed near a place.
    fileprivate mutating func tree(
        near center: Coordinate, uuid: ProximityUUID, levels: Int
    ) throws(ConditionError) -> Condition {
        switch levels > 1 ? next() % 8 : next() % 4 {
        case 0:
            return .circular(try CircularGeographicCondition(center: center, radius: 20 + unit() * 300))
        case 1: return polygon(near: center) ?? .beacon(BeaconIdentityCondition(uuid: uuid))
        case 2: return .beacon(BeaconIdentityCondition(uuid: uuid, major: 1, minor: UInt16(next() % 3)))
        case 3:
            let start = ObservationTime(microseconds: Int64(next() % 900_000_000))
            let end = ObservationTime(microseconds: start.microseconds + 100_000_000)
            return .timeWindow(try TimeWindowCondition([start..<end]))
        case 4: return try tree(near: center, uuid: uuid, levels: levels - 1).negated()
        case 5:
            let duration = Duration.seconds(Int64(1 + next() % 60))
            return try tree(near: center, uuid: uuid, levels: levels - 1).held(for: duration)
        case let kind:
            var parts: [Condition] = []
            for _ in 0...next() % 3 { parts.append(try tree(near: center, uuid: uuid, levels: levels - 1)) }
            return kind == 6 ? try .all(of: parts) : try .any(of: parts)
        }
    }

    /// A triangle with a place inside, or nothing where its edges cross.
    private mutating func polygon(near center: Coordinate) -> Condition? {
        let corners = (0..<3).compactMap { _ in coordinate(near: center, degrees: 0.01) }
        do {
            return .polygon(PolygonGeographicCondition(try Polygon(outer: corners)))
        } catch {
            return nil
        }
    }

    /// A fix within a few hundred metres, an advertisement, or silence.
    fileprivate mutating func observation(near center: Coordinate, uuid: ProximityUUID, second: Int64)
        -> Observation
    {
        let time = ObservationTime(microseconds: second * 1_000_000)
        let content: Observation.Content
        switch next() % 8 {
        case 0:
            let identity = BeaconIdentity(uuid: uuid, major: 1, minor: UInt16(next() % 3))
            content = .sighting(BeaconSighting(identity: identity, measuredPower: -59, rssi: -70))
        case 1...3:
            content = .elapsed
        default:
            let fix = Coordinate(
                latitude: center.latitude + (unit() - 0.5) / 200,
                longitude: center.longitude + (unit() - 0.5) / 200
            ).flatMap { PositionFix(coordinate: $0, horizontalAccuracy: unit() * 30) }
            content = fix.map { .position($0) } ?? .elapsed
        }
        let isPosition = if case .position = content { true } else { false }
        return Observation(
            source: ObservationSource(isPosition ? "receiver" : "radio"), time: time, content: content)
    }

    /// Now and then another permission or a loss of positions, else a position on a noisy walk.
    fileprivate mutating func pageCall(_ conditions: UnsafeMutableRawPointer, _ time: Double) -> Int32 {
        switch next() % 64 {
        case 0: return unsafe conditionsPermit(conditions: conditions, permission: Int32(next() % 4))
        case 1: return unsafe conditionsPermit(conditions: conditions, permission: 0)
        case 2: return unsafe conditionsLose(conditions: conditions)
        default:
            return unsafe conditionsLocate(
                conditions: conditions, time: time, latitude: 52.5 + unit() / 400,
                longitude: 13.4 + unit() / 400,
                accuracy: unit() * 60)
        }
    }
}
