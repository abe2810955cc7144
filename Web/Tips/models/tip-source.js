// The interface between the renderer of tips and the engine of tips; a page without tips has `noTips`.
//
// A tip source is an object with these members. All are called in the page's own thread and must not throw; slow work (a
// ledger on disk, a server) must happen in the background.
//
//   current(name)                            The tip that may appear now under a name, or null. A name is a tip's id or a
//                                            group's name; a group returns its current tip (T80, T86). Called often, so it
//                                            must be quick. It returns the same object until the tip's content changes.
//                                            models/tip.js describes a tip.
//   mayStay(id)                              Whether the tip's own rules allow it to be shown. A shown tip leaves when they
//                                            no longer hold, and may come back (T36). It does not leave because its group
//                                            names another tip in the meantime (TD15).
//   isOver(id)                               Whether the tip has been invalidated, for any reason: a shown tip then leaves
//                                            for good. A pending tip is not over.
//   subscribe(changed)                       Calls `changed()` after an answer of the three above may have changed. Returns
//                                            a function that ends this.
//   appeared(id, surface)                    An appearance has begun: it counts as one display (TD2).
//   onScreen(id, surface, seconds)           How long this appearance has been on screen so far, every ten seconds and
//                                            whenever it goes out of sight, so that little is lost when the page is killed
//                                            and a maximum duration can end the tip (TD3).
//   ended(id, surface, seconds, how)         The appearance has ended after so many seconds on screen: an `Ending`.
//   closed(id)                               The person closed the tip: to be invalidated as `tipClosed` (T109). Comes before
//                                            the `ended` of the appearance.
//   acted(id, action)                        The person ran an action, by its id (T105). Does not invalidate (TD5).
//
// `surface` names the place: "inline:closest-cafe", "popover:pickup-window".

// How an appearance ended.
export const Ending = Object.freeze({
  closed: "closed", // by the tip's close control
  dismissed: "dismissed", // by Escape, or by a tap outside a popover: not invalidated (TD4)
  over: "over", // invalidated elsewhere, or by what the person did
  withdrawn: "withdrawn", // the page hides it for a while (T104), or its rules hold no more (T36)
  anchorGone: "anchor-gone", // what the popover explains is not there any more
  gaveWay: "gave-way", // its anchor was out of sight, and another popover was waiting
  left: "left", // the person left the page, or the part of it that the tip was in
})

// The source of a page that has no tips.
export const noTips = Object.freeze({
  current: () => null,
  mayStay: () => false,
  isOver: () => false,
  subscribe: () => () => {},
  appeared() {},
  onScreen() {},
  ended() {},
  closed() {},
  acted() {},
})
