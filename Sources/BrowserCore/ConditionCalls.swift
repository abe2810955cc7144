import Conditions
import Geodesy
import Observations

// How a page monitors conditions: it makes a block of numbers that defines them, begins, tells what the browser tells
// it and what the person allows, asks for states, and ends. Times are the browser's milliseconds since 1970. The conditions live behind an address
// that the page hands back with each call; it is the page's, which makes only one call at a time.

/// Gives a block for so many numbers; the caller hands it back with the release below.
@_cdecl("vicinity_conditions_block")
public func conditionsBlock(numbers: Int32) -> UnsafeMutablePointer<Double> {
    UnsafeMutablePointer<Double>.allocate(capacity: Int(max(numbers, 1)))
}

/// Takes a block back.
@_cdecl("vicinity_conditions_release")
public func conditionsRelease(block: UnsafeMutablePointer<Double>) {
    unsafe block.deallocate()
}

/// Begins to decide the conditions that a block defines; nothing when a number in it is not usable.
@_cdecl("vicinity_conditions_begin")
public func conditionsBegin(
    block: UnsafeMutablePointer<Double>, numbers: Int32
) -> UnsafeMutableRawPointer? {
    let buffer = unsafe UnsafeMutableBufferPointer(start: block, count: Int(max(numbers, 0)))
    guard let conditions = unsafe PageConditions(defined: Array(buffer)) else { return nil }
    let place = UnsafeMutablePointer<PageConditions>.allocate(capacity: 1)
    unsafe place.initialize(to: conditions)
    return UnsafeMutableRawPointer(place)
}

/// Ends deciding, and forgets everything.
@_cdecl("vicinity_conditions_end")
public func conditionsEnd(conditions: UnsafeMutableRawPointer) {
    let place = unsafe conditions.assumingMemoryBound(to: PageConditions.self)
    unsafe place.deinitialize(count: 1)
    unsafe place.deallocate()
}

/// Takes a position from the browser, and gives the number of conditions that changed, or -1 for what is no position.
@_cdecl("vicinity_conditions_locate")
public func conditionsLocate(
    conditions: UnsafeMutableRawPointer, time: Double, latitude: Double, longitude: Double, accuracy: Double
) -> Int32 {
    guard
        let time = ObservationTime(milliseconds: time),
        let coordinate = Coordinate(latitude: latitude, longitude: longitude),
        let fix = PositionFix(coordinate: coordinate, horizontalAccuracy: accuracy)
    else { return -1 }
    let place = unsafe conditions.assumingMemoryBound(to: PageConditions.self)
    return unsafe Int32(place.pointee.locate(fix, at: time))
}

/// Takes what the person allows from now on, by the raw value of `Permission`, and gives the number of conditions that
/// changed.
@_cdecl("vicinity_conditions_permit")
public func conditionsPermit(conditions: UnsafeMutableRawPointer, permission: Int32) -> Int32 {
    guard let permission = UInt8(exactly: permission).flatMap(Permission.init(rawValue:)) else { return -1 }
    let place = unsafe conditions.assumingMemoryBound(to: PageConditions.self)
    return unsafe Int32(place.pointee.permit(permission))
}

/// Takes that no more positions come for now, and gives the number of conditions that changed.
@_cdecl("vicinity_conditions_lose")
public func conditionsLose(conditions: UnsafeMutableRawPointer) -> Int32 {
    let place = unsafe conditions.assumingMemoryBound(to: PageConditions.self)
    return unsafe Int32(place.pointee.lose())
}

/// The raw value of a condition's state, or -1 when there is none of the number.
@_cdecl("vicinity_conditions_state")
public func conditionsState(conditions: UnsafeMutableRawPointer, index: Int32) -> Int32 {
    let place = unsafe conditions.assumingMemoryBound(to: PageConditions.self)
    return unsafe place.pointee.state(of: Int(index)).map { Int32($0.rawValue) } ?? -1
}

extension ObservationTime {
    /// A time as browsers have it, down to whole microseconds; rounding down is an instruction of WebAssembly.
    init?(milliseconds: Double) {
        guard let microseconds = Int64(exactly: (milliseconds * 1000).rounded(.down)) else { return nil }
        self.init(microseconds: microseconds)
    }
}
