import Essentials

extension WriteTransaction {
    /// The time at which a withdrawal of consent or an erasure is announced, so that a clock that is behind cannot stop it.
    ///
    /// It is never before the last change that is kept. That change is what later ones are compared with, so they are
    /// refused as before.
    ///
    /// - Parameter time: The present time.
    /// - Returns: That time, or the last change's if it is later.
    /// - Throws: The store's own error.
    func timeOfWithdrawal(at time: Timestamp) throws -> Timestamp {
        try max(time, lastChangeTime() ?? time)
    }
}
