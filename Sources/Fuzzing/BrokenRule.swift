/// A rule that holds for any input did not hold for one.
public struct BrokenRule: Error, CustomStringConvertible {
    /// What happened, as a sentence.
    public let description: String

    init(_ description: String) { self.description = description }

    static func unless(_ holds: Bool, _ description: String) throws(BrokenRule) {
        if !holds { throw BrokenRule(description) }
    }
}
