// Each start of a server looks for marks in each line of its pages. `contains` and `firstRange(of:)` took a tenth of a start in a debug
// build.
extension Substring {
    /// Whether the text contains an ASCII text.
    func hasBytes(of part: StaticString) -> Bool { firstRange(ofBytesOf: part) != nil }

    /// The first place of an ASCII text; unlike `firstRange(of:)`, also where a combining mark follows it.
    func firstRange(ofBytesOf part: StaticString) -> Range<Index>? {
        let found = utf8.withContiguousStorageIfAvailable { Self.offset(of: part, in: $0) }
        // Texts of our files are contiguous.
        guard let offset = found ?? Array(utf8).withUnsafeBufferPointer({ Self.offset(of: part, in: $0) })
        else { return nil }
        let start = utf8.index(startIndex, offsetBy: offset)
        return start..<utf8.index(start, offsetBy: part.utf8CodeUnitCount)
    }

    private static func offset(of part: StaticString, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        let (wanted, count) = (part.utf8Start, part.utf8CodeUnitCount)
        let first = wanted[0]
        var index = 0
        while index + count <= bytes.count {
            if bytes[index] == first {
                var same = 1
                while same < count, bytes[index + same] == wanted[same] { same += 1 }
                if same == count { return index }
            }
            index += 1
        }
        return nil
    }
}
