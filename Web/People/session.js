// Who is signed in, in this browser.

import { clearStoredCafe } from "../Cafes/stored-cafe.js"
import { get, patch, post, remove, Problem, renewCsrfToken, TIME_LIMIT, useCsrfToken } from "../Shared/http.js"
import { isKept } from "../Shared/kept-answers.js"
import { presentChoices } from "./models/preferences.js"
import { storedPreferences, storePreferences } from "./stored-preferences.js"

const SESSION = "/api/v1/session"

let principal = null
let isDemoServer = false
let method = null
const followers = new Set()
const tasks = new Set()

// follower: called after each look with the principal or null, and with whether somebody has signed out.
export function followPrincipal(follower) { followers.add(follower) }

// task: called before the session ends, for what the person still has to send. It must not throw, and may take as long as
// one request.
export function beforeSignOut(task) { tasks.add(task) }

export const currentPrincipal = () => principal
// The person who is signed in; null when nobody is, or a device.
export const currentPerson = () => (principal?.kind === "person" ? principal : null)
// Whether this server is a demo, where nobody has a password. Known after the first look.
export const isDemo = () => isDemoServer
// Whether the person signed in with the provider, so that they may have no password here.
export const cameByProvider = () => method === "provider"
export const hasRole = (...roles) => principal?.roles.some(role => roles.includes(role)) ?? false

// Asks the server; returns null when nobody is signed in.
export async function loadSession() {
  try {
    return accept(await get(SESSION))
  } catch (error) {
    if (error instanceof Problem && error.status === 401) return accept({ principal: null, csrf: null })
    throw error
  }
}

// Whether the server answers, and not the service worker for it.
export async function doesServerAnswer() {
  try {
    await get(SESSION)
  } catch (error) {
    if (!(error instanceof Problem)) return false
  }
  return !isKept(SESSION)
}

// Throws a Problem when somebody else is signed in now, from another tab, or nobody is.
export async function confirmPrincipal(expected) {
  const { principal: present } = await get(SESSION)
  if (!isSame(present, expected)) throw new Problem(403, { code: "forbidden" })
}

const isSame = (present, expected) => present?.kind === expected?.kind && present?.id === expected?.id

// A page that the service worker opened has no token, and another sign-in of the same person has replaced it. Somebody else's
// token is not taken: the person did not mean to act as them.
renewCsrfToken(async () => {
  const session = await get(SESSION).catch(() => null)
  if (!session?.csrf || !isSame(session.principal, principal)) return false
  useCsrfToken(session.csrf)
  return true
})

// choice: { person: id } or { device: id }
export const signIn = async choice => accept(await post(SESSION, choice))

export async function signOut() {
  const isDone = Promise.all([...tasks].map(task => task()))
  await Promise.race([isDone, new Promise(resolve => setTimeout(resolve, TIME_LIMIT))])
  const left = await remove(SESSION)
  // The provider brings the browser back to the sign-in page.
  if (left?.continueAt) location.assign(left.continueAt)
  return leave()
}

// What the person chose for formats, or what this browser remembers of it before the server answers: { locale, preferences }.
export const currentChoices = () => presentChoices(principal, storedPreferences())

// change: as changesOf returns it.
export async function changePreferences(change) {
  const preferences = await patch("/api/v1/preferences", change)
  if (principal) keep({ ...principal, preferences })
  return preferences
}

// What the browser keeps of somebody who has signed out, or whose account has ended.
export function leave() {
  clearStoredCafe()
  storePreferences(null)
  return accept({ principal: null, csrf: null }, true)
}

function keep(present) {
  principal = present
  if (present?.kind === "person") storePreferences(present)
}

function accept(session, hasLeft = false) {
  keep(session.principal && { ...session.principal, preferences: session.preferences ?? {} })
  isDemoServer = session.demo ?? isDemoServer
  method = session.method ?? null
  useCsrfToken(session.csrf)
  for (const follower of followers) follower(principal, hasLeft)
  return principal
}
