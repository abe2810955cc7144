/// The qualified name of a type, the same in each process.
enum QualifiedName {
    /// The name: module, enclosing types, type.
    ///
    /// The runtime's name of a private or local type has a number that differs after the next launch. This
    /// number is left out (T22).
    static func of(_ type: Any.Type) -> String {
        var name = String(reflecting: type)
        while let start = name.firstRange(of: "(unknown context at "),
            let end = name[start.upperBound...].firstRange(of: ").")
        {
            name.removeSubrange(start.lowerBound..<end.upperBound)
        }
        return name
    }
}
