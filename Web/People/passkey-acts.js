// What pages do with passkeys: each act asks the server for options, then the browser, then the server again. They throw what
// http.js throws, and PasskeyErrors.

import { post } from "../Shared/http.js"
import { explainAccount } from "./explain-account.js"
import { isPasskeyHost } from "./models/passkey-host.js"
import { passkeyProblemSentence, passkeySentence } from "./models/passkey-problems.js"
import { canUsePasskeys, createPasskey, PasskeyError, usePasskey } from "./passkeys.js"
import { signIn } from "./session.js"

const SIGN_IN = "/api/v1/session/passkey-options"
const PASSKEYS = "/api/v1/passkeys"

// Whether this browser makes and uses passkeys at this address.
export const offersPasskeys = () => canUsePasskeys() && isPasskeyHost(location.hostname)

// options: as usePasskey takes them.
export async function signInByPasskey(options) { return signIn({ passkey: await answer(options) }) }

export async function proveByPasskey() { return post("/api/v1/session/proof", { passkey: await answer() }) }

async function answer(options) {
  const asked = await post(SIGN_IN)
  return { request: asked.request, credential: await usePasskey(asked.options, options) }
}

// asked: the server's answer with options. Returns what the server takes as a new passkey.
export const newPasskey = async (asked, name) => ({ name, request: asked.request, credential: await createPasskey(asked.options) })

// Needs a recent proof.
export async function addPasskey(name) { return post(PASSKEYS, await newPasskey(await post(`${PASSKEYS}/options`), name)) }

// Returns null when there is nothing to say. isNew, isProof: as passkeySentence takes them.
export function explainPasskey(error, { isNew = false, isProof = false } = {}) {
  if (error instanceof PasskeyError) return passkeySentence(error.reason, { isNew, isProof })
  return passkeyProblemSentence(error.code, { isNew }) ?? explainAccount(error)
}

// Whether the person closed the browser's dialog, which is no error.
export const isCancelled = error => error instanceof PasskeyError && ["cancelled", "stopped"].includes(error.reason)
