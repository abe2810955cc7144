import Cryptography

/// The secret that the sender and the receiver of one message share (RFC 8291 section 3.4).
enum PushSecret {
    static func make(
        sharedSecret: [UInt8], authenticationSecret: [UInt8], receiver: [UInt8], sender: [UInt8]
    ) -> [UInt8] {
        HKDFSHA256.key(
            from: sharedSecret, salt: authenticationSecret,
            info: Array("WebPush: info\0".utf8) + receiver + sender, count: 32)
    }
}
