import Observations

/// What one source's fixes say about a circle, by the rules of LD13.
///
/// It keeps distances from the centre, never a fix: nobody can be found again from it.
struct CircleTrack: Hashable {
    /// Whether the device is inside, once that is decided.
    private(set) var verdict: Bool?
    /// How many of the newest fixes lie inside, one after the other.
    private(set) var insideRun = 0
    /// How many of the newest fixes lie outside, one after the other.
    private(set) var outsideRun = 0
    /// How many fixes were set aside because only a jump leads to them.
    private(set) var jumps = 0
    /// The newest fix that was used.
    private(set) var newest: MeasuredFix?
    /// Whether one fix with its whole uncertainty was enough for the verdict.
    private(set) var decidedByOneFix = false
    /// When the newest fix was taken, used or not.
    private(set) var newestTime: ObservationTime?
    /// Whether the device was believed inside before; leaving then takes the cushion as well.
    private var believedInside: Bool

    /// The circle's radius, in metres.
    let radius: Double

    init(radius: Double, believedInside: Bool) {
        self.radius = radius
        self.believedInside = believedInside
    }

    /// Takes a fix at its distance from the centre; one that is not later than the newest changes nothing.
    mutating func observe(_ fix: MeasuredFix, policy: ConditionPolicy) {
        if let newestTime, fix.time <= newestTime { return }
        newestTime = fix.time
        let inside = fix.distance <= radius
        let outside = fix.distance > leavingRadius(policy)
        if policy.fixes > 1, outside, let newest, fix.speed(from: newest) > policy.maximumSpeed {
            jumps += 1
            return
        }
        newest = fix
        insideRun = inside ? insideRun + 1 : 0
        outsideRun = outside ? outsideRun + 1 : 0
        let isSure = policy.fixes > 1 && fix.distance + policy.sigmas * fix.accuracy <= radius
        if isSure || insideRun >= max(1, policy.fixes) {
            decide(true, byOneFix: isSure)
        } else if outsideRun >= max(1, policy.fixes) {
            decide(false, byOneFix: false)
        }
    }

    /// Forgets every fix: what comes after an interruption is judged on its own.
    mutating func forget() {
        verdict = nil
        insideRun = 0
        outsideRun = 0
        newest = nil
    }

    /// The distance beyond which a fix counts as outside.
    func leavingRadius(_ policy: ConditionPolicy) -> Double {
        believedInside && policy.fixes > 1 ? radius + min(policy.cushion, radius) : radius
    }

    private mutating func decide(_ inside: Bool, byOneFix: Bool) {
        if verdict != inside { decidedByOneFix = byOneFix }
        verdict = inside
        believedInside = inside
    }
}

/// What a fix means for one circle: how far from its centre, how surely, and when.
struct MeasuredFix: Hashable {
    /// Metres from the centre.
    var distance: Double
    /// One sigma of the error, in metres.
    var accuracy: Double
    /// When it was taken.
    var time: ObservationTime

    /// The speed away from the centre that leads here from an earlier fix, in metres a second: never more than the true
    /// speed between the two, so that no believable way out is refused.
    func speed(from earlier: MeasuredFix) -> Double {
        let seconds = Double(time.microseconds &- earlier.time.microseconds) / 1_000_000
        return (distance - earlier.distance) / seconds
    }
}
