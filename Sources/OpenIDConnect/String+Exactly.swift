extension String {
    /// Whether both have the same code points.
    ///
    /// `==` also holds for texts that only look alike in the end, such as a composed and a decomposed letter; identifiers
    /// of OpenID Connect are compared exactly.
    func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
