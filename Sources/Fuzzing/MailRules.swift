import Outgoing

/// What holds for any bytes that are taken as a mail address, as the values of a message, and as a delivery report.
public enum MailRules: Sendable {
    /// Tries bytes as each of them.
    public static func check(_ bytes: [UInt8]) throws(BrokenRule) {
        let text = String(decoding: bytes, as: UTF8.self)
        try checkAddress(text)
        try checkMessage(text)
        try checkReport(bytes)
    }

    private static func checkAddress(_ text: String) throws(BrokenRule) {
        let address: MailAddress
        do throws(MailAddressError) { address = try MailAddress(text) } catch {
            return try BrokenRule.unless(!error.code.isEmpty, "An address was refused without a reason.")
        }
        try BrokenRule.unless(
            (try? MailAddress(address.description)) == address,
            "An address changed when it was written and read.")
        let signs = address.description.utf8
        try BrokenRule.unless(
            signs.count <= 254 && signs.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x3C && $0 != 0x3E },
            "An address has a character that a mail server obeys.")
    }

    private static func checkMessage(_ text: String) throws(BrokenRule) {
        guard let from = try? MailAddress("a@b.example"),
            let message = try? MailMessage(
                from: NamedMailAddress(from, name: text), to: NamedMailAddress(from), subject: text,
                text: text,
                html: text, secondsSince1970: 0, messageIdentifier: "a@b.example")
        else { return }
        let lines = String(decoding: message.bytes, as: UTF8.self).split(
            separator: "\r\n", omittingEmptySubsequences: false)
        try BrokenRule.unless(
            lines.allSatisfy { line in
                line.utf8.count <= 78 && line.utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x09 }
            },
            "A line of a message is too long, or has a byte that is not ASCII.")
        let header = lines.prefix { !$0.isEmpty }.filter { !$0.hasPrefix(" ") }
        let names = header.map { $0.prefix { $0 != ":" } }
        try BrokenRule.unless(
            names == ["From", "To", "Subject", "Date", "Message-ID", "MIME-Version", "Content-Type"],
            "A value began another field.")
        try BrokenRule.unless(
            lines.count { $0.hasPrefix("--=_vicinity") } == 3, "A body has a boundary of its own.")
    }

    private static func checkReport(_ bytes: [UInt8]) throws(BrokenRule) {
        let report = DeliveryReport(parsing: bytes)
        try BrokenRule.unless(
            report == DeliveryReport(parsing: bytes), "The same bytes gave another report.")
        guard let report else { return }
        try BrokenRule.unless(
            (1...100).contains(report.recipients.count), "A report has no recipient, or too many.")
        var words = report.recipients.flatMap { [$0.address, $0.originalAddress, $0.diagnostic] }
        words.append(report.originalMessageIdentifier)
        try BrokenRule.unless(
            words.compactMap(\.self).allSatisfy { $0.utf8.allSatisfy { (0x20...0x7E).contains($0) } },
            "A word of a report has a character that a screen obeys.")
    }
}
