/// A spatial index of shells that supports insertions and removals.
///
/// It is a tree of cubes; each cube has up to eight parts with half its edge. A shell is in a cube that
/// contains its centre and whose edge is at least its outer radius. A cube with more than a few shells is
/// divided. Shells that are near each other and were inserted together are also near each other in memory.
///
/// A *slot* is a position in the index; it stays the same until the shell is removed. A *number* identifies a
/// shell for the caller. Shells that are inserted together get consecutive numbers, and a number is reused
/// after a removal.
public struct ShellIndex: Sendable {
    /// The maximum absolute value of each coordinate of a centre, in metres; more than the Earth needs.
    public static let extent = 8_388_608.0

    /// A shell with its number and its neighbours in the list of its cube.
    @usableFromInline
    struct Entry: Sendable {
        @usableFromInline var x: Double
        @usableFromInline var y: Double
        @usableFromInline var z: Double
        @usableFromInline var inner: Double
        @usableFromInline var outer: Double
        @usableFromInline var number: UInt32
        @usableFromInline var next = ShellIndex.none
        var previous = ShellIndex.none
        var cube = ShellIndex.none

        init(_ shell: SphericalShell, number: UInt32) {
            x = shell.center.x
            y = shell.center.y
            z = shell.center.z
            inner = shell.inner
            outer = shell.outer
            self.number = number
        }

        var center: SIMD3<Double> { SIMD3(x, y, z) }

        @inlinable var shell: SphericalShell {
            SphericalShell(center: SIMD3(x, y, z), inner: inner, outer: outer)
        }
    }

    /// A cube of the tree; the path to it determines its location.
    @usableFromInline
    struct Cube: Sendable {
        @usableFromInline var parts: InlineArray<8, UInt32> = .init(repeating: ShellIndex.none)
        /// The largest outer radius in the cube; removals do not lower it.
        @usableFromInline var reach = -Double.infinity
        @usableFromInline var first = ShellIndex.none
        /// A bit for each part that exists.
        @usableFromInline var partBits: UInt8 = 0
        var isDivided = false
        var count: UInt32 = 0
        var parent = ShellIndex.none
    }

    /// Stands for no slot, no cube and no number.
    @usableFromInline static let none = UInt32.max

    @usableFromInline var entries: [Entry] = []
    @usableFromInline var cubes = [Cube()]
    var slots: [UInt32] = []
    var vacantSlots: [UInt32] = []
    var vacantCubes: [UInt32] = []

    /// Makes an empty index.
    public init() {}

    /// How many shells there are.
    public var count: Int { entries.count - vacantSlots.count }

    /// The memory of the index in bytes.
    public var byteCount: Int {
        entries.capacity * MemoryLayout<Entry>.stride + cubes.capacity * MemoryLayout<Cube>.stride
            + (slots.capacity + vacantSlots.capacity + vacantCubes.capacity) * MemoryLayout<UInt32>.stride
    }

    /// The slot of a number; `nil` when no shell has it.
    public func slot(ofNumber number: Int) -> Int? {
        guard slots.indices.contains(number) else { return nil }
        let slot = Int(slots[number])
        return entries[slot].cube == Self.none ? nil : slot
    }

    /// The shell in a slot.
    @inlinable
    public subscript(slot: Int) -> SphericalShell { entries[slot].shell }

    /// The number of the shell in a slot.
    @inlinable
    public func number(at slot: Int) -> Int { Int(entries[slot].number) }
}
