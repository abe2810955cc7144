import Geodesy

extension FenceMap {
    /// Inserts an area; the patches that it crosses are dropped.
    ///
    /// - Returns: Its number.
    mutating func insert(_ area: Surface.Area) -> Int {
        let shell = Surface.shell(of: area)
        version += 1
        let number = shells.insert(shell)
        if number < areas.count {
            (areas[number], births[number]) = (area, version)
        } else {
            areas.append(area)
            births.append(version)
        }
        dropPatches(near: shell)
        return number
    }

    /// Inserts many areas; all patches are dropped.
    ///
    /// - Returns: Their numbers.
    mutating func insert(contentsOf areas: [Surface.Area]) -> Range<Int> {
        version += 1
        let numbers = shells.insert(contentsOf: areas.map { Surface.shell(of: $0) })
        self.areas.append(contentsOf: areas)
        births.append(contentsOf: repeatElement(version, count: areas.count))
        dropAllPatches()
        return numbers
    }

    /// Removes an area; the patches that it crossed are dropped.
    ///
    /// - Returns: Whether the area existed.
    mutating func remove(_ number: Int) -> Bool {
        guard let slot = shells.slot(ofNumber: number) else { return false }
        let shell = shells[slot]
        shells.remove(number: number)
        dropPatches(near: shell)
        return true
    }

    /// Whether a patch still exists.
    func hasPatch(_ patch: Int32) -> Bool { patch < patches.count && patches[Int(patch)].isAlive }

    /// Drops the patches that contain a part of a shell.
    private mutating func dropPatches(near shell: SphericalShell) {
        for index in patches.indices where patches[index].isAlive {
            let reach = FencePatch.radius(level: Int(patches[index].level)) + shell.outer
            guard shell.squaredDistance(to: patches[index].middle) <= reach * reach else { continue }
            patches[index].isAlive = false
            let key = FenceCells.Key(patches[index].middle, level: Int(patches[index].level))
            cells[key] = FenceCells.unknown
        }
    }

    /// Drops all patches.
    mutating func dropAllPatches() {
        (cells, patches, blocks, covers) = (FenceCells(), [], [], [])
    }
}
