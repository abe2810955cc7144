// Changes between the JSON of passkeys and what browsers take and give, for browsers that cannot do it themselves.

// json: PublicKeyCredentialCreationOptionsJSON.
export function creationOptions(json) {
  return {
    ...json,
    challenge: bytes(json.challenge),
    user: { ...json.user, id: bytes(json.user.id) },
    excludeCredentials: descriptors(json.excludeCredentials),
  }
}

// json: PublicKeyCredentialRequestOptionsJSON.
export function requestOptions(json) {
  return { ...json, challenge: bytes(json.challenge), allowCredentials: descriptors(json.allowCredentials) }
}

// credential: a PublicKeyCredential with the answer to either. Leaves out what the server does not read.
export function credentialJSON({ id, rawId, type, authenticatorAttachment, response }) {
  return { id, rawId: text(rawId), type, authenticatorAttachment, clientExtensionResults: {}, response: responseJSON(response) }
}

function responseJSON(response) {
  const clientDataJSON = text(response.clientDataJSON)
  if ("attestationObject" in response) {
    return { clientDataJSON, attestationObject: text(response.attestationObject), transports: response.getTransports?.() ?? [] }
  }
  return {
    clientDataJSON,
    authenticatorData: text(response.authenticatorData),
    signature: text(response.signature),
    ...(response.userHandle?.byteLength > 0 && { userHandle: text(response.userHandle) }),
  }
}

const descriptors = (list = []) => list.map(each => ({ ...each, id: bytes(each.id) }))

// Base64url without padding.
export function bytes(text) {
  const base64 = text.replaceAll("-", "+").replaceAll("_", "/")
  return Uint8Array.from(atob(base64), character => character.charCodeAt(0))
}

export function text(buffer) {
  const characters = Array.from(new Uint8Array(buffer), byte => String.fromCharCode(byte)).join("")
  return btoa(characters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
}
