/// A step that brings the schema from one version to the next.
public struct Migration: Sendable {
    /// The version that the database has afterwards, at least one.
    public let version: Int
    /// The purpose of the step in a few words.
    public let name: String
    /// The statements; they must not begin or end transactions.
    public let script: String
    /// Whether programs that do not know the step may go on with the database: they read and write as before, and what they write
    /// is right for programs that know it.
    public let suitsEarlierPrograms: Bool

    /// Describes a step.
    ///
    /// - Parameters:
    ///   - version: The version that the database has afterwards.
    ///   - name: The purpose of the step in a few words.
    ///   - script: The statements.
    ///   - suitsEarlierPrograms: Whether programs that do not know the step may go on with the database.
    public init(version: Int, name: String, script: String, suitsEarlierPrograms: Bool = false) {
        self.version = version
        self.name = name
        self.script = script
        self.suitsEarlierPrograms = suitsEarlierPrograms
    }
}
