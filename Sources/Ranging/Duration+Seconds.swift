extension Duration {
    /// The duration in seconds, computed without 128-bit arithmetic, which web pages do not have.
    var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}
