"""Prints keys and tokens of a provider as JSON, signed by another implementation.

Needs the packages `joserfc` and `cryptography`. The tests name the tokens; all times are around `NOW`.
"""

import base64
import hashlib
import hmac
import json

from joserfc import jws
from joserfc.jwk import ECKey, OctKey, OKPKey, RSAKey

NOW = 1_800_000_000
ACCESS_TOKEN = "an access token"
LOGOUT = "http://schemas.openid.net/event/backchannel-logout"

KEYS = {
    "RS256": RSAKey.generate_key(2048, {"kid": "rsa", "use": "sig"}),
    "PS256": RSAKey.generate_key(3072, {"kid": "pss", "alg": "PS256"}),
    "ES256": ECKey.generate_key("P-256", {"kid": "p256"}),
    "ES384": ECKey.generate_key("P-384", {"kid": "p384"}),
    "EdDSA": OKPKey.generate_key("Ed25519", {"kid": "ed"}),
}
RENEWED = ECKey.generate_key("P-256", {"kid": "renewed"})
WEAK = RSAKey.generate_key(1024, {"kid": "weak"})
USELESS = [
    WEAK.as_dict(private=False),
    RSAKey.generate_key(2048, {"kid": "encryption", "use": "enc"}).as_dict(private=False),
    ECKey.generate_key("P-521", {"kid": "p521"}).as_dict(private=False),
    OKPKey.generate_key("X25519", {"kid": "x25519"}).as_dict(private=False),
    {"kty": "oct", "kid": "secret", "k": "c2VjcmV0"},
    {"kty": "RSA", "kid": "empty"},
    {"kty": "unheard-of"},
    {},
    "no key",
]

ID = {
    "iss": "https://idp.example",
    "sub": "248289761001",
    "aud": "vicinity",
    "exp": NOW + 300,
    "iat": NOW,
    "nonce": "the nonce",
    "name": "José Ñandú",
    "email": "jose@example.org",
    "email_verified": True,
    "groups": ["staff", "kitchen"],
    "sid": "session-1",
    "auth_time": NOW - 100,
    "acr": "urn:example:two-factors",
    "amr": ["pwd", "otp"],
}
LOGOUT_CLAIMS = {
    "iss": "https://idp.example",
    "sub": "248289761001",
    "aud": "vicinity",
    "exp": NOW + 120,
    "iat": NOW,
    "jti": "logout-1",
    "sid": "session-1",
    "events": {LOGOUT: {}},
}
tokens = {}


def encode(part):
    return base64.urlsafe_b64encode(part).rstrip(b"=").decode()


def head(**fields):
    return encode(json.dumps(fields).encode())


def changed(claims, changes, without):
    return {name: value for name, value in {**claims, **changes}.items() if name not in without}


def add(title, /, algorithm="ES256", key=None, header=None, claims=ID, without=(), payload=None, **changes):
    key = key or KEYS[algorithm]
    header = {"alg": algorithm, **({"kid": key.kid} if key.kid else {}), **(header or {})}
    header = {name: value for name, value in header.items() if value is not None}
    payload = payload or json.dumps(changed(claims, changes, without)).encode()
    # The library would refuse to write some of these headers, so that it only signs.
    signed = f"{encode(json.dumps(header).encode())}.{encode(payload)}"
    signer = jws.JWSRegistry(algorithms=[algorithm]).get_alg(algorithm)
    tokens[title] = f"{signed}.{encode(signer.sign(signed.encode(), key))}"


