import Essentials
public import Foundation
import JSON
import Processes
public import WorkplaceClient

#if canImport(CoreLocation)
    import CoreLocation
#else
    import LocationCompatibility
#endif

/// Monitors the spots of a campus on a person's own device, and reports arrivals and departures to its server.
///
/// The device decides; the server gets the spot, the new state and the time, and no position and no signal. Reports that no server
/// takes wait in a file, at most ``mostReports`` of them and at most a day.
///
/// Make one for the whole life of the program, and call ``run()`` each time that the program starts.
public actor CompanionService {
    /// How many reports wait at most while the server is away; then older changes of a spot go first.
    public static let mostReports = ReportQueue.capacity
    /// How many spots are monitored at most, as Core Location has that limit; entrances come first.
    public static let mostSpots = SpotMonitor.capacity
    private static let refreshInterval: Duration = .seconds(3_600)

    /// What a program can show its person.
    public enum Change: Hashable, Sendable {
        /// Spots are monitored; `leftOut` of the campus are not, as there are too many.
        case monitoring(spots: Int, leftOut: Int)
        /// The device arrived at a spot, left it, or cannot tell any more.
        case decided(spot: String, state: SpotReport.State, time: Date)
        /// The server has taken all reports.
        case reported
        /// No server answers; what waits is sent later.
        case serverAway
        /// The person wants neither to be followed nor to be reminded, so what waited was deleted.
        case consentNeeded
        /// The server refused reports, and they were deleted; the text is the code of its problem.
        case refused(String)
    }

    /// What happens, for one reader; a reader that is slow misses the oldest.
    public nonisolated let changes: AsyncStream<Change>

    private let tell: AsyncStream<Change>.Continuation
    private let now: @Sendable () -> Date
    private let clock: any Clock<Duration>
    private let wake = WakeSignal()
    private var client: APIClient
    private var memory: CompanionMemory
    private var openMonitor: SpotMonitor?
    private var isAway = false

    /// Makes a companion that goes on where an earlier one with this folder was.
    ///
    /// - Parameters:
    ///   - server: The address of the server, such as `https://vicinity.example.com`.
    ///   - userAgent: The name and version of your program, such as `my-companion/1.0`; the person sees it among their devices.
    ///   - folder: A folder for this companion alone; it is made if it is missing.
    /// - Throws: `InvalidServerAddress` and ``CompanionFailure/folderUnusable(_:)``.
    public init(server: String, userAgent: String, folder: String) throws {
        try self.init(
            client: APIClient(server: server, userAgent: userAgent), server: server, folder: folder,
            now: { Date() }, clock: ContinuousClock())
    }

    /// Makes a companion with a client and a clock of a test.
    package init(
        client: APIClient, server: String, folder: String, now: @escaping @Sendable () -> Date,
        clock: any Clock<Duration>
    ) throws(CompanionFailure) {
        self.client = client
        self.now = now
        self.clock = clock
        memory = try CompanionMemory(in: folder, server: server)
        (changes, tell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(100))
    }

    // MARK: - Sign-in

    /// Begins to sign in: your program shows the code, and the person approves it in a browser (RFC 8628).
    ///
    /// - Throws: What `APIClient.get(_:)` throws.
    public func beginSignIn() async throws -> DeviceAuthorization { try await client.beginPairing() }

    /// Waits until the person has decided.
    ///
    /// Reports of somebody else that still wait are deleted.
    ///
    /// - Parameter authorization: The code.
    /// - Returns: The token of the session. Keep it in a safe place, and pass it to ``signIn(token:)`` at the next start.
    /// - Throws: `PairingFailure`, `CancellationError`, ``CompanionFailure/folderUnusable(_:)``, and what `APIClient.get(_:)` throws.
    public func finishSignIn(_ authorization: DeviceAuthorization) async throws -> String {
        var signedIn = client
        let token = try await signedIn.finishPairing(authorization, clock: clock)
        let person = try await signedIn.personSignedIn()
        client = signedIn
        memory.belongs(to: person)
        try memory.save()
        return token
    }

    /// Takes the token that ``finishSignIn(_:)`` returned at an earlier start.
    public func signIn(token: String) { client.signIn(token: token) }

    // MARK: - Work

    /// The spots that the server listed last; empty before its first answer.
    public var spots: [MonitoredSpot] { memory.spots.flatMap { try? MonitoredSpot.list($0) } ?? [] }

    /// Monitors and reports until the surrounding task is cancelled.
    ///
    /// It begins at once with the spots that the server listed last, also without a network. The spots are asked for again each hour.
    /// Only one call at a time.
    ///
    /// - Throws: ``CompanionFailure`` and `CancellationError`, and the error of a monitor whose store failed.
    public func run() async throws {
        guard client.isSignedIn else { throw CompanionFailure.signInNeeded }
        // While it is held, events also come in the background, if the person allows it.
        let session = CLServiceSession(authorization: .always)
        defer { session.invalidate() }
        // A name can be open only once, so the monitor stays open for a later run.
        let monitor: SpotMonitor
        if let openMonitor { monitor = openMonitor } else { monitor = await SpotMonitor(named: "Vicinity") }
        openMonitor = monitor
        if !spots.isEmpty { await monitorSpots(with: monitor) }
        wake.signal()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.takeEvents(of: monitor) }
            group.addTask { try await self.refreshSpots(of: monitor) }
            group.addTask { try await self.sendReports() }
            defer { group.cancelAll() }
            try await group.next()
        }
        try Task.checkCancellation()
    }

    private func monitorSpots(with monitor: SpotMonitor) async {
        let all = spots
        let chosen = SpotMonitor.chosen(of: all)
        await monitor.monitor(chosen)
        tell.yield(.monitoring(spots: chosen.count, leftOut: all.count - chosen.count))
    }

    private func takeEvents(of monitor: SpotMonitor) async throws {
        // Asking for the next event acknowledges this one, so it is in the file by then.
        for try await event in await monitor.monitor.events {
            let state = SpotReport.State(event.state)
            memory.queue.add(state, at: event.identifier, Timestamp(event.date))
            try memory.save()
            tell.yield(.decided(spot: event.identifier, state: state, time: event.date))
            wake.signal()
        }
    }

    private func refreshSpots(of monitor: SpotMonitor) async throws {
        while true {
            let answer = try await untilAnswered { try await $0.get(APIClient.spotPath) }
            if case .success(let answer) = answer, (try? MonitoredSpot.list(answer)) != nil {
                memory.spots = answer
                try memory.save()
                await monitorSpots(with: monitor)
            }
            try await clock.sleep(for: Self.refreshInterval)
        }
    }

    private func sendReports() async throws {
        while true {
            await wake.wait()
            try Task.checkCancellation()
            while let last = memory.queue.batch(at: Timestamp(now())).last {
                try await send(through: last.number)
            }
        }
    }

    private func send(through number: Int64) async throws {
        let device = memory.device
        let batch = memory.queue.reports.filter { $0.number <= number }
        switch try await untilAnswered({ try await $0.report(batch, from: device) }) {
        case .success: memory.queue.remove(through: number)
        case .failure(let problem) where problem.code == "consent-needed":
            // Nothing is kept without consent.
            memory.queue.removeAll()
            tell.yield(.consentNeeded)
        case .failure(let problem):
            memory.queue.remove(through: number)
            tell.yield(.refused(problem.code ?? ""))
        }
        try memory.save()
        if memory.queue.reports.isEmpty { tell.yield(.reported) }
    }

    /// Retries with a growing back-off while no server answers, or something between that is not the server.
    ///
    /// - Throws: ``CompanionFailure/signInNeeded`` and `CancellationError`.
    private func untilAnswered<Answer: Sendable>(
        _ ask: (APIClient) async throws -> Answer
    ) async throws -> Result<Answer, APIProblem> {
        var backoff = Backoff()
        while true {
            var wait = backoff.wait()
            do {
                let answer = try await ask(client)
                isAway = false
                return .success(answer)
            } catch let problem as APIProblem where problem.code == "sign-in-required" {
                throw CompanionFailure.signInNeeded
            } catch let problem as APIProblem where !problem.isTransient && problem.code != nil {
                isAway = false
                return .failure(problem)
            } catch {
                try Task.checkCancellation()
                wait = max(wait, (error as? APIProblem)?.retryAfter ?? .zero)
            }
            if !isAway { tell.yield(.serverAway) }
            isAway = true
            try await clock.sleep(for: wait)
        }
    }
}

extension Timestamp {
    fileprivate init(_ date: Date) {
        self.init(millisecondsSinceEpoch: Int64((date.timeIntervalSince1970 * 1_000).rounded(.down)))
    }
}
