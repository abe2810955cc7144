/// An update that needs a close look.
struct FenceVisit {
    /// The index of the update.
    let index: Int
    /// Where the device is, in space.
    let point: SIMD3<Double>
    /// The patch that becomes the device's; below zero when there is none yet.
    var patch: Int32 = -1

    /// How many visits are made at a time: so many that the memory answers side by side.
    static let mostAtOnce = 32
}
