import Foundation
import HTTPServer
import Synchronization
import TestSupport
import Testing

@testable import vicinity

@Suite(.timeLimit(.minutes(1)))
struct CertificateRenewalTests {
    private struct Refused: Error {}

    /// What a renewal gave to the server and to the operator.
    private final class Notes: Sendable {
        let certificates = Mutex<[String]>([])
        let reports = Mutex<[String]>([])
    }

    private func withRenewal(
        _ body: (CertificateRenewal, CertificateFiles, Notes) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let files = CertificateFiles(certificate: folder + "/certificate.pem", key: folder + "/key.pem")
            try write("first", to: files.certificate)
            try write("key", to: files.key)
            let notes = Notes()
            let renewal = CertificateRenewal(of: files, stamps: files.stamps()) { identity in
                guard identity.certificateChain != "broken" else { throw Refused() }
                notes.certificates.withLock { $0.append(identity.certificateChain) }
            } report: { report in
                notes.reports.withLock { $0.append(report) }
            }
            try await body(renewal, files, notes)
        }
    }

    private func write(_ text: String, to path: String) throws {
        // In place of the file, as tools that renew certificates do: the file is another one then.
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    @Test func `files that are as they were are not read, unless somebody asks`() async throws {
        try await withRenewal { renewal, _, notes in
            await renewal.renew(isAsked: false)
            #expect(notes.certificates.withLock { $0 }.isEmpty)
            await renewal.renew(isAsked: true)
            #expect(notes.certificates.withLock { $0 } == ["first"])
        }
    }

    @Test func `a change is taken up once`() async throws {
        try await withRenewal { renewal, files, notes in
            try write("second", to: files.certificate)
            await renewal.renew(isAsked: false)
            await renewal.renew(isAsked: false)
            #expect(notes.certificates.withLock { $0 } == ["second"])
        }
    }

    @Test func `a broken certificate is reported once, and the next change is taken up`() async throws {
        try await withRenewal { renewal, files, notes in
            try write("broken", to: files.certificate)
            await renewal.renew(isAsked: false)
            await renewal.renew(isAsked: false)
            #expect(notes.reports.withLock { $0.count } == 1)
            #expect(notes.reports.withLock { $0[0].contains("the earlier one stays") })
            try write("third", to: files.certificate)
            await renewal.renew(isAsked: false)
            #expect(notes.certificates.withLock { $0 } == ["third"])
        }
    }

    @Test func `a file that is away is reported, and read when it is back`() async throws {
        try await withRenewal { renewal, files, notes in
            try FileManager.default.removeItem(atPath: files.key)
            await renewal.renew(isAsked: false)
            #expect(notes.reports.withLock { $0.count } == 1)
            try write("key", to: files.key)
            await renewal.renew(isAsked: false)
            #expect(notes.certificates.withLock { $0 } == ["first"])
        }
    }
}
