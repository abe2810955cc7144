extension ShellIndex {
    /// Calls a closure for every shell whose outer sphere comes within a distance of a point.
    ///
    /// - Parameters:
    ///   - reach: The distance in metres, zero or more.
    ///   - point: The point.
    ///   - body: Receives each shell; returns whether the search continues.
    /// - Complexity: O(shells found + cubes in reach).
    @inlinable
    public func search(
        within reach: Double, of point: SIMD3<Double>, _ body: (Found) -> Bool
    ) {
        let root = Place(cube: 0, x: 0, y: 0, z: 0, half: Self.extent)
        _ = Self.visit(root, within: reach, of: point, cubes.span, entries.span, body)
    }

    /// A shell that a search found.
    public struct Found: Sendable {
        /// The shell's slot in the index, until the shell is removed.
        public let slot: Int
        /// The number that the caller knows the shell by.
        public let number: Int
        /// The shell.
        public let shell: SphericalShell

        @inlinable
        init(_ entry: Entry, slot: Int) {
            self.slot = slot
            number = Int(entry.number)
            shell = entry.shell
        }
    }

    /// A cube and its location.
    @usableFromInline
    struct Place: Sendable {
        @usableFromInline let cube: Int
        @usableFromInline let x: Double
        @usableFromInline let y: Double
        @usableFromInline let z: Double
        @usableFromInline let half: Double

        @inlinable
        init(cube: Int, x: Double, y: Double, z: Double, half: Double) {
            self.cube = cube
            self.x = x
            self.y = y
            self.z = z
            self.half = half
        }
    }

    /// Visits a cube's shells and its parts; returns `false` when the search was ended.
    @inlinable
    static func visit(
        _ place: Place, within reach: Double, of point: SIMD3<Double>, _ cubes: Span<Cube>,
        _ entries: Span<Entry>, _ body: (Found) -> Bool
    ) -> Bool {
        var next = cubes[place.cube].first
        while next != none {
            let found = Found(entries[Int(next)], slot: Int(next))
            next = entries[Int(next)].next
            let limit = found.shell.outer + reach
            if found.shell.squaredDistance(to: point) <= limit * limit {
                guard body(found) else { return false }
            }
        }
        var bits = cubes[place.cube].partBits
        let half = place.half / 2
        while bits != 0 {
            let part = bits.trailingZeroBitCount
            bits &= bits - 1
            let child = Int(cubes[place.cube].parts[part])
            let limit = half + cubes[child].reach + reach
            let x = place.x + (part & 1 == 0 ? -half : half)
            let y = place.y + (part & 2 == 0 ? -half : half)
            let z = place.z + (part & 4 == 0 ? -half : half)
            guard
                (point.x - x).magnitude <= limit, (point.y - y).magnitude <= limit,
                (point.z - z).magnitude <= limit
            else { continue }
            let inner = Place(cube: child, x: x, y: y, z: z, half: half)
            guard visit(inner, within: reach, of: point, cubes, entries, body) else { return false }
        }
        return true
    }
}
