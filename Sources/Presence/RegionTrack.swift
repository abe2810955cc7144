import Conditions

/// What one source's fixes say about a region that one of them lay in (LD13).
struct RegionTrack: Hashable {
    private(set) var verdict: Bool?
    private var insideRun: UInt16 = 0
    private(set) var outsideRun: UInt16
    /// Whether the device was believed inside before; leaving then takes the cushion as well.
    private var believedInside: Bool

    /// What a region has that the source's fixes lay outside of until now.
    init(outsideRun: UInt16, verdict: Bool?, believedInside: Bool) {
        self.outsideRun = outsideRun
        self.verdict = verdict
        self.believedInside = believedInside
    }

    /// Takes a fix by how far inside the boundary it lies.
    mutating func observe(margin: Double, cushion: Double, accuracy: Double, isJump: Bool, rules: PresenceRules) {
        let policy = rules.policy
        let inside = margin >= 0
        let outside = margin < (believedInside && policy.fixes > 1 ? -cushion : 0)
        if outside, isJump { return }
        insideRun = inside ? min(insideRun + 1, rules.decidingFixes) : 0
        outsideRun = outside ? min(outsideRun + 1, rules.decidingFixes) : 0
        let isSure = policy.fixes > 1 && margin - policy.sigmas * accuracy >= 0
        if isSure || insideRun >= rules.decidingFixes {
            decide(true)
        } else if outsideRun >= rules.decidingFixes {
            decide(false)
        }
    }

    /// Forgets every fix: what comes after an interruption is judged on its own.
    mutating func forget() {
        verdict = nil
        insideRun = 0
        outsideRun = 0
    }

    private mutating func decide(_ inside: Bool) {
        verdict = inside
        believedInside = inside
    }

    /// Whether it will say what a region says that no fix lay in.
    func isFar(outsideRun run: UInt16, verdict: Bool?) -> Bool {
        self.verdict == verdict && insideRun == 0 && outsideRun == run && !believedInside
    }
}
