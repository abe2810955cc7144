// Who is signed in, in this browser.

import { get, post, remove, Problem, useCsrfToken } from "./http.js"

const SESSION = "/api/v1/session"

let principal = null

export const currentPrincipal = () => principal
export const hasRole = (...roles) => principal?.roles.some(role => roles.includes(role)) ?? false

// Asks the server; answers null when nobody is signed in.
export async function loadSession() {
  try {
    return accept(await get(SESSION))
  } catch (error) {
    if (error instanceof Problem && error.status === 401) return accept({ principal: null, csrf: null })
    throw error
  }
}

// choice: { person: id } or { device: id }
export const signIn = async choice => accept(await post(SESSION, choice))

export async function signOut() {
  await remove(SESSION)
  return accept({ principal: null, csrf: null })
}

function accept(session) {
  principal = session.principal
  useCsrfToken(session.csrf)
  return principal
}
