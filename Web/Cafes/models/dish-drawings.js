// The built-in drawings of dishes, by their names in images/dishes.

export const DRAWINGS = [
  "alfajor", "apple-spritz", "breakfast-taco", "brisket-taco", "burger", "cake-slice", "cappuccino", "cheese-roll",
  "chicken-bento", "chili-bowl", "chivito", "cinnamon-bun", "croissant", "curry", "espresso", "filter-coffee",
  "flat-white", "fruit-cup", "grain-bowl", "granola-bowl", "green-tea", "halloumi-burger", "hot-chocolate", "iced-coffee",
  "iced-tea", "latte", "matcha-latte", "mate", "medialuna", "milanesa", "mint-tea", "mushroom-taco",
  "nut-salad", "orange-juice", "pecan-pie", "rice-ball-plum", "rice-ball-tuna", "roasted-tea", "salad", "salmon-bento",
  "sandwich", "scrambled-eggs", "soup", "spinach-tart",
]
