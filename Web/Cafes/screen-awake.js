// Keeps a screen awake and in full screen, if the browser allows it.

export class ScreenAwake {
  #lock = null
  #abort = null

  connect() {
    this.#abort = new AbortController()
    const { signal } = this.#abort
    document.addEventListener("visibilitychange", () => this.#keep(), { signal })
    this.#keep()
  }

  disconnect() {
    this.#abort.abort()
    this.#lock?.release().catch(() => null)
    this.#lock = null
  }

  // Browsers release the wake lock when the page is hidden.
  async #keep() {
    if (document.visibilityState !== "visible" || !navigator.wakeLock) return
    if (this.#lock && !this.#lock.released) return
    this.#lock = await navigator.wakeLock.request("screen").catch(() => null)
  }
}

export const canFillScreen = () => document.fullscreenEnabled === true

export async function fillScreen() {
  if (document.fullscreenElement) await document.exitFullscreen().catch(() => null)
  else await document.documentElement.requestFullscreen().catch(() => null)
}
