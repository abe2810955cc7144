import Authorization
import Monitoring
import Observations

extension CLLocationManager {
    /// What the person allows now; the delegate hears of every change (L85).
    public var authorizationStatus: CLAuthorizationStatus {
        CLAuthorizationStatus(surroundings.authority.authorization.status)
    }

    /// How exactly the program may know positions now.
    public var accuracyAuthorization: CLAccuracyAuthorization {
        CLAccuracyAuthorization(surroundings.authority.authorization.accuracy)
    }

    /// Whether location is switched on for the whole device.
    public static func locationServicesEnabled() -> Bool {
        Surroundings.current.authority.permission != .deniedGlobally
    }

    /// Asks the person for positions while the program is in use.
    ///
    /// It does nothing unless the status is not determined (L86), the program is in use (L87), and the surroundings have the
    /// words for the question (L88).
    public func requestWhenInUseAuthorization() {
        // Core Location passes over a refusal in silence; the status stays.
        do { try surroundings.authority.requestWhenInUse() } catch {}
        surroundings.authorityMayHaveChanged()
    }

    /// Asks the person for positions at any time: from nothing, or once as an upgrade (L89); otherwise it does nothing.
    public func requestAlwaysAuthorization() {
        // Core Location passes over a refusal in silence; the status stays.
        do { try surroundings.authority.requestAlways() } catch {}
        surroundings.authorityMayHaveChanged()
    }

    /// Asks the person for full accuracy for a while.
    ///
    /// - Parameters:
    ///   - purposeKey: The key of the words for the question.
    ///   - completion: Called where the delegate is, with `nil` once the person has answered, whatever the answer; with an
    ///     error when the person cannot be asked (L96).
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

    /// Asks the person for full accuracy for a while, and returns once the person has answered, whatever the answer (L96).
    ///
    /// - Parameter purposeKey: The key of the words for the question.
    /// - Throws: ``CLError`` with ``CLError/Code/promptDeclined`` when the person cannot be asked, or everything is closed before an answer.
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
