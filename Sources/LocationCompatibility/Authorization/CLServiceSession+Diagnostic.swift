import Authorization

extension CLServiceSession {
    /// Why a session does not have what it is held for; nothing is true while it has.
    public struct Diagnostic: Hashable, Sendable {
        private let reasons: AuthorizationDiagnostics

        init(_ reasons: AuthorizationDiagnostics) { self.reasons = reasons }

        /// Whether the session wants always, and the person does not.
        public var alwaysAuthorizationDenied: Bool { reasons.contains(.alwaysAuthorizationDenied) }
        /// Whether the person refused.
        public var authorizationDenied: Bool { reasons.contains(.authorizationDenied) }
        /// Whether location is switched off for the whole device.
        public var authorizationDeniedGlobally: Bool { reasons.contains(.authorizationDeniedGlobally) }
        /// Whether it is not allowed, and the person cannot change that.
        public var authorizationRestricted: Bool { reasons.contains(.authorizationRestricted) }
        /// Whether the person has not answered yet.
        public var authorizationRequestInProgress: Bool {
            reasons.contains(.authorizationRequestInProgress)
        }
        /// Whether the session wants full accuracy, and the person does not.
        public var fullAccuracyDenied: Bool { reasons.contains(.fullAccuracyDenied) }
        /// Whether the program is not used enough to be allowed.
        public var insufficientlyInUse: Bool { reasons.contains(.insufficientlyInUse) }
        /// Whether an explicit service session is needed and none is held.
        public var serviceSessionRequired: Bool { reasons.contains(.serviceSessionRequired) }
    }

    /// The diagnostics of a session, one after the other; there is one reader.
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
