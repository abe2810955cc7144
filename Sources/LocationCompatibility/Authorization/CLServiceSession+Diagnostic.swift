import Authorization

extension CLServiceSession {
    /// The reasons why a session lacks its goal; every property is `false` while it has the goal.
    public struct Diagnostic: Hashable, Sendable {
        private let reasons: AuthorizationDiagnostics

        init(_ reasons: AuthorizationDiagnostics) { self.reasons = reasons }

        /// Whether the session requires always, but the person has not granted it.
        public var alwaysAuthorizationDenied: Bool { reasons.contains(.alwaysAuthorizationDenied) }
        /// Whether the person refused permission.
        public var authorizationDenied: Bool { reasons.contains(.authorizationDenied) }
        /// Whether location is switched off for the whole device.
        public var authorizationDeniedGlobally: Bool { reasons.contains(.authorizationDeniedGlobally) }
        /// Whether location is forbidden, and the person cannot change that.
        public var authorizationRestricted: Bool { reasons.contains(.authorizationRestricted) }
        /// Whether the person has not answered yet.
        public var authorizationRequestInProgress: Bool {
            reasons.contains(.authorizationRequestInProgress)
        }
        /// Whether the session requires full accuracy, but the person has not granted it.
        public var fullAccuracyDenied: Bool { reasons.contains(.fullAccuracyDenied) }
        /// Whether the program is not used enough to be allowed.
        public var insufficientlyInUse: Bool { reasons.contains(.insufficientlyInUse) }
        /// Whether an explicit service session is required, but none is held.
        public var serviceSessionRequired: Bool { reasons.contains(.serviceSessionRequired) }
    }

    /// The diagnostics of a session, one after the other, for one reader.
    public struct Diagnostics: AsyncSequence, Sendable {
        private let reasons: AsyncStream<AuthorizationDiagnostics>

        init(_ reasons: AsyncStream<AuthorizationDiagnostics>) { self.reasons = reasons }

        /// Begins to read.
        public func makeAsyncIterator() -> Iterator { Iterator(reasons: reasons.makeAsyncIterator()) }

        /// One reading of the diagnostics.
        public struct Iterator: AsyncIteratorProtocol {
            var reasons: AsyncStream<AuthorizationDiagnostics>.Iterator

            /// Waits for the next diagnostic.
            ///
            /// - Returns: `nil` when the task is cancelled.
            /// - Throws: Nothing; Core Location's sequence may.
            public mutating func next() async throws -> Diagnostic? {
                await reasons.next(isolation: #isolation).map(Diagnostic.init)
            }
        }
    }
}

@available(*, unavailable)
extension CLServiceSession.Diagnostics.Iterator: Sendable {}
