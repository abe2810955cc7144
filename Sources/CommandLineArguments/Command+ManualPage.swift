extension Command {
    /// Returns a manual page of the program and all its commands, for `man`.
    ///
    /// - Parameter version: The version of the program.
    /// - Returns: The page as roff.
    public func manualPage(version: String) -> String {
        var lines = [
            ".TH \(name.uppercased()) 1 \"\" \"\(roff("\(name) \(version)"))\" \"User Commands\"", ".SH NAME",
            "\(roff(name)) \\- \(roff(manualSummary))", ".SH SYNOPSIS", ".B \(roff(name))",
            ".I COMMAND", "[options] [arguments]",
        ]
        if !discussion.isEmpty { lines += [".SH DESCRIPTION"] + paragraphs(discussion) }
        lines.append(".SH COMMANDS")
        for entry in withDescendants() where entry.command.commands.isEmpty {
            lines += entry.command.manualSection(path: entry.path)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The summary as the index of pages shows it: without its full stop, and beginning with a small letter.
    private var manualSummary: String {
        let text = summary.hasSuffix(".") ? String(summary.dropLast()) : summary
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    private func manualSection(path: [String]) -> [String] {
        let words = options.map { "[\($0.usage)]" + ($0.repeats ? "..." : "") } + positionals.map(\.usage)
        var lines = [".SS \"\(roff(path.joined(separator: " ")))\"", roff(summary), ".PP", ".nh", ".ad l"]
        lines += [
            ".B \(roff(path.joined(separator: " ")))", roff(words.joined(separator: " ")), ".ad", ".hy",
        ]
        for positional in positionals {
            lines += [".TP", ".I \(roff(positional.placeholder))", roff(positional.explanation)]
        }
        for option in options {
            lines += [".TP", ".B \(roff(option.usage))", roff(option.explanation)]
        }
        return lines + paragraphs(discussion)
    }

    private func paragraphs(_ texts: [String]) -> [String] { texts.flatMap { [".PP", roff($0)] } }
}

/// Escapes a text for roff: a dash stays the dash that people type, letters beyond ASCII are named by their numbers, and no
/// line is taken for a request.
private func roff(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
        switch scalar {
        case "\\": "\\e"
        case "-": "\\-"
        case "\"": "\\(dq"
        case _ where scalar.isASCII: String(scalar)
        default: "\\[u\(fourDigits(scalar.value))]"
        }
    }.joined()
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
}

private func fourDigits(_ number: UInt32) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}
