// The interface between the renderer of tips and the engine of tips; a page without tips has `noTips`.
//
// A tip source is an object with these members. All are called in the page's own thread and must not throw; what takes time
// (a ledger on disk, a server) is the source's own business.
//
//   current(name)                            The tip that may appear now under a name, or null. A name is a tip's id, or that
//                                            of a group, which answers with the one of its tips that is current (T80, T86).
//                                            Asked often: it has to be quick. The same tip is the same object as long as its
//                                            content is the same. models/tip.js says what a tip is.
//   mayStay(id)                              Whether the tip's own rules let it be shown. One that is shown leaves when they
//                                            hold no more, and may come back (T36); that its group names another by now is
//                                            no reason (TD15).
//   isOver(id)                               Whether the tip has been invalidated, for whatever reason: a tip that is shown
//                                            leaves then, for good. Only pending is not over.
//   subscribe(changed)                       Calls `changed()` after an answer of the two above may have changed. Returns a
//                                            function that ends this.
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
