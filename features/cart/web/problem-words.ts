import type { CartItem } from './use-cart.ts'

/** Why a line cannot be ordered as it is, and what to do. */
export const problemInWords = ({ problem, mostInCart }: CartItem): string =>
  ({
    not_offered: 'Not offered any more. Please remove it before you order.',
    no_price: 'There is no price for it in your country, or for so many pupils. Please remove it before you order.',
    enrollment_needed: 'Please enter the number of pupils and students.',
    too_many: `At most ${mostInCart.toLocaleString()} can be in one order.`,
  })[problem!]
