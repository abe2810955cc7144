import Conditions
import Observations

extension MonitorState {
    /// Suspends the evaluation for reasons of the authority, or resumes it.
    ///
    /// While there are reasons, observations are ignored, and every state is unknown with these reasons
    /// (LD14). When there are none any more, the evaluation restarts. Observations from before a withdrawal
    /// are forgotten, even if the permission has already returned.
    mutating func suspend(_ suspension: LocationAuthority.Suspension?) {
        guard let suspension, suspension.changes != self.suspension.changes else { return }
        self.suspension = suspension
        for place in conditions.indices {
            tellSuspension(at: place)
            conditions[place].restart(assuming: conditions[place].present.state)
        }
    }

    /// Makes a condition's state unknown while nothing is evaluated; a condition beyond the limit does not
    /// change.
    mutating func tellSuspension(at place: Int) {
        let present = conditions[place].present
        let reasons = ConditionDiagnostics(suspension.reasons)
        guard !reasons.isEmpty, present.state != .unmonitored,
            present.state != .unknown || present.diagnostics != reasons
        else { return }
        let time = max(suspension.since, present.date)
        change(at: place, to: ConditionTransition(state: .unknown, time: time, diagnostics: reasons))
    }
}
