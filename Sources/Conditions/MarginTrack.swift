package import Observations

/// One source's fixes relative to a shape on the ground, by the rules of LD13.
///
/// It keeps the distance of the newest fix from the boundary but never the fix itself, so it reveals no
/// place.
package struct MarginTrack: Hashable, Sendable {
    /// The distance of the newest used fix from the boundary, in metres; negative outside.
    private var newestMargin = 0.0
    private var newestAccuracy = 0.0
    private var newestUsed = ObservationTime(microseconds: .min)
    /// The time of the newest fix, used or ignored.
    private var newestTime = ObservationTime(microseconds: .min)
    /// The number of consecutive newest fixes that are inside.
    package private(set) var insideRun: UInt32 = 0
    /// The number of consecutive newest fixes that are outside.
    package private(set) var outsideRun: UInt32 = 0
    /// The number of fixes outside that were ignored as jumps.
    package private(set) var jumps: UInt32 = 0
    /// The effects of interruptions.
    package private(set) var continuity = Continuity()
    /// Whether the device is inside; `nil` while that is undecided.
    package private(set) var verdict: Bool?
    /// Whether a single fix with its whole uncertainty gave the verdict.
    package private(set) var decidedByOneFix = false
    /// Whether the device was believed inside before; then the cushion also applies to leaving.
    package private(set) var believedInside: Bool
    private var hasFix = false

    /// Starts without a fix.
    package init(believedInside: Bool) { self.believedInside = believedInside }

    /// Continues after earlier fixes; the last `outsideRun` of them were outside.
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

    /// The newest used fix; `nil` before any, and after an interruption.
    package var newest: MeasuredFix? {
        hasFix ? MeasuredFix(margin: newestMargin, accuracy: newestAccuracy, time: newestUsed) : nil
    }

    /// Updates the verdict with a fix; a fix that is not newer changes nothing.
    ///
    /// - Parameters:
    ///   - fix: The fix relative to the shape.
    ///   - isJump: Whether the fix needs an implausible speed; if so, it is ignored when it is outside.
    ///   - cushion: How far outside it must be to count towards leaving.
    ///   - rules: How certain a decision must be.
    /// - Returns: Whether the source's verdict changed.
    @discardableResult
    package mutating func observe(
        _ fix: MeasuredFix, isJump: Bool, cushion: Double, rules: EvaluationRules
    ) -> Bool {
        guard fix.time > newestTime || newestTime.microseconds == .min else { return false }
        let before = sourceVerdict
        newestTime = fix.time
        // On the boundary, minus zero stands for a place that does not belong to the shape.
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

    /// The source's verdict on the condition.
    var sourceVerdict: SourceVerdict { SourceVerdict(verdict: verdict, continuity: continuity) }

    /// Forgets every fix, because the source was interrupted: later fixes are judged without them.
    package mutating func interrupt() {
        continuity.interrupt(verdict)
        verdict = nil
        insideRun = 0
        outsideRun = 0
        hasFix = false
    }

    /// How far outside a fix must be to count towards leaving.
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

/// A fix relative to one shape: its distance from the boundary, its accuracy and its time.
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
