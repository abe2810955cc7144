package import Observations

/// What one source's fixes say about a shape on the ground, by the rules of LD13.
///
/// It keeps how far inside the boundary the newest fix lies, never the fix: it does not reveal a place.
package struct MarginTrack: Hashable, Sendable {
    /// How far inside the boundary the newest used fix lies, in metres; negative outside.
    private var newestMargin = 0.0
    private var newestAccuracy = 0.0
    private var newestUsed = ObservationTime(microseconds: .min)
    /// When the newest fix was taken, used or not.
    private var newestTime = ObservationTime(microseconds: .min)
    /// How many of the newest fixes lie inside, one after the other.
    package private(set) var insideRun: UInt32 = 0
    /// How many of the newest fixes lie outside, one after the other.
    package private(set) var outsideRun: UInt32 = 0
    /// How many fixes outside were set aside because only a jump leads to them.
    package private(set) var jumps: UInt32 = 0
    /// What interruptions did.
    package private(set) var continuity = Continuity()
    /// Whether the device is inside, once that is decided.
    package private(set) var verdict: Bool?
    /// Whether one fix with its whole uncertainty was enough for the verdict.
    package private(set) var decidedByOneFix = false
    /// Whether the device was believed inside before; leaving then takes the cushion as well.
    package private(set) var believedInside: Bool
    private var hasFix = false

    /// Begins without a fix.
    package init(believedInside: Bool) { self.believedInside = believedInside }

    /// Continues after fixes whose last ones, so many, lay outside.
    package init(
        outsideRun: UInt32, verdict: Bool?, believedInside: Bool, continuity: Continuity,
        newestTime: ObservationTime
    ) {
        self.outsideRun = outsideRun
        self.verdict = verdict
        self.believedInside = believedInside
        self.continuity = continuity
        self.newestTime = newestTime
    }

    /// The newest fix that was used; `nil` before any, and after an interruption.
    package var newest: MeasuredFix? {
        hasFix ? MeasuredFix(margin: newestMargin, accuracy: newestAccuracy, time: newestUsed) : nil
    }

    /// Takes a fix by its margin; one that is not later than the newest changes nothing.
    ///
    /// - Parameters:
    ///   - fix: What the fix means for the shape.
    ///   - isJump: Whether only a jump leads to it; then it counts for nothing outside.
    ///   - cushion: How far outside it must lie to count towards leaving.
    ///   - rules: How sure a decision must be.
    /// - Returns: Whether the source stands otherwise to the condition than before.
    @discardableResult
    package mutating func observe(
        _ fix: MeasuredFix, isJump: Bool, cushion: Double, rules: EvaluationRules
    ) -> Bool {
        guard fix.time > newestTime || newestTime.microseconds == .min else { return false }
        let before = sourceVerdict
        newestTime = fix.time
        // On the boundary, minus zero is what does not belong to a shape.
        let isInside = fix.margin > 0 || fix.margin.bitPattern == 0
        let leaving = leavingCushion(cushion, rules)
        let isOutside = !isInside && (leaving == 0 || -fix.margin > leaving)
        if isJump, isOutside {
            jumps &+= 1
            return false
        }
        take(fix)
        insideRun = isInside ? insideRun &+ 1 : 0
        outsideRun = isOutside ? outsideRun &+ 1 : 0
        let isSure = isInside && !rules.areRaw && fix.margin >= rules.sigmas * fix.accuracy
        if isSure || insideRun >= rules.fixes {
            decide(true, byOneFix: isSure)
        } else if outsideRun >= rules.fixes {
            decide(false, byOneFix: false)
        }
        continuity.conclude(verdict)
        return sourceVerdict != before
    }

    /// How the source stands to the condition.
    var sourceVerdict: SourceVerdict { SourceVerdict(verdict: verdict, continuity: continuity) }

    /// Forgets every fix, because the source was interrupted: what comes after is judged on its own.
    package mutating func interrupt() {
        continuity.interrupt(verdict)
        verdict = nil
        insideRun = 0
        outsideRun = 0
        hasFix = false
    }

    /// How far outside a fix must lie to count towards leaving.
    package func leavingCushion(_ cushion: Double, _ rules: EvaluationRules) -> Double {
        believedInside && !rules.areRaw ? cushion : 0
    }

    private mutating func take(_ fix: MeasuredFix) {
        newestMargin = fix.margin
        newestAccuracy = fix.accuracy
        newestUsed = fix.time
        hasFix = true
        continuity.noteEvidence(at: fix.time)
    }

    private mutating func decide(_ inside: Bool, byOneFix: Bool) {
        if verdict != inside { decidedByOneFix = byOneFix }
        verdict = inside
        believedInside = inside
    }
}

/// What a fix means for one shape: how far inside its boundary, how surely, and when.
package struct MeasuredFix: Hashable, Sendable {
    /// Metres inside the boundary; negative outside.
    package var margin: Double
    /// One sigma of the error, in metres.
    package var accuracy: Double
    /// When it was taken.
    package var time: ObservationTime

    /// Makes a measurement.
    package init(margin: Double, accuracy: Double, time: ObservationTime) {
        self.margin = margin
        self.accuracy = accuracy
        self.time = time
    }
}
