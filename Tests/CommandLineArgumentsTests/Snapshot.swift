import Foundation
import Testing

/// Compares a text with the file that keeps it.
///
/// With `VICINITY_RECORD_SNAPSHOTS` set, the file is written instead, and the test says so by failing.
func expectSnapshot(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws
{
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(components: "Snapshots", "CommandLineArguments", name)
    guard ProcessInfo.processInfo.environment["VICINITY_RECORD_SNAPSHOTS"] == nil else {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        Issue.record("\(name) was recorded", sourceLocation: sourceLocation)
        return
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(text == expected, "\(name) differs", sourceLocation: sourceLocation)
}
