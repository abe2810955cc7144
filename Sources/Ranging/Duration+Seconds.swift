extension Duration {
    /// The duration in seconds, without arithmetic of 128 bits, which pages do not have.
    var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}
