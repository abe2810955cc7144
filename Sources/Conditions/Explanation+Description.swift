import Observations

extension Explanation: CustomStringConvertible {
    /// One English line; for a condition with parts, the decisive part follows in brackets.
    public var description: String {
        var line = stateAndReason
        line += (state.isKnown ? "; missing for the other state: " : "; missing: ") + missing.line
        if lateObservations > 0 {
            line += "; " + counted(lateObservations, "observation", "observations") + " came too late"
        }
        return line
    }

    /// The line of a part without what is missing, because the whole lists that.
    private var stateAndReason: String {
        var line = state.name + ": " + reason
        if let facts = facts?.line, !facts.isEmpty { line += " (" + facts + ")" }
        if let decisivePart {
            line += " [" + (parts.count > 1 ? "part " + String(decisivePart + 1) + " " : "")
            line += parts[decisivePart].stateAndReason + "]"
        }
        return line
    }

    private var reason: String {
        switch rule {
        case .undecided:
            state == .unknown
                ? "nothing observed decides it yet" : "assumed, and nothing observed decides it yet"
        case .sureFixInside: "a fix lies inside with its whole uncertainty"
        case .fixesInside: "consecutive fixes lie inside"
        case .fixesOutside: "consecutive fixes lie outside"
        case .heard: "a matching beacon is heard"
        case .silence: "no matching beacon was heard for long enough"
        case .sourceUnavailable: "the radio is off, or the source is gone"
        case .sourceSilent: "the source has fallen silent"
        case .notPermitted: "the person does not allow it"
        case .interrupted: "the source was interrupted, and has decided nothing since"
        case .windowOpen: "the time lies in a window"
        case .windowClosed: "the time lies in no window"
        case .stayed: "its part has held for long enough"
        case .staying: "its part holds, but not for long enough yet"
        case .notStaying: "its part does not hold"
        case .everyPart: "every part holds"
        case .partMissing: "a part does not hold"
        case .anyPart: "a part holds"
        case .noPart: "no part holds"
        case .opposite: "the opposite of its part"
        case .partUnknown: "a part that it depends on is not known"
        case .limitExceeded: "too many other conditions come before it"
        }
    }
}

extension Explanation.Missing {
    /// A list with more entries than this shows only their number.
    private static let mostTold = 3

    fileprivate var line: String {
        switch self {
        case .observation: "an observation that decides"
        case .fixesInside(let count): fixes(count) + " inside, or one with its whole uncertainty inside"
        case .fixesOutside(let count, let cushion):
            fixes(count) + " outside" + (cushion > 0 ? " by more than " + metres(cushion) : "")
        case .advertisement: "an advertisement of a matching beacon"
        case .silence(let duration): text(of: duration) + " more without a matching beacon"
        case .source: "a source that can tell"
        case .permission: "the person's permission"
        case .room: "room within the limit of conditions"
        case .stay(let duration): text(of: duration) + " more in which its part holds"
        case .later(let duration): "an observation " + text(of: duration) + " later"
        case .nothing: "nothing, for the last window has passed"
        case .all(let several): Self.line(several.grouped.map { $0.lineForEach }, " and ")
        case .any(let several): Self.choice(several.grouped.map { $0.missing })
        }
    }

    private static func choice(_ several: [Explanation.Missing]) -> String {
        several.count == 1 ? several[0].line : line(several.map { $0.lineInside }, " or ")
    }

    private static func line(_ several: [String], _ word: String) -> String {
        var line = ""
        for (place, missing) in several.prefix(mostTold).enumerated() {
            if place > 0 { line += word }
            line += missing
        }
        if several.count > mostTold { line += word + String(several.count - mostTold) + " more" }
        return line
    }

    /// The line as an entry of a list: in brackets when it is itself a choice or a list.
    fileprivate var lineInside: String {
        switch self {
        case .all(let several), .any(let several): several.grouped.count > 1 ? "(" + line + ")" : line
        case .fixesInside: "(" + line + ")"
        default: line
        }
    }

    private func fixes(_ count: Int) -> String {
        count == 1 ? "1 fix" : String(count) + " consecutive fixes"
    }
}

/// A missing observation, and the number of parts that need it.
private struct MissingOfParts {
    let missing: Explanation.Missing
    var count = 1

