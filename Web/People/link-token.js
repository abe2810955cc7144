// The token of a link stands behind # in the address, so that no server sees it on the way. It leaves the address bar at once and
// lives in this tab until it is used.

import { read, write } from "../Shared/storage.js"

// key: where the tab keeps it. Returns null when there is none.
export function takeLinkToken(key) {
  const shown = location.hash.slice(1)
  if (shown !== "") {
    write(sessionStorage, key, shown)
    history.replaceState(null, "", location.pathname + location.search)
  }
  const token = shown || read(sessionStorage, key)
  return typeof token === "string" && token !== "" ? token : null
}

export const forgetLinkToken = key => write(sessionStorage, key, null)
