import TipCore
import TipRules

// How a page decides its tips: it makes a block of bytes for what it hands over, begins, declares, tells what happens, asks
// for statuses, and ends. Times are the browser's milliseconds since 1970, times on the screen are seconds. The tips live
// behind an address that the page hands back with each call; it is the page's, which makes only one call at a time.
//
// Bytes from the page are read as `RuleReading` reads rules. Bytes for the page are a block of its own, with their number
// in the first four; the page gives the block back.

/// Gives a block for so many bytes; the caller gives it back with the release below.
@_cdecl("vicinity_tips_block")
public func tipsBlock(bytes: Int32) -> UnsafeMutablePointer<UInt8> {
    UnsafeMutablePointer<UInt8>.allocate(capacity: Int(max(bytes, 1)))
}

/// Takes a block back.
@_cdecl("vicinity_tips_release")
public func tipsRelease(block: UnsafeMutablePointer<UInt8>) {
    unsafe block.deallocate()
}

/// Begins without anything known; the replica is the number of the device and of the tab.
@_cdecl("vicinity_tips_begin")
public func tipsBegin(replica: UInt64) -> UnsafeMutableRawPointer {
    let place = UnsafeMutablePointer<PageTips>.allocate(capacity: 1)
    unsafe place.initialize(to: PageTips(replica: TipReplica(rawValue: replica)))
    return UnsafeMutableRawPointer(place)
}

/// Ends, and forgets everything.
@_cdecl("vicinity_tips_end")
public func tipsEnd(tips: UnsafeMutableRawPointer) {
    let place = unsafe tips.assumingMemoryBound(to: PageTips.self)
    unsafe place.deinitialize(count: 1)
    unsafe place.deallocate()
}

/// Takes a catalogue (``PageCatalogue``): 1 when something is to be kept, 0 when not, -1 when it cannot be read; then nothing
/// has changed.
@_cdecl("vicinity_tips_declare")
public func tipsDeclare(
    tips: UnsafeMutableRawPointer, block: UnsafeMutablePointer<UInt8>, bytes: Int32
) -> Int32 {
    do throws(RuleError) {
        let catalogue = try PageCatalogue(unsafe taken(block, bytes))
        let place = unsafe tips.assumingMemoryBound(to: PageTips.self)
        return unsafe place.pointee.take(catalogue) ? 1 : 0
    } catch {
        return -1
    }
}

/// Joins a ledger: 0, or -1 when it cannot be read.
@_cdecl("vicinity_tips_merge")
public func tipsMerge(
    tips: UnsafeMutableRawPointer, block: UnsafeMutablePointer<UInt8>, bytes: Int32, time: Double
) -> Int32 {
    do throws(RuleError) {
        let ledger = try TipLedger(bytes: unsafe taken(block, bytes))
        return unsafe with(tips, time) {
            $0.merge(ledger, at: $1)
            return false
        }
    } catch {
        return -1
    }
}

/// The whole ledger, for the browser's storage.
@_cdecl("vicinity_tips_ledger")
public func tipsLedger(tips: UnsafeMutableRawPointer) -> UnsafeMutablePointer<UInt8> {
    let place = unsafe tips.assumingMemoryBound(to: PageTips.self)
    return unsafe handed(place.pointee.ledger.bytes)
}

/// What of the ledger may be sent, up to a moment.
@_cdecl("vicinity_tips_shared")
public func tipsShared(tips: UnsafeMutableRawPointer, limit: Double) -> UnsafeMutablePointer<UInt8> {
    let place = unsafe tips.assumingMemoryBound(to: PageTips.self)
    let limit = RuleTime(milliseconds: limit) ?? RuleTime(microseconds: .max)
    return unsafe handed(place.pointee.shared(until: limit).bytes)
}

/// The moment until which no time alone changes a status, in milliseconds, infinite for ever, as eight bytes; then a byte for
/// each tip, in the order of the catalogue: 0 pending, 1 available, 2 and more by the codes of reasons for which it ended.
@_cdecl("vicinity_tips_statuses")
public func tipsStatuses(tips: UnsafeMutableRawPointer, time: Double) -> UnsafeMutablePointer<UInt8> {
    let place = unsafe tips.assumingMemoryBound(to: PageTips.self)
    guard let now = RuleTime(milliseconds: time) else { return unsafe handed([]) }
    let answer = unsafe place.pointee.statuses(at: now)
    var writing = RuleBytes()
    writing.write(answer.next.map { Double($0.microseconds) / 1_000 } ?? .infinity)
    for code in answer.codes { writing.write(code) }
    return unsafe handed(writing.bytes)
}

