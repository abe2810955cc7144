// Keeps a page in step with the server's feed: opens the stream, fetches what models/feed.js asks for, and reconnects.

import { Problem } from "../Shared/http.js"
import { FeedMachine, TICK } from "./models/feed.js"

const FEED = "/api/v1/feed"

export class LiveFeed {
  #options
  #machine
  #stream = null
  #ticker = null
  #retry = null
  #isWorking = false
  #isStopped = false

  // topics: names; loadSnapshot: shows everything and returns the snapshot's number, if it has one; loadChanges: shows
  // these changes; beat: called with the server's time; changed: called when the state of the link may have changed;
  // refused: called with a Problem that a retry does not solve; isNumbered: whether the snapshot has a number.
  constructor(options) {
    this.#options = options
    this.#machine = new FeedMachine(performance.now(), { isNumbered: options.isNumbered })
  }

  get state() { return this.#machine.state }
  get isLost() { return this.#machine.isLost }

  // Milliseconds since the link was lost, or null.
  get lostFor() {
    const since = this.#machine.lostSince
    return since === null ? null : performance.now() - since
  }

  // When the link was lost, by the clock of this device, in milliseconds since 1970; or null.
  get lostSince() {
    const { lostFor } = this
    return lostFor === null ? null : Date.now() - lostFor
  }

  start() {
    this.#ticker = setInterval(() => this.#tick(), TICK)
    addEventListener("online", this.#tryAgain)
    this.#proceed()
  }

  stop() {
    this.#isStopped = true
    clearInterval(this.#ticker)
    clearTimeout(this.#retry)
    removeEventListener("online", this.#tryAgain)
    this.#close()
  }

  #tryAgain = () => {
    clearTimeout(this.#retry)
    this.#retry = null
    this.#proceed()
  }

  #tick() {
    const wasLost = this.#machine.isLost
    this.#machine.tick(performance.now())
    if (!wasLost && this.#machine.isLost) this.#restart()
    this.#options.changed()
  }

  // A silent stream may be dead; a new connection shows whether it is.
  #restart() {
    this.#close()
    if (this.#retry === null) this.#proceed()
  }

  async #proceed() {
    if (this.#isWorking || this.#isStopped) return
    this.#isWorking = true
    try {
      for (let work = this.#machine.work; work.kind !== "nothing" && !this.#isStopped; work = this.#machine.work) {
        await this.#perform(work)
      }
      if (!this.#isStopped && this.#machine.mayOpen) this.#open()
    } catch (error) {
      this.#fail(error)
    } finally {
      this.#isWorking = false
      this.#options.changed()
    }
  }

  async #perform(work) {
    if (work.kind === "snapshot") {
      this.#machine.snapshotShown(await this.#options.loadSnapshot())
    } else {
      await this.#options.loadChanges(work.changes)
      this.#machine.changesShown(work.changes)
    }
  }

  #open() {
    if (this.#stream !== null) return
    const query = new URLSearchParams({ topics: this.#options.topics.join(",") })
    if (this.#machine.after !== null) query.set("after", this.#machine.after)
    const stream = new EventSource(`${FEED}?${query}`)
    stream.addEventListener("open", () => {
      this.#machine.opened()
      this.#proceed()
    })
    stream.addEventListener("change", event => {
      this.#machine.change(JSON.parse(event.data), performance.now())
      this.#proceed()
    })
    stream.addEventListener("beat", event => {
      this.#options.beat?.(JSON.parse(event.data).now)
      this.#machine.beat(performance.now())
      this.#options.changed()
    })
    stream.addEventListener("reset", () => {
      this.#close()
      this.#machine.reset(performance.now())
      this.#proceed()
    })
    stream.addEventListener("error", () => this.#fail(null))
    this.#stream = stream
  }

  #close() {
    this.#stream?.close()
    this.#stream = null
  }

  #fail(error) {
    this.#close()
    if (this.#isStopped) return
    if (error instanceof Problem && error.status < 500) return this.#options.refused(error)
    this.#machine.failed()
    clearTimeout(this.#retry)
    this.#retry = setTimeout(this.#probe, this.#machine.delay)
  }

  // A stream does not give the reason for a refusal; a plain request does.
  #probe = async () => {
    this.#retry = null
    try {
      await this.#options.probe()
      this.#proceed()
    } catch (error) {
      this.#fail(error)
    }
  }
}
