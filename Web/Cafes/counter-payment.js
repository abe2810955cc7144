// Reports to the server that a guest has paid at the counter for an order of a kiosk. payment: "cash" or "terminal".

import { post } from "../Shared/http.js"

export const takePayment = (cafe, order, payment) =>
  post(`/api/v1/cafes/${encodeURIComponent(cafe)}/unpaid-orders/${encodeURIComponent(order)}/payment`, { payment })