/// Takes a donation: the event's name and the payload's bytes.
@_cdecl("vicinity_tips_donate")
public func tipsDonate(
    tips: UnsafeMutableRawPointer, block: UnsafeMutablePointer<UInt8>, bytes: Int32, time: Double
) -> Int32 {
    do throws(RuleError) {
        let (name, value) = try unsafe nameAndValue(taken(block, bytes))
        return unsafe with(tips, time) {
            $0.donate(value, to: name, at: $1)
            return true
        }
    } catch {
        return -1
    }
}

/// Sets a parameter: its name and the value's bytes.
@_cdecl("vicinity_tips_set")
public func tipsSet(
    tips: UnsafeMutableRawPointer, block: UnsafeMutablePointer<UInt8>, bytes: Int32, time: Double
) -> Int32 {
    do throws(RuleError) {
        let (name, value) = try unsafe nameAndValue(taken(block, bytes))
        return unsafe with(tips, time) { $0.set(value, forParameter: name, at: $1) }
    } catch {
        return -1
    }
}

/// What a page says of a tip, by number.
private enum Saying: Int32 {
    /// It is shown: 1 when that counts, 0 when it was shown there already or may not be.
    case appeared = 0
    /// It has been on the screen for so many seconds: 1 when that has ended it.
    case measured = 1
    /// It is no longer shown, after so many seconds on the screen.
    case disappeared = 2
    /// It was shown for so many seconds by a page that could not say so any more.
    case recalled = 3
    /// It ended, for the reason whose code is this number and what is above it.
    case ended = 4
}

/// Takes what happened to a tip: 1 when something is to be kept, 0 when not, -1 when it cannot be read.
///
/// The number is that of a ``Saying``; the bytes are the tip's name and the surface's.
@_cdecl("vicinity_tips_say")
public func tipsSay(
    tips: UnsafeMutableRawPointer, saying: Int32, block: UnsafeMutablePointer<UInt8>, bytes: Int32,
    seconds: Double, time: Double
) -> Int32 {
    do throws(RuleError) {
        var reading = try RuleReading(unsafe taken(block, bytes))
        let tip = TipID(name: try reading.text())
        let surface = try reading.text()
        try reading.finish()
        let length = RuleTime(milliseconds: seconds * 1_000)?.microseconds ?? 0
        return unsafe with(tips, time) { tips, now in
            tips.take(saying, of: tip, on: surface, microseconds: length, at: now)
        }
    } catch {
        return -1
    }
}

extension PageTips {
    fileprivate mutating func take(
        _ number: Int32, of tip: TipID, on surface: RuleText, microseconds: Int64, at now: RuleTime
    ) -> Bool {
        switch Saying(rawValue: number) {
        case .appeared:
            if case .began = appear(tip, on: surface, at: now) { return true }
            return false
        case .measured: return measure(tip, on: surface, microseconds: microseconds, at: now)
        case .disappeared:
            disappear(tip, on: surface, microseconds: microseconds)
            return true
        case .recalled:
            recall(tip, microseconds: microseconds, at: now)
            return true
        default:
            let code = number - Saying.ended.rawValue
            guard let reason = UInt8(exactly: code).flatMap(Tips.InvalidationReason.init(code:)) else {
                return false
            }
            return invalidate(tip, reason, at: now)
        }
    }
}

// Not generic, so that there is one of it.
private func with(
    _ tips: UnsafeMutableRawPointer, _ time: Double, _ act: (inout PageTips, RuleTime) -> Bool
) -> Int32 {
    guard let now = RuleTime(milliseconds: time) else { return -1 }
    let place = unsafe tips.assumingMemoryBound(to: PageTips.self)
    return unsafe act(&place.pointee, now) ? 1 : 0
}

private func nameAndValue(_ bytes: [UInt8]) throws(RuleError) -> (RuleText, RuleValue) {
    var reading = try RuleReading(bytes)
    let name = try reading.text()
    let value = try RuleValue(bytes: try reading.text().utf8)
    try reading.finish()
    return (name, value)
}

private func taken(_ block: UnsafeMutablePointer<UInt8>, _ bytes: Int32) -> [UInt8] {
    unsafe Array(UnsafeMutableBufferPointer(start: block, count: Int(max(bytes, 0))))
}

private func handed(_ bytes: [UInt8]) -> UnsafeMutablePointer<UInt8> {
    let block = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + 4)
    for place in 0..<4 { unsafe block[place] = UInt8(truncatingIfNeeded: bytes.count >> (8 * place)) }
    for (place, byte) in bytes.enumerated() { unsafe block[place + 4] = byte }
    return unsafe block
}

extension RuleTime {
    /// A time as browsers have it, down to whole microseconds; rounding down is an instruction of WebAssembly.
    fileprivate init?(milliseconds: Double) {
        guard let microseconds = Int64(exactly: (milliseconds * 1000).rounded(.down)) else { return nil }
        self.init(microseconds: microseconds)
    }
}
