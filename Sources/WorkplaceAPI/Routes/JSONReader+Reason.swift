import JSON

extension JSONReader {
    /// Reads why somebody does something, which is kept for others to read.
    ///
    /// - Parameter length: The allowed number of Unicode code points.
    /// - Returns: The text, or `nil` when a mistake was noted: for a blank text, and for characters that affect the text around
    ///   them. Line breaks are allowed.
    func reason(length: ClosedRange<Int>) -> String? {
        guard let text = string(length: length) else { return nil }
        guard length.contains(0) || !text.allSatisfy(\.isWhitespace) else {
            note(.value, "must not be blank")
            return nil
        }
        guard text.split(whereSeparator: \.isNewline).allSatisfy({ String($0).isPlainLine }) else {
            note(.value, "must have no characters that affect the text around them")
            return nil
        }
        return text
    }
}
