import Cryptography
import Testing
import WebPush

/// The example of RFC 8291, section 5 and appendix A.
enum Sample {
    static let text = Array("When I grow up, I want to be a watermelon".utf8)
    static let salt = "DGv6ra1nlYgDCS1FRnbzlw"
    static let senderScalar = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
    static let receiverScalar = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
    static let p256dh =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    static let auth = "BTBZMqHH6r4Tts7J_aSIgg"
    static let body =
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    static let endpoint = "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV"

    static func subscription() throws -> PushSubscription {
        try PushSubscription(endpoint: endpoint, p256dh: p256dh, auth: auth)
    }

    static func receiver() throws -> PushReceiver {
        try PushReceiver(
            key: P256PrivateKey(scalar: bytes(receiverScalar)), authenticationSecret: bytes(auth))
    }

    static func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.decode(text)) }
}
