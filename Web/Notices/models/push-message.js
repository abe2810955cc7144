// What the service worker decides: what a push shows, and where a press on it leads. Not a module, because Firefox and Chromium
// both run a service worker without modules: it defines globalThis.pushMessage, for importScripts and for tests.

"use strict" // which keeps the functions below inside the block

{
  const INBOX = "/notices"
  const ICONS = { icon: "/assets/images/icon-192.png", badge: "/assets/images/badge-96.png" }
  // When the content cannot be read: the name of the app, which is the same in each language, and one such notice at a time.
  const UNREADABLE = { title: "Vicinity", options: { ...ICONS, tag: "unreadable", data: { url: INBOX } } }

  // text: the content of a push, or null. shown: the notification with the same tag that shows already, or null. Returns
  // { title, options }: what to show. Every push shows exactly one notification (W76): browsers take the permission away from an
  // app whose pushes show nothing.
  function presentation(text, shown = null) {
    const message = parsed(text)
    if (message === null) return UNREADABLE
    const isNewer = version(message.data) > version(shown?.data)
    if (shown && !isNewer && shown.title) return again(shown)
    return {
      title: message.title,
      options: {
        ...ICONS, ...message.options, data: { ...message.data, url: message.url }, silent: false,
        // The same tag replaces without a sound, unless the meaning has changed (W77).
        renotify: Boolean(shown) && isNewer,
      },
    }
  }

  // The tag of a push; undefined when it cannot be read.
  const tagOf = text => parsed(text)?.options.tag

  // The same push came twice, or an older one came late.
  function again({ title, body, lang, dir, tag, data }) {
    return { title, options: { ...ICONS, body, lang, dir, tag, data, silent: true, renotify: false } }
  }

  // The content of a push, as RFC 8291 has decrypted it, in the declarative form of Web Push (WebKit, 2025).
  function parsed(text) {
    let message
    try {
      message = JSON.parse(text)
    } catch {
      return null
    }
    const { notification } = message ?? {}
    if (typeof notification?.title !== "string" || notification.title === "") return null
    const tag = textOr(notification.tag, "vicinity")
    return {
      title: notification.title,
      url: textOr(notification.navigate, INBOX),
      data: typeof notification.data === "object" && notification.data !== null ? notification.data : {},
      options: {
        body: textOr(notification.body, ""), lang: textOr(notification.lang, ""), tag,
        dir: ["ltr", "rtl"].includes(notification.dir) ? notification.dir : "auto",
      },
    }
  }

  const textOr = (value, other) => (typeof value === "string" && value !== "" ? value : other)
  const version = data => (Number.isInteger(data?.version) ? data.version : 0)

  // Where a press leads (W78). clients: the open windows of this browser, as { url }, the last used first. url: where the notice
  // leads; origin: ours. Returns { focus: client, navigate: url or null } or { open: url }. A window with another page of the
  // app is left alone: somebody may be typing there.
  function whereTo(clients, url, origin) {
    const target = ownAddress(url, origin)
    const pages = clients.filter(client => URL.canParse(client.url) && new URL(client.url).origin === origin)
    const same = pages.find(client => client.url === target.href)
    if (same) return { focus: same, navigate: null }
    const samePage = pages.find(client => new URL(client.url).pathname === target.pathname)
    return samePage ? { focus: samePage, navigate: target.href } : { open: target.href }
  }

  // Nobody outside can make a notice of ours lead elsewhere.
  function ownAddress(url, origin) {
    const target = typeof url === "string" && URL.canParse(url, origin) ? new URL(url, origin) : null
    return target?.origin === origin ? target : new URL(INBOX, origin)
  }

  globalThis.pushMessage = { presentation, tagOf, whereTo, ownAddress }
}
