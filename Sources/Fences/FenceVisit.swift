/// An update that needs a close check.
struct FenceVisit {
    /// The index of the update.
    let index: Int
    /// The device's place in space.
    let point: SIMD3<Double>
    /// The patch that the device will use; negative when there is none yet.
    var patch: Int32 = -1

    /// How many updates are checked at a time: enough for parallel memory accesses.
    static let mostAtOnce = 32
}
