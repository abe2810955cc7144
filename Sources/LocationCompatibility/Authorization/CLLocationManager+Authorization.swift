import Authorization
import Monitoring
import Observations

extension CLLocationManager {
    /// The present authorisation status; the delegate is told about every change (L85).
    public var authorizationStatus: CLAuthorizationStatus {
        CLAuthorizationStatus(surroundings.authority.authorization.status)
    }

    /// The present accuracy of the positions that the program may use.
    public var accuracyAuthorization: CLAccuracyAuthorization {
        CLAccuracyAuthorization(surroundings.authority.authorization.accuracy)
    }

    /// Whether location is switched on for the whole device.
    public static func locationServicesEnabled() -> Bool {
        Surroundings.current.authority.permission != .deniedGlobally
    }

    /// Asks the person for positions while the program is in use.
    ///
    /// It does nothing unless the status is not determined (L86), the program is in use (L87), and the
    /// surroundings have a text for the question (L88).
    public func requestWhenInUseAuthorization() {
        // Core Location ignores a refusal without an error; the status does not change.
        do { try surroundings.authority.requestWhenInUse() } catch {}
        surroundings.authorityMayHaveChanged()
    }

    /// Asks the person for positions at any time: as the first question, or once as an upgrade (L89).
    ///
    /// In other cases it does nothing.
    public func requestAlwaysAuthorization() {
        // Core Location ignores a refusal without an error; the status does not change.
        do { try surroundings.authority.requestAlways() } catch {}
        surroundings.authorityMayHaveChanged()
    }

    /// Asks the person for full accuracy for a while.
    ///
    /// - Parameters:
    ///   - purposeKey: The key of the text for the question.
    ///   - completion: Called on the delegate's executor: with `nil` after the person has given any answer,
    ///     or with an error when the person cannot be asked (L96).
    public func requestTemporaryFullAccuracyAuthorization(
        withPurposeKey purposeKey: String, completion: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        beginCalls()
        surroundings.enqueue { [client] sensing in
            await sensing.askForFullAccuracy(purpose: purposeKey) { error in
                guard let completion else { return }
                client.callbacks.send { _ in completion(error) }
            }
        }
    }

    /// Asks the person for full accuracy for a while, and returns after any answer (L96).
    ///
    /// - Parameter purposeKey: The key of the text for the question.
    /// - Throws: ``CLError``: with ``CLError/Code/denied`` when no positions are allowed; with
    ///   ``CLError/Code/promptDeclined`` when the person cannot be asked for another reason, or when the
    ///   surroundings are closed before an answer.
    public func requestTemporaryFullAccuracyAuthorization(withPurposeKey purposeKey: String) async throws {
        let surroundings = surroundings
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            surroundings.enqueue { sensing in
                await sensing.askForFullAccuracy(purpose: purposeKey) { error in
                    if let error { continuation.resume(throwing: error) } else { continuation.resume() }
                }
            }
        }
    }
}
