/// The name of a type with all that it lies in, the same in each process.
enum QualifiedName {
    /// The name: module, enclosing types, type.
    ///
    /// What is private to a file, or lies in a function, has a number of this process in its name, which is left out: it would
    /// be another one after the next launch (T22).
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
