// Shows what the server pushes while no page is open, and opens the right page when it is pressed. Opens the order page without the
// network, as it was when the server last answered. It sends nothing by itself, at no time. What it decides is in
// models/push-message.js and Shared/models/kept-requests.js.

"use strict"

importScripts("/assets/Notices/models/push-message.js", "/assets/Shared/models/kept-requests.js")

const { presentation, tagOf, whereTo } = globalThis.pushMessage
const { kindOf, showsKept, filesOf, isAway, kept, personOf, SESSION, STORED_AT } = globalThis.keptRequests
const API = "/api/v1"
const VERSION = "{{#version}}" // the server writes the version of the pages here, so that the browser takes a new worker with it
const FILES = `files-${VERSION}` // the order page and what it loads
const ANSWERS = "answers" // what the server said last to the person who is signed in
const PAGE = "/order"
const PATIENCE = 4_000 // milliseconds after which something kept is shown, although an answer may still come

// A new version takes over at once. A page that is open keeps its basket, which is not here but in the browser's storage.
addEventListener("install", event => {
  skipWaiting()
  event.waitUntil(keepPage().catch(() => null)) // pushes come without the page too
})
addEventListener("activate", event => event.waitUntil(Promise.all([clients.claim(), forgetEarlierVersions()])))

// The first page that has the worker has loaded everything before it: the worker asks again for what it keeps of that.
addEventListener("message", event => event.waitUntil(keepLoaded(event.data?.loaded ?? []).catch(() => null)))

addEventListener("fetch", event => {
  const { request } = event
  switch (kindOf(request, location.origin, VERSION)) {
    case "file": return event.respondWith(file(request))
    case "page": return event.respondWith(page(event))
    case "answer": return event.respondWith(answer(event))
    case "session": return event.respondWith(sessionChange(request))
  }
})

addEventListener("push", event => event.waitUntil(show(event.data?.text() ?? null)))
addEventListener("notificationclick", event => {
  event.notification.close()
  event.waitUntil(Promise.all([open(event.notification), markRead(event.notification.data ?? {})]))
})
addEventListener("pushsubscriptionchange", event => event.waitUntil(renew(event)))

async function show(text) {
  const tag = tagOf(text)
  const shown = tag === undefined ? [] : await registration.getNotifications({ tag })
  const { title, options } = presentation(text, shown[0] ?? null)
  await registration.showNotification(title, options)
}

async function open({ data }) {
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true })
  const { focus = null, navigate = null, open = null } = whereTo(windows, data?.url, location.origin)
  if (focus === null) return clients.openWindow(open)
  const client = await focus.focus()
  if (navigate !== null) await client.navigate(navigate)
}

// The notice counts as read on the person's other devices too. Without an answer it stays unread.
async function markRead({ notice, version }) {
  if (typeof notice !== "string") return
  await send("POST", `${API}/notices/${encodeURIComponent(notice)}/read?version=${encodeURIComponent(version)}`).catch(() => null)
}

// The browser has replaced the subscription. Without an answer the next page that loads repairs it (push-device.js).
async function renew({ oldSubscription, newSubscription }) {
  const key = oldSubscription?.options.applicationServerKey
  const subscription = newSubscription ?? (key && await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
  if (!subscription) return
  const { endpoint, keys: { p256dh, auth } } = subscription.toJSON()
  await send("POST", `${API}/notices/channels`, { kind: "push", endpoint, p256dh, auth }).catch(() => null)
}

// Throws when the server does not answer, or nobody is signed in any more.
async function send(method, path, body) {
  const session = await fetch(`${API}/session`, { headers: { Accept: "application/json" } })
  if (!session.ok) throw new Error(`Status ${session.status}`)
  const { csrf } = await session.json()
  const headers = { Accept: "application/json", "Content-Type": "application/json", "X-CSRF-Token": csrf }
  await fetch(path, { method, headers, body: JSON.stringify(body ?? {}) })
}

// MARK: without the network

async function keepPage() {
  const cache = await caches.open(FILES)
  const answer = await fetch(PAGE, { cache: "no-cache" })
  if (!answer.ok) return
  const files = filesOf(await answer.clone().text())
  await Promise.all([cache.put(PAGE, answer), ...files.map(address => cache.add(address))])
}

async function keepLoaded(addresses) {
  const [cache, files] = [await caches.open(ANSWERS), await caches.open(FILES)]
  for (const url of new Set(addresses)) {
    const kind = kindOf({ method: "GET", url, mode: "cors" }, location.origin, VERSION)
    // What the page loads later than its head says, such as the core; it is in the browser's own memory.
    if (kind === "file" && !(await files.match(url))) await files.add(url)
    if (kind !== "answer") continue
    const answer = await fetch(url, { headers: { Accept: "application/json" } })
    const { pathname, search } = new URL(url)
    if (answer.ok) await keep(cache, pathname + search, answer)
  }
}

async function forgetEarlierVersions() {
  const earlier = (await caches.keys()).filter(name => name !== FILES && name !== ANSWERS)
  await Promise.all(earlier.map(name => caches.delete(name)))
}

// A file of this version never changes.
async function file(request) {
  const cache = await caches.open(FILES)
  const found = await cache.match(request.url)
  if (found) return found
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request.url, answer.clone())
  return answer
}

async function page(event) {
  const cache = await caches.open(FILES)
  const found = await cache.match(PAGE)
  const answer = await answerOr(found, () => fetch(event.request))
  // Another version of the page belongs to another worker, which keeps it.
  if (answer !== found && answer.ok && (await answer.clone().text()).includes(`/assets/${VERSION}/`)) {
    event.waitUntil(cache.put(PAGE, answer.clone()))
  }
  return answer
}

async function answer({ request, clientId }) {
  const client = await clients.get(clientId)
  if (!showsKept(client?.url)) return fetch(request)
  const cache = await caches.open(ANSWERS)
  const { pathname, search } = new URL(request.url)
  const found = await cache.match(pathname + search)
  const answer = await answerOr(found, () => fetch(request))
  if (answer === found) return found
  if (pathname === SESSION) await forgetOthers(cache, answer)
  if (answer.ok) await keep(cache, pathname + search, answer.clone())
  else if (answer.status === 304 && found) await keep(cache, pathname + search, found)
  return answer
}

// What the server answers; what is kept when it does not answer, or not in time. Throws when nothing is kept.
async function answerOr(found, ask) {
  if (!found) return ask()
  const tooLate = new Promise(resolve => setTimeout(() => resolve(found), PATIENCE))
  const asked = ask().then(answer => (isAway(answer.status) ? found : answer), () => found)
  return Promise.race([asked, tooLate])
}

async function keep(cache, address, answer) {
  const headers = { "Content-Type": answer.headers.get("Content-Type") ?? "", [STORED_AT]: String(Date.now()) }
  const tag = answer.headers.get("ETag")
  if (tag) headers.ETag = tag
  await cache.put(address, new Response(kept(address, await answer.text()), { headers }))
}

// Somebody else is signed in now, or nobody: what is kept is not theirs.
async function forgetOthers(cache, answer) {
  const found = await cache.match(SESSION)
  const before = found ? personOf(await found.text()) : null
  const present = answer.ok ? personOf(await answer.clone().text()) : null
  if (answer.status === 401 || (found && answer.ok && before !== present)) await forgetAnswers(cache)
}

async function forgetAnswers(cache) {
  for (const key of await cache.keys()) await cache.delete(key)
}

async function sessionChange(request) {
  const answer = await fetch(request)
  if (answer.ok) await forgetAnswers(await caches.open(ANSWERS))
  return answer
}
