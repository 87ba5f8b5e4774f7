/** So long after it began nobody can begin another payment of the same thing, unless this one has ended. */
export const inProcessMinutes = 5

/**
 * The card page takes the form for an hour; this leaves another one for typing. A later approval is held for a person.
 */
export const attemptHours = 2

/** What clocks of two machines may differ by. */
export const clockMinutes = 5

/**
 * Why money that came cannot be taken for what it was begun for: a person decides. `wrong`: what the desk reads;
 * `todo`: what it does about it.
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

/** A reason that is none of these is its own sentence. */
export const holdInWords = (reason: string): { wrong: string; todo: string } =>
  Object.hasOwn(holdReasons, reason)
    ? holdReasons[reason as HoldReason]
    : { ...others, ...(reason === '' ? {} : { wrong: reason }) }
