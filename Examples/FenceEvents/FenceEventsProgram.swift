import Foundation

/// Reads where devices are, line by line, and prints which areas they enter and leave.
@main struct FenceEventsProgram {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count == 2 || arguments.count == 3 else {
            stop("usage: FenceEvents AREAS JOURNAL [POSITIONS]", status: 2)
        }
        do {
            var watch = try FenceWatch(areas: AreaFile.read(arguments[0]), journal: arguments[1])
            let input = try arguments.count == 3 ? open(arguments[2]) : .standardInput
            try follow(input, with: &watch)
        } catch {
            stop("FenceEvents: \(error)", status: 1)
        }
    }

    /// Decides what arrives, as soon as it arrives, until the input ends.
    private static func follow(_ input: FileHandle, with watch: inout FenceWatch) throws {
        var lines = PositionLines()
        while true {
            let chunk = input.availableData
            let isEnd = chunk.isEmpty
            for observation in try lines.observations(in: chunk, isEnd: isEnd) { try watch.take(observation) }
            try watch.flush()
            if isEnd { return }
        }
    }

    private static func open(_ path: String) throws -> FileHandle {
        guard let file = FileHandle(forReadingAtPath: path) else { throw Refusal("cannot read \(path)") }
        return file
    }

    private static func stop(_ sentence: String, status: Int32) -> Never {
        FileHandle.standardError.write(Data((sentence + "\n").utf8))
        exit(status)
    }
}

/// Why the program cannot go on, in a sentence.
struct Refusal: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
