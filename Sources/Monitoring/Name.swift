/// The rules for names (LD4): 1 to 128 letters, digits, `.`, `_`, `-`, and spaces inside.
enum Name {
    /// Refuses an invalid name of a monitor; only ASCII is valid, because the name is that of a file.
    ///
    /// - Throws: ``MonitorError/invalidName(_:)``.
    static func check(monitor name: String) throws(MonitorError) {
        try check(name) { $0.isASCII && isAllowed($0) }
    }

    /// Refuses an invalid name of a condition or a reader; letters and digits may be of any script.
    ///
    /// - Throws: ``MonitorError/invalidName(_:)``.
    static func check(identifier name: String) throws(MonitorError) { try check(name, isAllowed) }

    private static func check(
        _ name: String, _ isAllowed: (Unicode.Scalar) -> Bool
    ) throws(MonitorError) {
        let scalars = name.unicodeScalars
        guard (1...128).contains(scalars.count), scalars.allSatisfy(isAllowed), scalars.first != " ",
            scalars.last != " "
        else { throw .invalidName(name) }
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case ".", "_", "-", " ": true
        default: scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
        }
    }
}

extension Monitor {
    /// Refuses an invalid identifier of a condition before the condition exists (LD4).
    ///
    /// - Throws: ``MonitorError/invalidName(_:)``.
    package static func check(identifier: String) throws(MonitorError) {
        try Name.check(identifier: identifier)
    }
}
