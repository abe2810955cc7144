import Gzip
import Testing

struct GzipInflaterTests {
    private static let text = Array("hello hello hello\n".utf8)
    /// `printf 'hello hello hello\n' | gzip -n`.
    private static let hello = bytes("1f8b0800000000000003cb48cdc9c957c840905c003b7c8adf12000000")
    /// `head -c 200000 /dev/zero | gzip -n -9`: 229 bytes.
    private static let zeros =
        bytes("1f8b0800000000000203edc13101000000c2a0f54f6d067fa0") + [UInt8](repeating: 0, count: 193)
        + bytes("80d7007b58e05c400d0300")

    @Test(arguments: [1, 2, 7, 100])
    func `pieces of any size give the content`(size: Int) throws {
        #expect(try inflate(Self.hello, size: size) == Self.text)
        #expect(try inflate(Self.zeros, size: size) == [UInt8](repeating: 0, count: 200_000))
    }

    @Test func `files that were joined give both contents, and zeros behind them are ignored`() throws {
        let joined = Self.hello + Self.zeros + Self.hello + [UInt8](repeating: 0, count: 512)
        for size in [1, 13, 1_000] {
            #expect(
                try inflate(joined, size: size) == Self.text + [UInt8](repeating: 0, count: 200_000)
                    + Self.text)
        }
    }

    @Test func `one call gives at most 64 KiB, however much was compressed`() throws {
        var inflater = GzipInflater()
        inflater.feed(Self.zeros)
        var counts: [Int] = []
        while true {
            let bytes = try inflater.next()
            if bytes.isEmpty { break }
            counts.append(bytes.count)
        }
        #expect(counts.reduce(0, +) == 200_000)
        #expect(counts.allSatisfy { $0 <= 65_536 })
    }

    @Test func `each damaged byte is found, if it matters`() throws {
        // Bytes 4 to 9 are time, level and system, which do not matter.
        for index in Self.hello.indices where !(4...9).contains(index) {
            var damaged = Self.hello
            damaged[index] ^= 0x81
            let result = Result { try inflate(damaged, size: 100) }
            switch result {
            case .failure: continue
            case .success(let bytes): #expect(bytes == nil, "byte \(index)")
            }
        }
        #expect(throws: GzipError.damaged) { try inflate(Self.hello + [1, 2, 3], size: 100) }
        #expect(throws: GzipError.damaged) { try inflate(Self.hello + [0, 0, 1], size: 100) }
    }

    @Test func `a cut file is not whole`() throws {
        for count in 1..<Self.hello.count {
            #expect(try inflate(Array(Self.hello.prefix(count)), size: 100) == nil, "cut at \(count)")
        }
        #expect(try inflate([], size: 1) == [])
    }

    @Test func `gzip is recognized by its first bytes`() {
        #expect(GzipInflater.isGzip(Self.hello))
        #expect(!GzipInflater.isGzip([0x1F]))
        #expect(!GzipInflater.isGzip(Array("btsnoop".utf8)))
    }

    /// The content of a file that is fed in pieces; `nil` when the file is not whole.
    private func inflate(_ file: [UInt8], size: Int) throws -> [UInt8]? {
        var inflater = GzipInflater()
        var content: [UInt8] = []
        for start in stride(from: 0, to: file.count, by: size) {
            inflater.feed(Array(file[start..<min(start + size, file.count)]))
            while true {
                let bytes = try inflater.next()
                if bytes.isEmpty { break }
                content += bytes
            }
        }
        return inflater.isAtEndOfFile ? content : nil
    }
}

private func bytes(_ text: String) -> [UInt8] {
    let digits = Array(text)
    return stride(from: 0, to: digits.count, by: 2).compactMap {
        UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
}
