import type { HumanAction } from './contract.ts'

/** The order review has one checkbox beside two buttons: its answer is valid for either of them, once. */
const wider: Partial<Record<HumanAction, HumanAction>> = {
  'pay-now': 'order-review',
  'request-invoice': 'order-review',
}

/** Whether an answer for one action may be used for another. */
export const isGoodFor = (solvedFor: unknown, action: HumanAction): boolean =>
  solvedFor === action || (solvedFor !== undefined && solvedFor === wider[action])
