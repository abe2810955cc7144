import Foundation
import HTTPServer

/// The files of a certificate chain and its key.
struct CertificateFiles: Hashable {
    /// What tells that a file was written or replaced.
    struct Stamp: Hashable {
        fileprivate let inode: UInt64
        fileprivate let seconds: Int
        fileprivate let nanoseconds: Int
    }

    let certificate: String
    let key: String

    /// Reads both files.
    ///
    /// - Throws: `CommandFailure`.
    func read() throws -> WebServer.TLSIdentity {
        WebServer.TLSIdentity(
            certificateChain: try FileText.read(certificate), privateKey: try FileText.read(key))
    }

    /// The states of both files; `nil` for one that is not there.
    func stamps() -> [Stamp?] {
        [certificate, key].map { path in
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            return Stamp(
                inode: UInt64(status.st_ino), seconds: status.st_ctim.tv_sec,
                nanoseconds: status.st_ctim.tv_nsec)
        }
    }
}
