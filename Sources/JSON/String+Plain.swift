extension String {
    /// The text, with a space instead of each character that controls the display.
    ///
    /// Use it to show other people's texts beside your own words.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public var plain: String {
        let stray = strayIsolate != nil
        guard stray || unicodeScalars.contains(where: \.isObeyed) else { return self }
        let scalars = unicodeScalars.map { $0.isObeyed || stray && $0.isIsolate ? " " : $0 }
        return String(String.UnicodeScalarView(scalars))
    }

    /// The text, with an escape such as `\u{202E}` instead of each isolate and each character that controls
    /// the display.
    ///
    /// Mistakes quote names this way, so that different names look different.
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

    /// The first character that controls the display beyond its own text, or `nil`.
    ///
    /// These are control characters, line breaks and characters that change the direction of reading.
    /// Isolates are allowed, because an Arabic sentence needs them around a name from left to right. An
    /// isolate is refused if it is never closed, or if it closes one that another text opened; it is reported
    /// when there is nothing else.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public var obeyedScalar: Unicode.Scalar? { unicodeScalars.first(where: \.isObeyed) ?? strayIsolate }

    /// An isolate that is not closed, or a closing one without an opening one.
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
    /// The maximum number of consecutive combining marks in a plain line; no language writes that many.
    public static let combiningMarksAtMost = 8

    /// Whether the text stays within one line wherever it is shown.
    ///
    /// It holds no character that controls the display, and no pile of combining marks that reaches into
    /// other lines.
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
    /// Whether it is never drawn and changes the text around it.
    var isObeyed: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        // Embeddings and overrides of the direction, and their end; isolates have replaced them.
        default: (0x202A...0x202E).contains(value)
        }
    }

    /// Whether it begins or ends a part with its own direction.
    var isIsolate: Bool { (0x2066...0x2069).contains(value) }
}
