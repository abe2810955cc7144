// The icon of each kind of screen.

export const SCREEN_ICONS = { kitchen: "kitchen", board: "board", kiosk: "basket", entrance: "door" }
