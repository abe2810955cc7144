import Foundation
import Synchronization

/// Takes what the radio hears, and cuts it into reports.
final class GatewayEar: Sendable {
    /// After this time a report is made although nothing was heard, so that the server knows that badges have gone.
    private static let silence: Int64 = 5_000

    /// The part of a report that is stored, and the sightings that are not.
    struct Report: Sendable {
        let beginning: [UInt8]
        let fleeting: [UInt8]
    }

    /// Which identities that change the server can resolve, so that it wants to hear them.
    struct Wants: Hashable, Sendable {
        var ephemeral = false
        var privateAddresses = false
    }

    private struct State {
        var batch = SightingBatch()
        var wants = Wants()
        var adapter = ""
        var isListening = false
        /// The end of the last report, in milliseconds since 1970.
        var until: Int64?
        /// Whether the radio listened until then.
        var reportedListening: Bool?
        var countedSince: Int64?
        var heard = 0
        var heardPerSecond = 0.0
    }

    private let state = Mutex(State())

    /// Adds an advertisement; one that the server does not want is counted only.
    func hear(_ advertisement: HeardAdvertisement) {
        state.withLock { state in
            let isWanted =
                switch advertisement.identity {
                case .beacon, .eddystone: true
                case .ephemeral: state.wants.ephemeral
                case .privateAddress: state.wants.privateAddresses
                }
            if isWanted { state.batch.add(advertisement) } else { state.batch.countOther() }
        }
    }

    /// Counts an advertisement that has no identity for the server.
    func hearOther() { state.withLock { $0.batch.countOther() } }

    /// Notes that the radio listens, or has stopped.
    ///
    /// - Parameters:
    ///   - isListening: Whether it listens from now on.
    ///   - adapter: The name of the radio; empty without one.
    func radio(isListening: Bool, adapter: String) {
        state.withLock { state in
            state.isListening = isListening
            state.adapter = adapter
        }
    }

    /// Which identities are passed on that change.
    var wants: Wants {
        get { state.withLock { $0.wants } }
        set { state.withLock { $0.wants = newValue } }
    }

    /// The radio, and how many advertisements it hears in a second.
    var health: (adapter: String, heardPerSecond: Double) {
        state.withLock { ($0.adapter, $0.heardPerSecond) }
    }

    /// Takes what was heard until a moment.
    ///
    /// - Parameters:
    ///   - until: The moment, in milliseconds since 1970.
    ///   - isLast: Whether the gateway stops, so that nobody listens from then on.
    /// - Returns: The reports to send; none when nothing is new.
    func cut(until: Int64, isLast: Bool = false) -> [Report] {
        let (batch, isListening) = state.withLock { state -> (SightingBatch?, Bool) in
            let isListening = state.isListening && !isLast
            state.heard += state.batch.heard
            let since = state.countedSince ?? until - 1_000
            if until - since >= 1_000 {
                state.heardPerSecond = Double(state.heard) * 1_000 / Double(until - since)
                state.heard = 0
                state.countedSince = until
            }
            let isDue =
                !state.batch.isEmpty || state.reportedListening != isListening
                || state.until.map { until - $0 >= Self.silence || until < $0 } ?? true
            let batch = state.batch
            state.batch = SightingBatch()
            guard isDue else { return (nil, isListening) }
            state.until = until
            state.reportedListening = isListening
            return (batch, isListening)
        }
        guard var batch else { return [] }
        return Self.reports(of: batch.cut(), until: until, isListening: isListening)
    }

    private static func reports(
        of sightings: [SightingBatch.Sighting], until: Int64, isListening: Bool
    ) -> [Report] {
        // A clock that was set back in this second must not end the report before its sightings.
        let end = max(until, sightings.last?.time ?? until)
        var reports: [Report] = []
        var rest = sightings[...]
        repeat {
            let part = rest.prefix(ReportText.sightingsAtMost)
            rest = rest.dropFirst(part.count)
            let lasting = part.filter(\.identity.isLasting)
            let fleeting = part.filter { !$0.identity.isLasting }
            reports.append(
                Report(
                    beginning: ReportText.beginning(
                        until: rest.isEmpty ? end : part.last?.time ?? end,
                        isListening: isListening || !rest.isEmpty, sightings: lasting[...]),
                    fleeting: fleeting.isEmpty ? [] : ReportText.list(of: fleeting[...])))
        } while !rest.isEmpty
        return reports
    }
}
