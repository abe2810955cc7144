import Beacons
import Cryptography

extension BeaconCiphers {
    /// The ciphers of the programs.
    static let openSSL = BeaconCiphers(
        encryptBlock: { AES128.encrypt($0, key: $1) },
        sealCCM: { AES128.sealCCM($0, nonce: $1, tagCount: $2, key: $3) },
        openCCM: { AES128.openCCM($0, tag: $1, nonce: $2, key: $3) },
        sealEAX: { AES128.sealEAX($0, nonce: $1, tagCount: $2, key: $3) },
        openEAX: { AES128.openEAX($0, tag: $1, nonce: $2, key: $3) })
}
