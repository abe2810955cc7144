// Makes and uses passkeys in this browser; passkey-acts.js asks the server. Options come from the server and answers go to it, both as JSON.
//
// A browser shows one request at a time: a new one stops the one before it, so that a button works while autofill waits.

import { creationOptions, credentialJSON, requestOptions } from "./models/passkey-json.js"
import { passkeyReason } from "./models/passkey-problems.js"

// reason: see models/passkey-problems.js, which has a sentence for each.
export class PasskeyError extends Error {
  constructor(reason, cause) {
    super(reason, { cause })
    this.reason = reason
  }
}

const STOP_LIMIT = 500 // milliseconds for a stopped request to end

let running = null

export const canUsePasskeys = () =>
  globalThis.isSecureContext !== false && "PublicKeyCredential" in globalThis && Boolean(globalThis.navigator?.credentials?.create)

// Whether the browser offers passkeys in the list below a field with autocomplete="username webauthn".
export async function canAutofill() {
  try {
    return canUsePasskeys() && await PublicKeyCredential.isConditionalMediationAvailable?.() === true
  } catch {
    return false
  }
}

// options: PublicKeyCredentialCreationOptionsJSON. Returns the answer for the server; throws a PasskeyError.
export const createPasskey = (options, { signal } = {}) => request(signal, own => navigator.credentials.create({
  publicKey: parsed("parseCreationOptionsFromJSON", creationOptions, options), signal: own,
}))

// options: PublicKeyCredentialRequestOptionsJSON. isAutofill: waits, without a dialog, until the person chooses a passkey in a field;
// only where canAutofill(). Returns the answer for the server; throws a PasskeyError.
export const usePasskey = (options, { signal, isAutofill = false } = {}) => request(signal, own => navigator.credentials.get({
  publicKey: parsed("parseRequestOptionsFromJSON", requestOptions, options), signal: own, ...(isAutofill && { mediation: "conditional" }),
}))

async function request(signal, start) {
  if (!canUsePasskeys()) throw new PasskeyError("not-supported")
  const before = running
  const controller = new AbortController()
  let end
  running = { controller, ended: new Promise(resolve => { end = resolve }) }
  const stop = () => controller.abort()
  signal?.addEventListener("abort", stop)
  if (signal?.aborted) stop()
  try {
    if (before) {
      before.controller.abort()
      // Some browsers refuse a request as long as the stopped one has not ended; an extension may never end it.
      await Promise.race([before.ended, new Promise(resolve => setTimeout(resolve, STOP_LIMIT))])
    }
    controller.signal.throwIfAborted()
    return written(await start(controller.signal))
  } catch (error) {
    throw error instanceof PasskeyError ? error : new PasskeyError(passkeyReason(error), error)
  } finally {
    signal?.removeEventListener("abort", stop)
    if (running?.controller === controller) running = null
    end()
  }
}

function parsed(method, fallback, options) {
  const parse = PublicKeyCredential[method]
  return parse ? parse.call(PublicKeyCredential, options) : fallback(options)
}

// Extensions that keep passkeys put their own objects in the place of the browser's, and the method of some throws.
function written(credential) {
  if (credential === null) throw new PasskeyError("cancelled")
  try {
    return credential.toJSON?.() ?? credentialJSON(credential)
  } catch {
    return credentialJSON(credential)
  }
}
