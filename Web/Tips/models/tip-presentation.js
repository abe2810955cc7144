// Decides which tip is shown where, when an appearance begins and ends, and how long it was on screen. It has no page
// and no clock: each input comes with the time in milliseconds and returns the actions to perform, in this order:
//
//   { do: "want", key, tip, isBack }    a popover has a tip and waits: find its anchor, and say `ready` when it is in sight;
//                                   isBack: it was shown a moment ago, and its view was redrawn
//   { do: "show", key, tip }        draw it; again for a surface that shows it already, when its content is new
//   { do: "suspend", key }          take a popover out of sight; its appearance goes on and may be shown again
//   { do: "hide", key }             draw nothing, wait for nothing
//   { do: "appeared" | "onScreen" | "ended" | "closed" | "acted", … }      tell the source: models/tip-source.js
//
// After these reports, ask the source again: `look`.
//
// A surface is a place for a tip: { kind: "inline" | "popover", name }. Inline, an appearance begins when the tip is first in
// sight, not when it is laid out further down; a popover begins when its turn has come and its anchor is in sight.

import { Ending } from "./tip-source.js"

// A surface that is removed and put back within this time, for example by a redraw, was never away (TD2).
export const GRACE = 250 // milliseconds

export class Presentation {
  #surfaces = new Map() // by key, in the order in which they came
  #queue = [] // keys of the waiting popovers
  #resting = new Map() // id of a tip that the person has dismissed → the name under which it was asked for
  #isPageVisible = true

  attach(key, { kind, name, isPresented = true }, now) {
    const known = this.#surfaces.get(key)
    const actions = []
    if (known && known.name !== name) this.#drop(known, now, Ending.left, actions)
    if (known?.name === name && known.kind === kind) {
      Object.assign(known, { detachedAt: null, isReady: false, isPresented })
      // Redrawn by a page that hides it now.
      if (!isPresented) this.#drop(known, now, Ending.withdrawn, actions)
      const tip = known.showing?.tip ?? known.wanted
      if (tip) actions.push({ do: kind === "popover" ? "want" : "show", key, tip, isBack: known.showing !== null })
      return actions
    }
    this.#surfaces.set(key, { key, kind, name, isPresented, isReady: false, detachedAt: null, wanted: null, showing: null })
    return actions
  }

  detach(key, now) {
    const surface = this.#surfaces.get(key)
    if (!surface) return []
    surface.detachedAt = now
    const actions = []
    this.#setReady(surface, false, now, actions)
    return actions
  }

