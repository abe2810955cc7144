// Asks a café for the present price of a basket.

import { post } from "../Shared/http.js"
import { quoteRequest } from "./models/basket.js"

export const loadQuote = (cafe, basket) => post(`/api/v1/cafes/${encodeURIComponent(cafe.id)}/quote`, quoteRequest(basket))