def half_hash(digest):
    whole = hashlib.new(digest, ACCESS_TOKEN.encode()).digest()
    return encode(whole[: len(whole) // 2])


for algorithm, digest in [
    ("RS256", "sha256"), ("PS256", "sha256"), ("ES256", "sha256"), ("ES384", "sha384"), ("EdDSA", "sha512"),
]:
    add(algorithm, algorithm, at_hash=half_hash(digest))

# Headers and signatures.
body = tokens["ES256"].split(".")[1]
tokens["alg none"] = f"{head(alg='none')}.{body}."
tokens["alg none in capitals"] = f"{head(alg='NONE', kid='p256')}.{body}."
for name, secret in [
    ("HS256 with the public key", KEYS["RS256"].as_pem(private=False)),
    ("HS256 with the JSON of the key", json.dumps(KEYS["RS256"].as_dict(private=False)).encode()),
]:
    signed = f"{head(alg='HS256', kid='rsa')}.{body}"
    tokens[name] = f"{signed}.{encode(hmac.new(secret, signed.encode(), hashlib.sha256).digest())}"
add("Ed25519", "Ed25519", KEYS["EdDSA"])
add("RS512", "RS512", KEYS["RS256"])
add("RS256 with a key for PS256", "RS256", RSAKey.import_key({**KEYS["PS256"].as_dict(private=True), "alg": "RS256"}))
add("no key ID", header={"kid": None})
add("a number as key ID", header={"kid": 7})
add("unknown key ID", header={"kid": "unheard-of"})
add("another key's ID", header={"kid": "p384"})
add("signed with the wrong key", key=RENEWED, header={"kid": "p256"})
add("signed with the renewed key", key=RENEWED)
add("signed with the weak key", "RS256", WEAK)
add("critical extension", header={"crit": ["b64"], "b64": False})
add("type JWT", header={"typ": "JWT"})
add("type access token", header={"typ": "at+jwt"})
add("type logout", header={"typ": "logout+jwt"})
add("a key in the header", key=RENEWED, header={"kid": "own", "jwk": RENEWED.as_dict(private=False)})
add("a payload that is no object", payload=b'["iss"]')
add("a payload that is no JSON", payload=b"text")
add("a claim twice", payload=json.dumps(ID)[:-1].encode() + b', "iss": "https://idp.example"}')

# Claims of ID tokens.
for claim in ["iss", "sub", "aud", "exp", "iat", "nonce", "auth_time", "acr", "groups", "name", "email", "sid"]:
    add(f"without {claim}", without=[claim])
for claim in ["iss", "sub", "aud", "exp", "iat", "nonce", "auth_time", "nbf", "sid", "at_hash"]:
    add(f"{claim} is a list of numbers", **{claim: [1]})
add("wrong issuer", iss="https://other.example")
add("issuer with a slash", iss="https://idp.example/")
add("issuer in capitals", iss="https://IDP.example")
add("wrong audience", aud="another")
add("wrong audiences", aud=["another", "third"])
add("audience in a list", aud=["vicinity"])
add("several audiences", aud=["vicinity", "another"])
add("several audiences and our party", aud=["vicinity", "another"], azp="vicinity")
add("several audiences and another party", aud=["vicinity", "another"], azp="another")
add("another party", azp="another")
add("expired", exp=NOW - 61)
add("expires at the tolerance", exp=NOW - 60)
add("expired within the tolerance", exp=NOW - 59)
add("expires in half a second", exp=NOW + 0.5)
add("issued in the future", iat=NOW + 61)
add("issued in the near future", iat=NOW + 60)
add("not valid yet", nbf=NOW + 61)
add("valid in a moment", nbf=NOW + 60)
add("wrong nonce", nonce="another nonce")
add("an empty subject", sub="")
add("a subject of 255", sub="s" * 255)
add("a subject of 256", sub="s" * 256)
add("a subject that is not ASCII", sub="josé")
add("wrong hash", at_hash=half_hash("sha384"))
add("signed in long ago", auth_time=NOW - 4000)
add("signed in in the future", auth_time=NOW + 61)
add("signed in with a password", acr="urn:example:password")
add("one group as a text", groups="staff")
add("groups of numbers", groups=[1, 2])
add("groups elsewhere", without=["groups"], _claim_names={"groups": "src1"})
add("groups here and elsewhere", _claim_names={"groups": "src1"})
add("roles in another claim", roles=["admin"])
add("a name over two lines", name="José\nadmin")
add("a name that turns around", name="\u202eJosé")
add("a truth value as text", email_verified="true")
add("a lie as text", email_verified="false")

# Logout tokens.
add("logout", claims=LOGOUT_CLAIMS)
add("logout with type", claims=LOGOUT_CLAIMS, header={"typ": "logout+jwt"})
add("logout of a person", claims=LOGOUT_CLAIMS, without=["sid"])
add("logout of a session", claims=LOGOUT_CLAIMS, without=["sub"])
add("logout of nobody", claims=LOGOUT_CLAIMS, without=["sub", "sid"])
add("logout with a nonce", claims=LOGOUT_CLAIMS, nonce="the nonce")
add("logout without events", claims=LOGOUT_CLAIMS, without=["events"])
add("logout with another event", claims=LOGOUT_CLAIMS, events={"urn:example:event": {}})
add("logout with a text as event", claims=LOGOUT_CLAIMS, events={LOGOUT: "yes"})
add("logout without jti", claims=LOGOUT_CLAIMS, without=["jti"])
add("logout of another client", claims=LOGOUT_CLAIMS, aud="another")
add("logout of another issuer", claims=LOGOUT_CLAIMS, iss="https://other.example")
add("logout that expired", claims=LOGOUT_CLAIMS, exp=NOW - 61)
add("logout without expiry", claims=LOGOUT_CLAIMS, without=["exp"])
add("logout as access token", claims=LOGOUT_CLAIMS, header={"typ": "at+jwt"})

USELESS.append({**RENEWED.as_dict(private=False), "key_ops": ["sign"]})
USELESS.append({**RENEWED.as_dict(private=False), "alg": "ES256K"})
published = [key.as_dict(private=False) for key in KEYS.values()]
renewed = [RENEWED.as_dict(private=False)]
print(
    json.dumps(
        {
            "keys": {"keys": USELESS + published},
            "one key": {"keys": [KEYS["ES256"].as_dict(private=False)]},
            "renewed keys": {"keys": published + renewed},
            "tokens": tokens,
        },
        indent=1,
        ensure_ascii=False,
    )
)
