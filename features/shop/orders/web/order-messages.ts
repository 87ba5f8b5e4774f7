import { inProcessSentence } from '#features/shop/orders/rules.ts'
import { Problem } from '#kit/problem.ts'
import { isTimeout } from '#kit/web/call.ts'
import { settings } from '#kit/web/settings.ts'

const provider = settings.providerName

/** The specification's messages. */
export const sentences = {
  signIn: 'Please login to view the shopping cart.',
  notYours: 'Sorry you are not authorized to view this order details.',
  failed: `Unable to process your request now, please contact ${provider} customer team.`,
  expired: `Shopping cart has expired. Please go back to ${provider} portal`,
  noItems:
    'There are currently no items in your shopping cart. To continue making purchases, please add items to the shopping cart.',
  gone: 'Unable to retrieve your shopping cart. Either it has been processed or expired. Please check your email for invoices.',
  inProcess: inProcessSentence,
  noPerson: 'Invalid recaptcha response.',
}

/** Codes of failures with a general sentence, in place of which the customer team is named. */
const unexplained = ['unexpected', 'unavailable', 'late', 'empty']

/** Our own message: it is unknown whether the server has done the request. */
export const lost = 'We lost the connection. Please press the button again: you won’t order or pay twice.'

/** The server's codes. */
const cartGone = 'UNABLE_TO_RETRIEVE_CART'
const cartExpired = 'SHOPPING_CART_EXPIRED'

export type Refusal = {
  kind: 'sign-in' | 'not-yours' | 'expired' | 'no-items' | 'gone' | 'in-process' | 'lost' | 'other'
  sentence: string
}

/** Why a cart is not shown, from a reply without one. */
export function refusalOfReply({
  errorCode,
  messages,
}: {
  errorCode?: string | undefined
  messages?: string[] | undefined
}): Refusal {
  if (errorCode === 'CUSTOMER_LOGIN_REQUIRED') return { kind: 'sign-in', sentence: sentences.signIn }
  if (errorCode === 'INVALID_CUSTOMER_ID') return { kind: 'not-yours', sentence: sentences.notYours }
  if (errorCode === cartGone || messages?.[0] === cartGone) return { kind: 'no-items', sentence: sentences.noItems }
  if (errorCode === undefined && messages?.[0]) return { kind: 'other', sentence: messages[0] }
  return { kind: 'other', sentence: sentences.failed }
}

/** Why a cart is not shown, from a failed call. */
export function refusalOnLoad(error: unknown): Refusal {
  const refusal = refusalOnRequest(error)
  return refusal.kind === 'gone' ? { kind: 'no-items', sentence: sentences.noItems } : refusal
}

/** Why no invoice was requested. */
export function refusalOnRequest(error: unknown): Refusal {
  if (!(error instanceof Problem)) return { kind: 'other', sentence: sentences.failed }
  return refusalOfSentence(unexplained.includes(error.code) ? undefined : error.messages[0])
}

export function refusalOfSentence(said: string | undefined): Refusal {
  if (said === cartGone) return { kind: 'gone', sentence: sentences.gone }
  if (said === cartExpired) return { kind: 'expired', sentence: sentences.expired }
  if (said === sentences.inProcess) return { kind: 'in-process', sentence: said }
  return { kind: 'other', sentence: said || sentences.failed }
}

/**
 * Why the card page cannot be reached. An empty reply and one without a form mean the same. Any 400 of Pay Now means that
 * the cart is gone; a server error is not the cart's fault.
 */
export function refusalOnPay(error: unknown): Refusal {
  if (error instanceof Problem && error.code === 'empty') return noPayForm
  if (error instanceof Problem && error.status === 400) return { kind: 'expired', sentence: sentences.expired }
  if (error instanceof Problem && error.status >= 500) return { kind: 'other', sentence: sentences.failed }
  return refusalOnRequest(error)
}

/** The reply has no form for the card page. */
export const noPayForm: Refusal = { kind: 'other', sentence: sentences.noPerson }

/** No reply arrived: the request may have been done. */
export const isLost = (error: unknown): boolean => (error instanceof Problem && error.status === 0) || isTimeout(error)
