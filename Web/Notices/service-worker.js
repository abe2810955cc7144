// Shows what the server pushes while no page is open, and opens the right page when it is pressed. It answers no requests of
// pages. What it decides is in models/push-message.js.

"use strict"

importScripts("/assets/Notices/models/push-message.js")

const { presentation, tagOf, whereTo } = globalThis.pushMessage
const API = "/api/v1"

// A new version takes over at once: it keeps nothing that an open page relies on.
addEventListener("install", () => skipWaiting())
addEventListener("activate", event => event.waitUntil(clients.claim()))

addEventListener("push", event => event.waitUntil(show(event.data?.text() ?? null)))
addEventListener("notificationclick", event => {
  event.notification.close()
  event.waitUntil(Promise.all([open(event.notification), markRead(event.notification.data ?? {})]))
})
addEventListener("pushsubscriptionchange", event => event.waitUntil(renew(event)))

async function show(text) {
  const tag = tagOf(text)
  const shown = tag === undefined ? [] : await registration.getNotifications({ tag })
  const { title, options, isWithdrawn } = presentation(text, shown[0] ?? null)
  await registration.showNotification(title, options)
  if (!isWithdrawn) return
  for (const notification of await registration.getNotifications({ tag })) notification.close()
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
