import { problemOf } from '#kit/web/fetch-json.ts'
import { sendRequest } from '../../web/send-request.ts'
import { dropCodes, isWaiting, markCodes, type WaitingCodes, waitingCodes } from './waiting-codes.ts'

/** For a failure that may pass: no network, a session without its second factor or ended, a busy or failing server. */
const mayPass = (status: number, code: string) =>
  status === 0 || status === 429 || status >= 500 || code === 'sign_in_required' || code === 'second_factor_needed'

/**
 * Sends the codes that wait, in order, and returns those that the server now has, with their request. Stops at a failure
 * that may pass; what the server refuses stays, with its reason.
 */
export async function sendWaiting(owner: string): Promise<{ codes: WaitingCodes; id: string }[]> {
  const sent: { codes: WaitingCodes; id: string }[] = []
  for (const { key } of waitingCodes(owner)) {
    // While others were sent, it may have been edited or deleted.
    const codes = waitingCodes(owner).find((each) => each.key === key)
    if (!codes || !isWaiting(codes)) continue
    const { identities, name, content, chosen } = codes
    markCodes(owner, key, { unsure: true })
    try {
      const reply = await sendRequest(identities, name, { content, chosen, idempotencyKey: key, askToSignIn: false })
      // The server may have it: the key tells, next time.
      if (reply === 'unanswered') break
      dropCodes(owner, key)
      sent.push({ codes, id: reply.id })
    } catch (error) {
      const { status, code, messages } = problemOf(error)
      markCodes(owner, key, { unsure: false })
      if (mayPass(status, code)) break
      markCodes(owner, key, { refused: messages[0]! })
    }
  }
  return sent
}
