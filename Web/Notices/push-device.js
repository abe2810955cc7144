// This browser as a device that notices are pushed to: what it can show, switching it on and off, and its repair at each load of
// a page of the signed-in person.

import { bytes, text } from "../People/models/passkey-json.js"
import { beforeSignOut, currentPerson, followPrincipal } from "../People/session.js"
import { get, post, remove } from "../Shared/http.js"
import { t } from "../Shared/messages.js"
import { read, write } from "../Shared/storage.js"
import { deviceAbility } from "./models/device-abilities.js"
import { deviceName } from "./models/device-name.js"
import { neededRepair, registeredName, Repair } from "./models/repair.js"
import { followUnread } from "./unread.js"
import { presentWorker, registeredWorker } from "./worker.js"

export const CHANNELS = "/api/v1/notices/channels"
const LIMIT = 10_000 // milliseconds that the browser may take to subscribe (W80)
const KEPT = "vicinity-push-device" // { person, digest } of the last registration
const REFUSED = "vicinity-push-refused" // true after the person has said no

// The browser's push service did not answer in time, or at all.
export class NoPushService extends Error {}

// server: as GET /api/v1/notices/channels answers. Returns { ability, channel }: an Ability, and this device's channel or null.
export async function presentDevice({ channels, pushKey }) {
  const digest = await digestOf(await presentSubscription())
  const channel = channels.find(each => each.digest && each.digest === digest) ?? null
  return { ability: deviceAbility({ ...facts(), canServerPush: Boolean(pushKey), isSubscribed: channel !== null }), channel }
}

function facts() {
  return {
    isSecure: isSecureContext,
    hasWorkerPush: "serviceWorker" in navigator && "PushManager" in globalThis,
    hasWindowPush: "pushManager" in globalThis,
    permission: globalThis.Notification?.permission ?? null,
    wasRefused: read(localStorage, REFUSED) === true,
    isStandalone: matchMedia("(display-mode: standalone)").matches || navigator.standalone === true,
    program: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints ?? 0,
  }
}

// The person has changed their mind in the browser's settings.
export const forgetRefusal = () => write(localStorage, REFUSED, null)

// To be called by a press only. Asks for the permission, subscribes, and tells the server. server: as for presentDevice; name:
// what the person called this device before, if anything. Returns the channel, or null when the person said no. Throws
// NoPushService, or what http.js throws.
export async function switchOn(server, name = null) {
  const permission = await Notification.requestPermission()
  if (permission === "denied") write(localStorage, REFUSED, true)
  if (permission !== "granted") return null
  forgetRefusal()
  return register(await subscribe(server.pushKey), server, name)
}

// Stops notices to this browser. Throws what http.js throws, except for a channel that is already gone.
export async function switchOff(channel) {
  if (channel) await remove(`${CHANNELS}/${encodeURIComponent(channel)}`)
  await end()
}

async function end() {
  write(localStorage, KEPT, null)
  await (await presentSubscription())?.unsubscribe()
}

// MARK: subscription

// The worker's manager where there are workers, else the window's: declarative push needs no worker (W83).
async function manager({ isMade }) {
  if (!("serviceWorker" in navigator)) return globalThis.pushManager ?? null
  const registration = isMade ? await registeredWorker() : await presentWorker()
  return registration?.pushManager ?? null
}

const presentSubscription = async () => (await (await manager({ isMade: false }))?.getSubscription()) ?? null

// A late answer is not lost: the next page that loads registers it.
async function subscribe(pushKey) {
  const asked = manager({ isMade: true })
    .then(found => found.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(pushKey) }))
  let timer
  const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new NoPushService("no answer in time")), LIMIT) })
  try {
    return await Promise.race([asked, late])
  } catch (error) {
    throw error instanceof NoPushService ? error : new NoPushService(error.message)
  } finally {
    clearTimeout(timer)
  }
}

async function register(subscription, { channels }, name = null) {
  const { endpoint, keys: { p256dh, auth } } = subscription.toJSON()
  const digest = await digestOf(subscription)
  const label = name ?? registeredName({ digest, kept: read(localStorage, KEPT), channels, proposal: deviceName(navigator.userAgent, t("This device")) })
  const channel = await post(CHANNELS, { kind: "push", label, endpoint, p256dh, auth })
  write(localStorage, KEPT, { person: currentPerson()?.id ?? null, digest })
  return channel
}

// As the server lists it: SHA-256 of the endpoint in hexadecimal digits. Null without a subscription.
async function digestOf(subscription) {
  if (!subscription) return null
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(subscription.endpoint))
  return Array.from(new Uint8Array(hash), byte => byte.toString(16).padStart(2, "0")).join("")
}

// MARK: repair

// Quietly: what fails is done at the next load.
async function repair(person) {
  if (facts().permission !== "granted") return
  const [server, subscription] = await Promise.all([get(CHANNELS), presentSubscription()])
  const key = subscription?.options?.applicationServerKey
  const found = neededRepair({
    permission: facts().permission,
    subscription: subscription && { digest: await digestOf(subscription), key: key ? text(key) : null },
    kept: read(localStorage, KEPT),
    person, server,
  })
  switch (found) {
    case Repair.confirm:
    case Repair.register:
      await register(subscription, server)
      break
    case Repair.renew:
      await subscription.unsubscribe()
      await register(await subscribe(server.pushKey), server)
      break
    case Repair.subscribe:
      await register(await subscribe(server.pushKey), server)
      break
    case Repair.end:
      await end()
      break
  }
  if (found !== Repair.nothing) dispatchEvent(new CustomEvent("push-device-repaired", { detail: found }))
}

// Closes what this device shows of notices that were read elsewhere or no longer hold. tag: of one notice; null for all.
export async function closeShown(tag = null) {
  const shown = await (await presentWorker().catch(() => null))?.getNotifications(tag === null ? {} : { tag }) ?? []
  for (const notification of shown) notification.close()
}

// On each page: nothing is unread any more.
followUnread(count => { if (count === 0) closeShown().catch(() => null) })

let looked = null // the person for whom this page has been looked after

followPrincipal(() => {
  const person = currentPerson()?.id ?? null
  if (person === looked) return
  looked = person
  if (person !== null) repair(person).catch(() => null)
})

// After signing out somebody else may use this browser.
beforeSignOut(async () => {
  const kept = read(localStorage, KEPT)
  if (kept === null || kept.person !== currentPerson()?.id) return
  try {
    const { channels } = await get(CHANNELS)
    await switchOff(channels.find(({ digest }) => digest === kept.digest)?.id ?? null)
  } catch {
    await end().catch(() => null)
  }
})
