extension Explanation: CustomStringConvertible {
    /// One English line.
    public var description: String {
        var line = state.name + ": " + reason
        if let facts { line += " (" + facts.line + ")" }
        line += (state.isKnown ? "; missing for the other state: " : "; missing: ") + missing.line
        if lateObservations > 0 { line += "; came too late: " + String(lateObservations) }
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
        }
    }
}

extension Explanation.Missing {
    fileprivate var line: String {
        switch self {
        case .observation: "an observation that decides"
        case .fixesInside(let count): fixes(count) + " inside, or one with its whole uncertainty inside"
        case .fixesOutside(let count, let cushion):
            fixes(count) + " outside" + (cushion > 0 ? " by more than " + tenths(cushion) + " m" : "")
        case .advertisement: "an advertisement of a matching beacon"
        case .silence(let duration): tenths(of: duration) + " s more without a matching beacon"
        case .source: "a source that can tell"
        case .permission: "the person's permission"
        }
    }

    private func fixes(_ count: Int) -> String {
        count == 1 ? "1 fix" : String(count) + " consecutive fixes"
    }
}

extension Explanation.Facts {
    fileprivate var line: String {
        switch self {
        case .circle(let facts): facts.line
        case .beacon(let facts): facts.line
        }
    }
}

extension CircleFacts {
    fileprivate var line: String {
        var parts = ""
        if let margin, let accuracy {
            parts = tenths(margin.magnitude) + (margin < 0 ? " m outside" : " m inside")
            parts += ", accuracy " + tenths(accuracy) + " m, "
        }
        parts += String(consecutiveInside) + " inside and " + String(consecutiveOutside) + " outside in a row"
        if jumps > 0 { parts += ", jumps set aside: " + String(jumps) }
        return parts
    }
}

extension BeaconFacts {
    fileprivate var line: String {
        "advertisements: " + String(advertisements) + ", silent for " + tenths(of: silence) + " s of "
            + tenths(of: exitAfter) + " s"
    }
}

/// A number with one decimal, without Foundation; halves round up.
private func tenths(_ number: Double) -> String {
    // More is no distance on Earth, and must not overflow.
    let tenths = Int64(min(max(number, 0), 1e12) * 10 + 0.5)
    return String(tenths / 10) + "." + String(tenths % 10)
}

private func tenths(of duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    return tenths(Double(seconds) + Double(attoseconds) / 1e18)
}
