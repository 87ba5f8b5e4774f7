/** For the shop: what the cart holds, and putting something into it. */
export { type CartItem, useCart, useCartChange } from './use-cart.ts'
