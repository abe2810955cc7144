// What a kiosk asks of the server, in the language of the guest.

import { get, post, put } from "../Shared/http.js"
import { language } from "../Shared/messages.js"
import { quoteRequest } from "./models/basket.js"

const KIOSK = "/api/v1/kiosk"

const inLanguage = path => `${path}?lang=${encodeURIComponent(language())}`
const cafePath = cafe => `/api/v1/cafes/${encodeURIComponent(cafe)}`

// The ways to pay that the server offers here, and whether help is called.
export const loadKiosk = () => get(KIOSK)
export const loadCafe = cafe => get(inLanguage(cafePath(cafe)))
export const loadMenu = cafe => get(inLanguage(`${cafePath(cafe)}/menu`))
export const loadQuote = (cafe, basket) => post(inLanguage(`${cafePath(cafe)}/quote`), quoteRequest(basket))
export const placeOrder = ({ key, body }) => post(inLanguage(`${KIOSK}/orders`), body, { "Idempotency-Key": key })
// Ends an order that is not paid yet.
export const abandonOrder = order => post(`${KIOSK}/orders/${encodeURIComponent(order)}/cancellation`)
export const followOrder = order => get(`/api/v1/followed-orders/${encodeURIComponent(order)}`)
export const callHelp = isWanted => put(`${KIOSK}/help`, { wanted: isWanted })
// Ends the kiosk's session, if the code is right.
export const leaveKiosk = code => post(`${KIOSK}/exit`, { code })

export const followPicture = order => `/api/v1/followed-orders/${encodeURIComponent(order)}/qr-code`
export const paymentPicture = order => `/api/v1/followed-orders/${encodeURIComponent(order)}/payment/qr-code`