    /// The line for all parts that need it.
    var lineForEach: String {
        count == 1 ? missing.lineInside : missing.lineInside + ", for each of " + String(count) + " parts"
    }
}

extension [Explanation.Missing] {
    /// The distinct entries in their order, with their counts.
    fileprivate var grouped: [MissingOfParts] {
        reduce(into: []) { groups, missing in
            if let place = groups.firstIndex(where: { $0.missing == missing }) {
                groups[place].count += 1
            } else {
                groups.append(MissingOfParts(missing: missing))
            }
        }
    }
}

extension Explanation.Facts {
    fileprivate var line: String {
        switch self {
        case .circle(let facts), .polygon(let facts): facts.line
        case .beacon(let facts): facts.line
        case .timeWindow(let facts): facts.line
        case .dwell(let facts): facts.line
        }
    }
}

extension BoundaryFacts {
    fileprivate var line: String {
        var parts: [String] = []
        if let margin, let accuracy {
            parts.append("newest fix " + metres(margin.magnitude) + (margin < 0 ? " outside" : " inside"))
            parts.append("accuracy " + metres(accuracy))
        }
        if consecutiveInside > 0 { parts.append(String(consecutiveInside) + " in a row inside") }
        if consecutiveOutside > 0 { parts.append(String(consecutiveOutside) + " in a row outside") }
        if jumps > 0 { parts.append(counted(jumps, "jump", "jumps") + " set aside") }
        return commaSeparated(parts)
    }
}

extension BeaconFacts {
    fileprivate var line: String {
        howOften + ", silent for " + measured(silence, against: exitAfter)
    }

    private var howOften: String {
        switch advertisements {
        case 0: "never heard"
        case 1: "heard once"
        default: "heard " + String(advertisements) + " times"
        }
    }
}

extension TimeWindowFacts {
    fileprivate var line: String {
        let begin = since.map { "for " + text(from: $0, to: time) + " already" } ?? "before the first"
        let end = until.map { "for " + text(from: time, to: $0) + " more" } ?? "the last has passed"
        return begin + ", " + end
    }
}

extension DwellFacts {
    fileprivate var line: String { "held for " + measured(stayed, against: required) }
}

/// A duration, and the required one.
private func measured(_ duration: Duration, against required: Duration) -> String {
    text(of: duration) + "; " + text(of: required) + (duration < required ? " are needed" : " are enough")
}

private func counted(_ count: Int, _ one: String, _ several: String) -> String {
    String(count) + " " + (count == 1 ? one : several)
}

private func commaSeparated(_ parts: [String]) -> String {
    var line = ""
    for (place, part) in parts.enumerated() { line += (place > 0 ? ", " : "") + part }
    return line
}

/// A distance, in kilometres if it is long.
private func metres(_ number: Double) -> String {
    number < 10_000 ? tenths(number) + " m" : tenths(number / 1_000) + " km"
}

/// A duration, in the largest unit that fits into it at least twice.
private func text(seconds: Double) -> String {
    if seconds < 120 { return tenths(seconds) + " s" }
    // Clamped to a plausible maximum, because larger values would overflow.
    let whole = Int64(min(seconds, 1e12))
    if whole < 7_200 { return pair(whole / 60, "min", whole % 60, "s") }
    if whole < 172_800 { return pair(whole / 3_600, "h", whole % 3_600 / 60, "min") }
    return pair(whole / 86_400, "days", whole % 86_400 / 3_600, "h")
}

private func pair(_ large: Int64, _ unit: String, _ small: Int64, _ smallUnit: String) -> String {
    String(large) + " " + unit + (small > 0 ? " " + String(small) + " " + smallUnit : "")
}

private func text(of duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    return text(seconds: Double(seconds) + Double(attoseconds) / 1e18)
}

private func text(from start: ObservationTime, to end: ObservationTime) -> String {
    text(seconds: Double(start.microseconds(to: end)) / 1_000_000)
}

/// A number with one decimal unless that is zero, without Foundation; halves round up.
private func tenths(_ number: Double) -> String {
    // Clamped to a plausible maximum, because larger values would overflow.
    let tenths = Int64(min(max(number, 0), 1e12) * 10 + 0.5)
    return String(tenths / 10) + (tenths % 10 == 0 ? "" : "." + String(tenths % 10))
}
