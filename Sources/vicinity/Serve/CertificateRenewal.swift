import HTTPServer

/// Gives a running server the certificate that its files hold, when they have changed or somebody asks for it.
actor CertificateRenewal {
    /// Between two looks at the files.
    static let interval: Duration = .seconds(60)

    private let files: CertificateFiles
    private let replace: @Sendable (WebServer.TLSIdentity) throws -> Void
    private let report: @Sendable (String) -> Void
    /// The files when they were read last.
    private var stamps: [CertificateFiles.Stamp?]

    /// Creates a renewal for files that were read after these stamps had been taken.
    init(
        of files: CertificateFiles, stamps: [CertificateFiles.Stamp?],
        replace: @escaping @Sendable (WebServer.TLSIdentity) throws -> Void,
        report: @escaping @Sendable (String) -> Void
    ) {
        self.files = files
        self.stamps = stamps
        self.replace = replace
        self.report = report
    }

    /// Reads the files again, unless they are as they were and nobody asked.
    ///
    /// A certificate that was written before its key fits no key for a moment: it is reported, and the next look reads both.
    func renew(isAsked: Bool) {
        // Before reading, so that a change while they are read is seen at the next look.
        let present = files.stamps()
        guard isAsked || present != stamps else { return }
        stamps = present
        do {
            try replace(try files.read())
            report("The certificate \(files.certificate) was read again; new connections use it.")
        } catch {
            report("The certificate \(files.certificate) was not replaced; the earlier one stays. \(error)")
        }
    }
}
