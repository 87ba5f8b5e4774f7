import type { HumanAction } from './contract.ts'

/** The order review has one box beside two buttons: its answer is good for either of them, once. */
const wider: Partial<Record<HumanAction, HumanAction>> = {
  'pay-now': 'order-review',
  'request-invoice': 'order-review',
}

/** Whether what was solved for one action may be used for another. */
export const isGoodFor = (solvedFor: unknown, action: HumanAction): boolean =>
  solvedFor === action || (solvedFor !== undefined && solvedFor === wider[action])
