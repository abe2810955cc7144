import Authorization
import Observations

// How a page learns whether it may ask the browser for positions: it says what the browser says of the permission, and
// whether it is in front of the person, and asks before it asks the browser. Times are the browser's milliseconds since
// 1970; the machine lives behind an address that the page hands back with each call.

/// Begins, in front of the person, with nothing decided; nothing for a time that is none.
@_cdecl("vicinity_authorization_begin")
public func authorizationBegin(time: Double) -> UnsafeMutableRawPointer? {
    guard let time = ObservationTime(milliseconds: time) else { return nil }
    let place = UnsafeMutablePointer<AuthorizationStateMachine>.allocate(capacity: 1)
    // The page has the words for its question itself, in the person's language.
    unsafe place.initialize(to: AuthorizationStateMachine(UsageDescriptions(whenInUse: "page"), at: time))
    return UnsafeMutableRawPointer(place)
}

/// Ends, and forgets everything.
@_cdecl("vicinity_authorization_end")
public func authorizationEnd(machine: UnsafeMutableRawPointer) {
    let place = unsafe machine.assumingMemoryBound(to: AuthorizationStateMachine.self)
    unsafe place.deinitialize(count: 1)
    unsafe place.deallocate()
}

/// Takes what the browser says of the permission, by the raw value of `Permission`; what is neither granted nor open is
/// refused.
@_cdecl("vicinity_authorization_said")
public func authorizationSaid(machine: UnsafeMutableRawPointer, permission: Int32, time: Double) {
    let grant: AuthorizationDecision.Grant
    switch UInt8(exactly: permission).flatMap(Permission.init(rawValue:)) {
    case .granted: grant = .whileUsing
    case .undetermined: grant = .undecided
    default: grant = .refused
    }
    unsafe tell(machine, at: time) { $0.decided(grant, at: $1) }
}

/// Takes whether the page is in front of the person: 1 or 0.
@_cdecl("vicinity_authorization_used")
public func authorizationUsed(machine: UnsafeMutableRawPointer, isInUse: Int32, time: Double) {
    unsafe tell(machine, at: time) { isInUse == 1 ? $0.tookInUse(at: $1) : $0.leftUse(at: $1) }
}

/// Asks whether the browser may be asked, and gives 1 or 0: it may when the position is allowed, and when the question can
/// be put to the person now.
@_cdecl("vicinity_authorization_request")
public func authorizationRequest(machine: UnsafeMutableRawPointer, time: Double) -> Int32 {
    unsafe tell(machine, at: time) { machine, time in
        do throws(AuthorizationRefusal) {
            return try machine.requestWhenInUse(at: time)
        } catch {
            // What stands stays: a question that is open, or a decision.
            return machine.elapsed(until: time)
        }
    }
    let place = unsafe machine.assumingMemoryBound(to: AuthorizationStateMachine.self)
    return unsafe place.pointee.permission == .granted || place.pointee.prompt != nil ? 1 : 0
}

/// Takes that the browser's question went away without an answer.
@_cdecl("vicinity_authorization_dismissed")
public func authorizationDismissed(machine: UnsafeMutableRawPointer, time: Double) {
    unsafe tell(machine, at: time) { machine, time in
        guard let prompt = machine.prompt else { return machine.elapsed(until: time) }
        do throws(AuthorizationRefusal) {
            return try machine.dismissed(prompt, at: time)
        } catch {
            return machine.elapsed(until: time)
        }
    }
}

/// What the person allows, as the raw value of `Permission`.
@_cdecl("vicinity_authorization_permission")
public func authorizationPermission(machine: UnsafeMutableRawPointer) -> Int32 {
    let place = unsafe machine.assumingMemoryBound(to: AuthorizationStateMachine.self)
    return unsafe Int32(place.pointee.permission.rawValue)
}

/// Gives the machine an input, unless the time is none.
///
/// What follows from it the page asks for.
private func tell(
    _ machine: UnsafeMutableRawPointer, at time: Double,
    _ input: (inout AuthorizationStateMachine, ObservationTime) -> AuthorizationAction
) {
    guard let time = ObservationTime(milliseconds: time) else { return }
    let place = unsafe machine.assumingMemoryBound(to: AuthorizationStateMachine.self)
    _ = unsafe input(&place.pointee, time)
}
