import Conditions
import Monitoring

/// A measured position, or the reason why there is none.
public struct CLLocationUpdate: Sendable {
    private let update: LocationUpdate

    init(_ update: LocationUpdate) { self.update = update }

    /// The purpose of the positions; it has no effect here.
    public enum LiveConfiguration: Int, Hashable, Sendable {
        /// No particular purpose.
        case `default` = 0
        /// Driving.
        case automotiveNavigation = 1
        /// Other travel.
        case otherNavigation = 2
        /// Sport.
        case fitness = 3
        /// Flying.
        case airborne = 4
    }

    /// The positions from now on; reading them takes a session on the program's behalf (L103).
    ///
    /// - Parameter configuration: The purpose of the positions.
    /// - Returns: A sequence for one reader.
    public static func liveUpdates(_ configuration: LiveConfiguration = .default) -> Updates {
        Updates(live: Surroundings.current.sensing.live)
    }
}

extension CLLocationUpdate {
    /// The position; `nil` while there is none, and then the other properties have the reason (L109).
    public var location: CLLocation? { update.location.map { CLLocation($0, at: update.time) } }
    /// Whether the device stands still; the next update comes when it moves (L108).
    public var stationary: Bool { update.isStationary }
    /// The older name of ``stationary``.
    public var isStationary: Bool { update.isStationary }
    /// Whether only coarse positions are allowed.
    public var accuracyLimited: Bool { update.accuracyLimited }
    /// Whether the person refused permission.
    public var authorizationDenied: Bool { update.authorizationDenied }
    /// Whether location is switched off for the whole device.
    public var authorizationDeniedGlobally: Bool { update.authorizationDeniedGlobally }
    /// Whether location is forbidden, and the person cannot change that.
    public var authorizationRestricted: Bool { update.authorizationRestricted }
    /// Whether the person has not answered yet.
    public var authorizationRequestInProgress: Bool { update.authorizationRequestInProgress }
    /// Whether the program is not used enough to be allowed.
    public var insufficientlyInUse: Bool { update.insufficientlyInUse }
    /// Whether no source measures positions at present.
    public var locationUnavailable: Bool { update.locationUnavailable }
    /// Whether an explicit service session is required, but none is held.
    public var serviceSessionRequired: Bool { update.serviceSessionRequired }
}

extension CLLocationUpdate {
    /// A sequence of positions; a reader that falls behind misses the oldest ones beyond sixteen.
    public struct Updates: AsyncSequence, Sendable {
        let live: LiveUpdates

        /// Begins to read.
        public func makeAsyncIterator() -> Iterator { Iterator(updates: live.updates.makeAsyncIterator()) }

        /// One reading of the positions.
        public struct Iterator: AsyncIteratorProtocol {
            var updates: AsyncStream<LocationUpdate>.Iterator

            /// Waits for the next position.
            ///
            /// - Returns: `nil` when the task is cancelled or the surroundings are closed.
            /// - Throws: Nothing; Core Location's sequence may.
            public mutating func next() async throws -> CLLocationUpdate? {
                await updates.next(isolation: #isolation).map(CLLocationUpdate.init)
            }
        }
    }
}

@available(*, unavailable)
extension CLLocationUpdate.Updates.Iterator: Sendable {}
