package import Authorization
package import Processes

/// The sessions that this program held, for its next run (L106): a file in the program's own state folder.
package struct SessionMemory: Sendable {
    private let file: OwnersFile

    /// Names the file.
    ///
    /// - Throws: `StateFolder.Failure` when there is no folder for state.
    package init() throws(StateFolder.Failure) {
        file = OwnersFile(try StateFolder.ofProgram("sessions"))
    }

    /// The sessions of the previous run; none when the file cannot be read.
    package var goals: [ServiceGoal] {
        guard let lines = try? file.lines() else { return [] }
        return lines.compactMap { line in
            switch line {
            case "always": .service(.always)
            case "when-in-use": .service(.whenInUse)
            case "background-activity": .backgroundActivity
            default: nil
            }
        }
    }

    /// Stores the sessions that the program holds now.
    package func store(_ goals: [ServiceGoal]) {
        let lines = Set(goals.compactMap(\.line)).sorted()
        // A session that cannot be stored is taken by the next run itself.
        try? file.change { $0 = lines }
    }
}

extension ServiceGoal {
    fileprivate var line: String? {
        switch self {
        case .service(.always, _): "always"
        case .service(.whenInUse, _): "when-in-use"
        case .backgroundActivity: "background-activity"
        case .service(.none, _), .reading: nil
        }
    }
}
