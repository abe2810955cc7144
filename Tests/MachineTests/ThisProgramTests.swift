import Foundation
import Machine
import Testing

@testable import Processes

@Suite struct ThisProgramTests {
    @Test
    func `the program is the file that runs, and its folder does not depend on the name that was called`()
        throws
    {
        let executable = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        #expect(ThisProgram.path == executable)
        let folder = StateFolder.folderName(ofProgram: executable)
        #expect(try StateFolder.ofProgram("monitors").hasSuffix("/\(folder)/monitors"))
        #expect(BackgroundPrograms.Entry(monitor: "work", in: "/stores").executable == executable)
    }

    @Test func `programs with one file name have two folders`() {
        let (first, second) = ("/usr/bin/greeter", "/opt/greeter")
        let names = [first, second].map(StateFolder.folderName)
        #expect(names[0] != names[1])
        #expect(names.allSatisfy { $0.hasPrefix("greeter-") })
        // Stores of earlier versions are found by it.
        #expect(names[0] == "greeter-43d7f6004d74cac7")
    }

    @Test func `an executable that an upgrade has replaced keeps its path`() {
        #expect(ThisProgram.pathBeforeRemoval("/opt/greeter (deleted)") == "/opt/greeter")
        #expect(ThisProgram.pathBeforeRemoval("/opt/greeter") == "/opt/greeter")
    }
}
