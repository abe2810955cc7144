import Geodesy
import TestSupport

/// Seeded pairs of places whose distances are hard: the same that `Fixtures/hard_distances.py` makes.
struct HardPairs {
    static let seed: UInt64 = 20_261_121
    static let rounds = 1_000
    /// How far, in degrees, a pair lies from what makes its kind hard.
    static let reaches = [4.0, 1, 0.5, 0.1, 1e-2, 1e-3, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12, 0]

    private var random = SplitMix64(seed: seed)

    /// One pair of each of twelve kinds.
    mutating func next(reach: Double) -> [(from: Coordinate?, to: Coordinate?)] {
        let latitude = random.number(from: -90, to: 90)
        let longitude = random.number(from: -180, to: 180)
        let other = random.number(from: -90, to: 90)
        let east = random.number(from: -180, to: 180)
        let north = random.number(from: -reach, to: reach)
        let aside = random.number(from: -reach, to: reach)
        let opposite = wrapped(longitude + 180)
        let here = Coordinate(latitude: latitude, longitude: longitude)
        return [
            // Anywhere, near, and nearly antipodal.
            (here, at(other, east)),
            (here, at(clamped(latitude + north), wrapped(longitude + aside))),
            (here, at(clamped(north - latitude), wrapped(opposite + aside))),
            // On the equator, and nearly antipodal beside it.
            (at(0, longitude), at(0, east)),
            (at(north, longitude), at(aside, wrapped(opposite + north))),
            // At one pole, and at both.
            (at(clamped(90 + north), longitude), at(clamped(90 + aside), east)),
            (at(clamped(90 + north), longitude), at(clamped(aside - 90), east)),
            // On one meridian, and on opposite ones.
            (here, at(other, longitude)),
            (here, at(other, opposite)),
            // Across the antimeridian, at the same place, and where the shortest way turns to the side.
            (at(latitude, 180 - north.magnitude), at(clamped(latitude + aside), aside.magnitude - 180)),
            (here, here),
            (here, at(-latitude, wrapped(longitude + (180 - 0.6 * aside.magnitude)))),
        ]
    }

    private func at(_ latitude: Double, _ longitude: Double) -> Coordinate? {
        Coordinate(latitude: latitude, longitude: longitude)
    }

    private func clamped(_ latitude: Double) -> Double { min(max(latitude, -90), 90) }

    private func wrapped(_ longitude: Double) -> Double {
        if longitude > 180 { return longitude - 360 }
        return longitude < -180 ? longitude + 360 : longitude
    }
}
