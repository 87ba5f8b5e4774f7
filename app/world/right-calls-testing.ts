import type { RightCalls } from './right-call-testing.ts'
import { accountCalls } from './right-calls-account-testing.ts'
import { deskCalls } from './right-calls-desk-testing.ts'
import { schoolCalls } from './right-calls-school-testing.ts'
import { shopCalls } from './right-calls-shop-testing.ts'

/** Every changing call once with valid input, in the world of world-testing.ts. */
export const rightCalls: RightCalls = { ...accountCalls, ...schoolCalls, ...shopCalls, ...deskCalls }
