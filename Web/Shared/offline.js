// Has the service worker keep the page for a time without the network, and says on the page since when it shows what was kept.

import { registeredWorker } from "../Notices/worker.js"
import { h, icon, render } from "./dom.js"
import { followStaleness, staleSince } from "./kept-answers.js"
import { dayAndTime } from "./locale.js"
import { t } from "./messages.js"

const place = h("div.kept-since", { role: "status" })

function show() {
  const since = staleSince()
  render(place, since !== null && h("p.notice.waiting", {}, icon("offline"), h("span", {},
    t("No connection to the server. What you see is from {time}. Nothing is ordered until you are connected and order yourself.",
      { time: dayAndTime(since) }))))
}

function keep() {
  const { serviceWorker } = navigator
  // A browser without service workers shows the page while there is a network.
  if (!serviceWorker) return
  if (serviceWorker.controller === null) serviceWorker.addEventListener("controllerchange", sayWhatIsLoaded, { once: true })
  registeredWorker().catch(() => null)
}

// What was asked for before the worker took over, also when the answer comes later.
function sayWhatIsLoaded() {
  const start = performance.now()
  const observer = new PerformanceObserver(list => {
    const loaded = list.getEntries().filter(({ startTime }) => startTime < start).map(({ name }) => name)
    if (loaded.length > 0) navigator.serviceWorker.controller?.postMessage({ loaded })
  })
  observer.observe({ type: "resource", buffered: true })
}

document.querySelector("main").prepend(place)
followStaleness(show)
// The worker loads the page again, from the browser's own memory: after what the page needs itself.
if (document.readyState === "complete") keep()
else addEventListener("load", keep, { once: true })
