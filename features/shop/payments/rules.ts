/** How long a begun payment blocks another one for the same thing, unless it ends before. */
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
    wrong: 'The card page took another amount than was asked for.',
    todo: 'Compare the amount with the card page’s own list. Give the money back, or accept it where the difference is settled.',
  },
  OTHER_MERCHANT: {
    wrong: 'The money went to another merchant than ours.',
    todo: 'Look into the settings of the card page. Accept it only when the money has arrived on our account.',
  },
  OTHER_CURRENCY: {
    wrong: 'The money came in another currency than was asked for.',
    todo: 'Give the money back on the card page, and ask the school to pay again.',
  },
  TOO_LATE: {
    wrong: 'The result is dated outside the time that the payment had.',
    todo: 'Look for the transaction on the card page. If it is there, accept it.',
  },
  TRANSACTION_USED: {
    wrong: 'The same transaction has paid for something else already.',
    todo: 'One transaction pays once. Nothing is to be given back unless the card page lists the money twice.',
  },
  SECOND_APPROVAL: {
    wrong: 'It was paid already, and the card page signed a second approval.',
    todo: 'Look for both transactions on the card page. If the money is there twice, give the second back.',
  },
  PAID_ALREADY: {
    wrong: 'What it was begun for has been paid meanwhile in another way.',
    todo: 'Give the money back on the card page.',
  },
  ENDED: {
    wrong: 'The order or invoice was cancelled or refunded before the money came.',
    todo: 'Give the money back on the card page.',
  },
} as const
export type HoldReason = keyof typeof holdReasons

const others = { wrong: 'A person must look at this payment.', todo: 'Look for it on the card page before you decide.' }

/** An unknown reason is shown as it is. */
export const holdInWords = (reason: string): { wrong: string; todo: string } =>
  Object.hasOwn(holdReasons, reason)
    ? holdReasons[reason as HoldReason]
    : { ...others, ...(reason === '' ? {} : { wrong: reason }) }