  // Ends the surfaces that have been away for longer than a redraw takes.
  settle(now) {
    const actions = []
    for (const surface of [...this.#surfaces.values()]) {
      if (surface.detachedAt === null || now - surface.detachedAt < GRACE) continue
      this.#drop(surface, now, Ending.left, actions)
      this.#surfaces.delete(surface.key)
    }
    this.#nextPopover(now, actions)
    return actions
  }

  // Asks the source: `current(name)`, `isOver(id)` and `mayStay(id)`. A shown tip stays when another one has become current
  // (TD15), unless it is over or its own rules hold it back (T36).
  look(answers, now) {
    const actions = []
    for (const [id, name] of this.#resting) {
      if (answers.current(name)?.id !== id) this.#resting.delete(id)
    }
    for (const surface of this.#surfaces.values()) {
      if (surface.detachedAt === null) this.#lookAt(surface, answers, now, actions)
    }
    this.#nextPopover(now, actions)
    return actions
  }

  // Whether a person can see the place: the tip itself inline; for a popover its anchor, with room beside it and no dialog
  // over it.
  ready(key, isReady, now) {
    const surface = this.#surfaces.get(key)
    const actions = []
    if (!surface || surface.detachedAt !== null) return actions
    this.#setReady(surface, isReady, now, actions)
    this.#nextPopover(now, actions)
    return actions
  }

  anchorGone(key, now) {
    return this.#ending(key, now, (surface, actions) => {
      surface.isReady = false
      this.#end(surface, now, Ending.anchorGone, actions)
    })
  }

  pageVisible(isVisible, now) {
    const actions = []
    this.#isPageVisible = isVisible
    for (const surface of this.#surfaces.values()) this.#runClock(surface, now, actions)
    this.#nextPopover(now, actions)
    return actions
  }

  // The page hides a tip for a while, or lets it be shown again (T104).
  present(key, isPresented, now) {
    return this.#ending(key, now, (surface, actions) => {
      surface.isPresented = isPresented
      if (!isPresented) this.#drop(surface, now, Ending.withdrawn, actions)
    })
  }

  close(key, now) {
    return this.#ending(key, now, (surface, actions) => {
      if (!surface.showing) return
      const { id } = surface.showing.tip
      this.#resting.set(id, surface.name)
      actions.push({ do: "closed", key, id })
      this.#end(surface, now, Ending.closed, actions)
    })
  }

  dismiss(key, now) {
    return this.#ending(key, now, (surface, actions) => {
      if (!surface.showing) return
      this.#resting.set(surface.showing.tip.id, surface.name)
      this.#end(surface, now, Ending.dismissed, actions)
    })
  }

  act(key, action) {
    const showing = this.#surfaces.get(key)?.showing
    return showing?.tip.actions.some(({ id }) => id === action) ? [{ do: "acted", key, id: showing.tip.id, action }] : []
  }

  // Reports how long each appearance has been on screen so far.
  tick(now) {
    return [...this.#surfaces.values()]
      .filter(({ showing }) => showing?.since != null)
      .map(surface => this.#onScreen(surface, now))
  }

  // The person leaves the page; it may come back from the cache, and then asks again.
  leave(now) {
    const actions = []
    for (const surface of this.#surfaces.values()) this.#drop(surface, now, Ending.left, actions)
    return actions
  }

  #lookAt(surface, answers, now, actions) {
    const { showing, name } = surface
    const tip = answers.current(name)
    if (showing && answers.isOver(showing.tip.id)) {
      this.#end(surface, now, Ending.over, actions)
    } else if (showing?.hasBegun && !answers.mayStay(showing.tip.id)) {
      this.#end(surface, now, Ending.withdrawn, actions)
    } else if (showing?.hasBegun || (showing && tip?.id === showing.tip.id)) {
      if (tip?.id === showing.tip.id && tip !== showing.tip) this.#redraw(surface, tip, actions)
      return
    }
    this.#offer(surface, this.#mayAppear(surface, tip, answers) ? tip : null, actions)
  }

  #mayAppear({ isPresented }, tip, answers) {
    return isPresented && tip !== null && !this.#resting.has(tip.id) && !answers.isOver(tip.id)
  }

  #redraw(surface, tip, actions) {
    surface.showing.tip = tip
    actions.push({ do: surface.showing.isSuspended ? "want" : "show", key: surface.key, tip })
  }

  #offer(surface, tip, actions) {
    const before = surface.showing?.tip ?? surface.wanted
    if (tip === before) return
    Object.assign(surface, { wanted: null, showing: null, isReady: false })
    this.#queue = this.#queue.filter(key => key !== surface.key || tip !== null)
    if (tip === null) {
      actions.push({ do: "hide", key: surface.key })
    } else if (surface.kind === "inline") {
      surface.showing = { tip, hasBegun: false, isSuspended: false, seconds: 0, since: null }
      actions.push({ do: "show", key: surface.key, tip })
    } else {
      surface.wanted = tip
      if (!this.#queue.includes(surface.key)) this.#queue.push(surface.key)
      actions.push({ do: "want", key: surface.key, tip })
    }
  }

  // One popover at a time; a popover out of sight gives way to one that can be seen.
  #nextPopover(now, actions) {
    if (!this.#isPageVisible) return
    const shown = [...this.#surfaces.values()].find(({ kind, showing }) => kind === "popover" && showing)
    const next = this.#queue.map(key => this.#surfaces.get(key)).find(({ isReady, detachedAt }) => isReady && detachedAt === null)
    if (!next || (shown && !shown.showing.isSuspended)) return
    if (shown) this.#end(shown, now, Ending.gaveWay, actions)
    this.#queue = this.#queue.filter(key => key !== next.key)
    next.showing = { tip: next.wanted, hasBegun: false, isSuspended: false, seconds: 0, since: null }
    next.wanted = null
    actions.push({ do: "show", key: next.key, tip: next.showing.tip })
    this.#runClock(next, now, actions)
  }

  #setReady(surface, isReady, now, actions) {
    surface.isReady = isReady
    const { kind, key, showing } = surface
    if (kind === "popover" && showing && showing.isSuspended === isReady) {
      showing.isSuspended = !isReady
      actions.push(isReady ? { do: "show", key, tip: showing.tip } : { do: "suspend", key })
    }
    this.#runClock(surface, now, actions)
  }

  // Begins an appearance at first sight, and stops and starts its clock as it leaves and enters the window.
  #runClock(surface, now, actions) {
    const { showing } = surface
    if (!showing) return
    const isSeen = this.#isPageVisible && surface.isReady
    if (isSeen && !showing.hasBegun) {
      showing.hasBegun = true
      actions.push({ do: "appeared", key: surface.key, id: showing.tip.id, tip: showing.tip })
    }
    if (isSeen && showing.since === null) showing.since = now
    if (isSeen || showing.since === null) return
    this.#stopClock(showing, now)
    actions.push(this.#onScreen(surface, now))
  }

  #stopClock(showing, now) {
    if (showing.since !== null) showing.seconds += Math.max(0, now - showing.since) / 1000
    showing.since = null
  }

  #onScreen({ key, showing }, now) {
    const running = showing.since === null ? 0 : Math.max(0, now - showing.since) / 1000
    return { do: "onScreen", key, id: showing.tip.id, seconds: showing.seconds + running }
  }

  #end(surface, now, how, actions) {
    const { key, showing } = surface
    if (!showing) return
    surface.showing = null
    actions.push({ do: "hide", key })
    if (!showing.hasBegun) return
    this.#stopClock(showing, now)
    actions.push({ do: "ended", key, id: showing.tip.id, seconds: showing.seconds, how })
  }

  // Ends a surface that is shown or waits.
  #drop(surface, now, how, actions) {
    this.#end(surface, now, how, actions)
    this.#queue = this.#queue.filter(key => key !== surface.key)
    if (surface.wanted) actions.push({ do: "hide", key: surface.key })
    surface.wanted = null
  }

  #ending(key, now, act) {
    const surface = this.#surfaces.get(key)
    const actions = []
    if (!surface) return actions
    act(surface, actions)
    this.#nextPopover(now, actions)
    return actions
  }
}
