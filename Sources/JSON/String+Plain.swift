extension String {
    /// The text, with a space in the place of each character that a screen obeys.
    ///
    /// Use it to show the texts of others beside your own words.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public var plain: String {
        let stray = strayIsolate != nil
        guard stray || unicodeScalars.contains(where: \.isObeyed) else { return self }
        let scalars = unicodeScalars.map { $0.isObeyed || stray && $0.isIsolate ? " " : $0 }
        return String(String.UnicodeScalarView(scalars))
    }

    /// The text, with an escape such as `\u{202E}` in the place of each character that a screen obeys, and of each isolate.
    ///
    /// Mistakes quote names of a text like this, so that different names look different.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    var escapingObeyed: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            if scalar.isObeyed || scalar.isIsolate {
                text += scalar.escaped(asASCII: true)
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }

    /// The first character that a screen obeys instead of drawing it, so that it reaches beyond its text: a control character, a
    /// break of the line, or what turns the direction of reading.
    ///
    /// Isolates may be in a text, since they are how a name from left to right stands in an Arabic sentence. One that is never
    /// closed, or that closes what others have opened, may not; it is reported when there is nothing else.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public var obeyedScalar: Unicode.Scalar? { unicodeScalars.first(where: \.isObeyed) ?? strayIsolate }

    /// An isolate that is not closed, or that closes none.
    private var strayIsolate: Unicode.Scalar? {
        var open: [Unicode.Scalar] = []
        for scalar in unicodeScalars where scalar.isIsolate {
            guard scalar == "\u{2069}" else {
                open.append(scalar)
                continue
            }
            guard open.popLast() != nil else { return scalar }
        }
        return open.first
    }
}

extension String {
    /// How many combining marks a plain line has in a row at most; no language writes that many.
    public static let combiningMarksAtMost = 8

    /// Whether the text stays within one line wherever it is shown: nothing in it is obeyed, and no heap of combining marks
    /// reaches into the lines beside it.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public var isPlainLine: Bool { obeyedScalar == nil && !hasHeapOfMarks }

    private var hasHeapOfMarks: Bool {
        var count = 0
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .spacingMark: count += 1
            default: count = 0
            }
            if count > Self.combiningMarksAtMost { return true }
        }
        return false
    }
}

extension Unicode.Scalar {
    /// Whether it is never drawn, and changes what stands around its text.
    var isObeyed: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        // Embeddings and overrides of the direction, and their end; isolates have come in their place.
        default: (0x202A...0x202E).contains(value)
        }
    }

    /// Whether it begins or ends a part with a direction of its own.
    var isIsolate: Bool { (0x2066...0x2069).contains(value) }
}
