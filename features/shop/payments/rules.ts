/** How long a payment in progress blocks another one for the same thing, unless it ends before. */
export const inProcessMinutes = 5

/** The card page accepts the form for an hour, plus one hour for typing. A later approval is held for a person. */
export const attemptHours = 2

/** Tolerated clock difference between two machines. */
export const clockMinutes = 5

/**
 * Reasons to hold money for a person's decision. `wrong`: the explanation for the desk; `todo`: what the desk does
 * about it.
 */
export const holdReasons = {
  OTHER_AMOUNT: {
    wrong: 'The amount charged differs from the amount requested.',
    todo: 'Check the amount in the card page’s own list. Refund the money, or accept it once the difference is settled.',
  },
  OTHER_MERCHANT: {
    wrong: 'The money went to a different merchant.',
    todo: 'Check the card page’s settings. Accept the payment only when the money has reached our account.',
  },
  OTHER_CURRENCY: {
    wrong: 'The currency charged differs from the currency requested.',
    todo: 'Refund the money on the card page and ask the school to pay again.',
  },
  TOO_LATE: {
    wrong: 'The result is dated outside the time allowed for the payment.',
    todo: 'Find the transaction on the card page. If it is there, accept it.',
  },
  TRANSACTION_USED: {
    wrong: 'The same transaction has already paid for something else.',
    todo: 'A transaction can pay only once. Refund money only if the card page lists it twice.',
  },
  SECOND_APPROVAL: {
    wrong: 'It was already paid, and the card page signed a second approval.',
    todo: 'Find both transactions on the card page. If the money is there twice, refund the second.',
  },
  PAID_ALREADY: {
    wrong: 'The order or invoice has since been paid another way.',
    todo: 'Refund the money on the card page.',
  },
  ENDED: {
    wrong: 'The order or invoice was cancelled or refunded before the payment arrived.',
    todo: 'Refund the money on the card page.',
  },
} as const
export type HoldReason = keyof typeof holdReasons

const others = { wrong: 'This payment needs your review.', todo: 'Find it on the card page before you decide.' }

/** An unknown reason is shown as it is. */
export const describeHold = (reason: string): { wrong: string; todo: string } =>
  Object.hasOwn(holdReasons, reason)
    ? holdReasons[reason as HoldReason]
    : { ...others, ...(reason === '' ? {} : { wrong: reason }) }
