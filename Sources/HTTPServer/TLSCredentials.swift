import CMicroHTTPD

/// A certificate chain and its key as GnuTLS keeps them, for connections that begin after they were replaced.
///
/// Each connection holds on to its credentials until it is closed, because its handshake reads them. Unchecked because
/// of the pointer: GnuTLS only reads credentials once they are set up, on any thread.
@safe final class TLSCredentials: @unchecked Sendable {
    private let pointer: UnsafeMutableRawPointer

    /// Reads PEM texts.
    ///
    /// - Throws: ``TLSIdentityError`` when one cannot be read, or the key is not the certificate's.
    init(_ identity: WebServer.TLSIdentity) throws {
        var error: Int32 = 0
        let made = unsafe identity.certificateChain.withCString { certificate in
            unsafe identity.privateKey.withCString { key in
                unsafe vicinity_tls_credentials(certificate, key, &error)
            }
        }
        guard let made = unsafe made else {
            throw TLSIdentityError(reason: unsafe String(cString: gnutls_strerror(error)))
        }
        unsafe pointer = made
    }

    deinit { unsafe vicinity_tls_credentials_free(pointer) }

    /// Makes the handshake of a connection use them.
    ///
    /// - Returns: Whether it will.
    func apply(to connection: OpaquePointer) -> Bool {
        unsafe vicinity_mhd_use_credentials(connection, pointer)
    }
}
