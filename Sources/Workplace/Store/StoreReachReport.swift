/// What a store on a server reports about the server.
public enum StoreReachReport: Error, Hashable, Sendable {
    /// The server does not answer; it is repeated once a minute.
    case away(reason: String?)
    /// The server answers again.
    case answers(after: Duration)
}

extension StoreReachReport: CustomStringConvertible {
    /// The report as a sentence for the operator.
    public var description: String {
        switch self {
        case .away(let reason): "\(StoreOutage.serverAway)" + (reason.map { " Reason: \($0)" } ?? "")
        case .answers(let duration):
            "The server of the database answers again, after \(max(1, duration.components.seconds)) s."
        }
    }
}
