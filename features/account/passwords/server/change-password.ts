import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#app/app.ts'
import type { Caller } from '#kit/server/caller.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { checkLink, type DeadLink, takeLink } from '#platform/links/server/links.ts'
import { enqueueMail } from '#platform/mail/server/mail.ts'
import { profileProblem } from '../../profile/contract.ts'
import { rememberBrowser } from '../../sign-in/server/known-browser.ts'
import { endSessionsOf, renewSession } from '../../sign-in/server/sessions.ts'
import { forgetStrangersTries } from '../../sign-in/server/tries.ts'
import { refuseFormerPassword, refuseWeakPassword, setPassword } from './new-password.ts'
import { personForPassword } from './password-links.ts'
import { changedMail } from './password-mails.ts'
import { hashSecret } from './passwords.ts'

type Needs = Pick<App, 'db' | 'clock' | 'queue' | 'env' | 'log' | 'secretKey'>
type Call = { caller: Caller | null; request: FastifyRequest; reply: FastifyReply }

/** Whether a link still works. A guessed id reveals nothing. */
export async function checkPasswordLink(app: Needs, guid: string): Promise<{ valid: true }> {
  await personOfLink(app, guid)
  return { valid: true }
}

/** Works once per link. Ends the person's other sessions and forgets their known browsers. */
export async function changePassword(
  app: Needs,
  { guid, password }: { guid: string; password: string },
  { caller, request, reply }: Call,
): Promise<{ signedIn: boolean }> {
  const { db, env, clock } = app
  const person = await personOfLink(app, guid)
  const { id: userId, username, email, firstName, lastName, customerId } = person
  await refuseWeakPassword(password, [username, email, firstName, lastName, person.school ?? '', env.providerName])
  await refuseFormerPassword(db, userId, password)
  const passwordHash = await hashSecret(password)
  const own = caller?.userId === userId ? caller.sessionId : undefined
  await db.transaction().execute(async (tx) => {
    const now = clock()
    const link = await takeLink(tx, { purpose: 'change-password', token: guid, now })
    if ('dead' in link) throw deadLink(link.dead)
    await setPassword(tx, { userId, passwordHash, now })
    await endSessionsOf(tx, userId, own)
    await forgetStrangersTries(tx, username)
    await recordAudit(tx, {
      now,
      customerId,
      userId,
      action: 'password_changed',
      subject: `${firstName} ${lastName}`,
    })
    await enqueueMail(app, { to: email, ...changedMail(env, username) }, tx)
  })
  if (own) await renewSession(app, { request, reply })
  await rememberBrowser(app, { request, reply }, username)
  app.log.info({ userId, address: request.ip }, 'password changed')
  return { signedIn: own !== undefined }
}

async function personOfLink(app: Needs, guid: string) {
  const link = await checkLink(app, 'change-password', guid)
  if ('dead' in link) throw deadLink(link.dead)
  const person = link.userId === null ? undefined : await personForPassword(app, app.db, link.userId)
  if (!person) throw deadLink('unknown')
  return person
}

const reasons: Record<DeadLink['dead'], string> = {
  unknown: 'Part of it may be missing, we may have sent you a newer one, or your password has changed since.',
  used: 'It has already been used. Each link works once.',
  expired: 'It has expired. Each link works for one hour.',
}
const deadLink = (why: DeadLink['dead']) => profileProblem('password_link_dead', { messages: [reasons[why]] })
