// Asks a café for the present price of a basket. servingAt: the start of the wanted pickup window, or null.

import { post } from "../Shared/http.js"
import { quoteRequest } from "./models/basket.js"

export const loadQuote = (cafe, basket, servingAt = null) =>
  post(`/api/v1/cafes/${encodeURIComponent(cafe.id)}/quote`, quoteRequest(basket, servingAt))
