import Conditions
import Observations

extension MonitorState {
    /// Stops the evaluation for reasons of the authority, or lets it go on.
    ///
    /// While there are reasons, observations are used for nothing, and every state is unknown with them (LD14). When
    /// there are none any more, the evaluation starts over: what was observed before a withdrawal is forgotten with it,
    /// also when the withdrawal has been taken back already.
    mutating func suspend(_ suspension: LocationAuthority.Suspension?) {
        guard let suspension, suspension.changes != self.suspension.changes else { return }
        self.suspension = suspension
        for place in conditions.indices {
            tellSuspension(at: place)
            conditions[place].restart(assuming: conditions[place].present.state)
        }
    }

    /// Makes a condition's state unknown while nothing is evaluated; one beyond the limit stays as it is.
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
