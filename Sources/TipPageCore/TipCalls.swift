import TipCore
import TipRules

// The calls with which a page decides its tips: it allocates a block of bytes for each argument, begins,
// declares, reports what happens, asks for statuses, and ends. Times are the browser's milliseconds since
// 1970; times on screen are seconds. The page owns the address of the tips and passes it with each call; it
// makes only one call at a time.
//
// Bytes from the page are read strictly, as `RuleReading` reads rules. Bytes for the page are a separate
// block, with their number in the first four bytes; the page releases the block.

/// Allocates a block of bytes; the caller releases it with `vicinity_tips_release`.
@_cdecl("vicinity_tips_block")
public func tipsBlock(bytes: Int32) -> UnsafeMutablePointer<UInt8> {
    UnsafeMutablePointer<UInt8>.allocate(capacity: Int(max(bytes, 1)))
}

/// Releases a block.
@_cdecl("vicinity_tips_release")
public func tipsRelease(block: UnsafeMutablePointer<UInt8>) {
    unsafe block.deallocate()
}

/// Begins with an empty ledger; the replica is the number of the device and of the tab.
@_cdecl("vicinity_tips_begin")
public func tipsBegin(replica: UInt64) -> UnsafeMutableRawPointer {
    let place = UnsafeMutablePointer<PageTips>.allocate(capacity: 1)
    unsafe place.initialize(to: PageTips(replica: TipReplica(rawValue: replica)))
    return UnsafeMutableRawPointer(place)
}

/// Ends, and releases the tips.
@_cdecl("vicinity_tips_end")
public func tipsEnd(tips: UnsafeMutableRawPointer) {
    let place = unsafe tips.assumingMemoryBound(to: PageTips.self)
    unsafe place.deinitialize(count: 1)
    unsafe place.deallocate()
}

/// Sets the catalogue (``PageCatalogue``).
///
/// Returns 1 when there is something to store, 0 when not, and -1 when it cannot be read and nothing has
/// changed.
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

/// Joins a ledger; returns 0, or -1 when it cannot be read.
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

/// The part of the ledger that may be sent, up to a moment.
@_cdecl("vicinity_tips_shared")
public func tipsShared(tips: UnsafeMutableRawPointer, limit: Double) -> UnsafeMutablePointer<UInt8> {
    let place = unsafe tips.assumingMemoryBound(to: PageTips.self)
    let limit = RuleTime(milliseconds: limit) ?? RuleTime(microseconds: .max)
    return unsafe handed(place.pointee.shared(until: limit).bytes)
}

/// The statuses of all tips.
///
/// The first eight bytes are the moment until which time alone changes no status, in milliseconds, or
/// infinity. A byte for each tip follows, in the order of the catalogue: 0 is pending, 1 available; 2 and
/// more are ended tips, by the codes of their reasons.
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

/// Records a donation: the event's name and the payload's bytes.
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

/// A report of a page about a tip, by number.
private enum Saying: Int32 {
    /// It is shown: 1 when the display counts, 0 when it was shown there already or may not be shown.
    case appeared = 0
    /// It has been on screen for a number of seconds: 1 when this has ended it.
    case measured = 1
    /// It is no longer shown, after a number of seconds on screen.
    case disappeared = 2
    /// An earlier page showed it for a number of seconds, and was closed before it could report this.
    case recalled = 3
    /// It ended; the amount above this number is the code of the reason.
    case ended = 4
}

/// Records what happened to a tip: 1 when there is something to store, 0 when not, -1 when it cannot be read.
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

// Not generic, so that there is only one copy of the code.
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
    /// Makes a time of a browser's milliseconds, rounded down to microseconds; rounding down is one
    /// WebAssembly instruction.
    fileprivate init?(milliseconds: Double) {
        guard let microseconds = Int64(exactly: (milliseconds * 1000).rounded(.down)) else { return nil }
        self.init(microseconds: microseconds)
    }
}
