import type { App, Db } from '#app/app.ts'
import { hashSecret, refuseWeakPassword, setPassword } from '#features/account/server/account.ts'
import type { Input } from '#kit/contract.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { checkLink, type DeadLink, type Link, takeLink } from '#platform/links/server/links.ts'
import { type Invitation, type invitationApi, studentProblem } from '../contract.ts'
import { personName } from './status.ts'

type Part = Pick<App, 'db' | 'clock' | 'env'>

const purposes = ['invite-student', 'invite-person'] as const

/** An outside sign-in service manages passwords itself. */
const passwordNeeded = ({ env }: Pick<App, 'env'>) => !env.oidc

/** Uses nothing up, so mail scanners and reloads do no harm. */
export async function checkInvitation(app: Part, token: string): Promise<{ response: Invitation }> {
  const link = await invitationLink(app, token)
  const found = await app.db
    .selectFrom('appUser')
    .innerJoin('customer', 'customer.id', 'appUser.customerId')
    .where('appUser.id', '=', link.userId!)
    .where('disabledAt', 'is', null)
    .select(['name as organisation', 'firstName', 'lastName', 'username', 'role'])
    .executeTakeFirst()
  if (!found) throw studentProblem('invitation_unknown')
  const inviter = await app.db
    .selectFrom('invitedPerson')
    .innerJoin('appUser', 'appUser.id', 'invitedPerson.invitedBy')
    .where('invitedPerson.userId', '=', link.userId!)
    .select(['firstName', 'lastName'])
    .executeTakeFirst()
  return {
    response: {
      ...found,
      role: found.role as Invitation['role'],
      invitedBy: inviter ? `${inviter.firstName} ${inviter.lastName}`.trim() : '',
      passwordNeeded: passwordNeeded(app),
      expiresDate: link.expiresAt.toISOString(),
    },
  }
}

async function invitationLink(app: Part, token: string): Promise<Link> {
  let dead: DeadLink['dead'] = 'unknown'
  for (const purpose of purposes) {
    const link = await checkLink(app, purpose, token)
    if (!('dead' in link)) return link
    if (link.dead !== 'unknown') dead = link.dead
  }
  throw refusal(dead)
}

const refusal = (dead: DeadLink['dead']) => studentProblem(`invitation_${dead}`)

/** Uses the link up in the commit that opens the account; a refused password leaves it valid. */
export async function acceptInvitation(
  app: Part,
  { id: token, password }: Input<typeof invitationApi.acceptInvitation>,
): Promise<{ response: { username: string } }> {
  const { purpose, userId } = await invitationLink(app, token)
  if (passwordNeeded(app) && !password)
    throw studentProblem('password_needed', { errors: { password: ['Please enter a password'] } })
  const setPassword = passwordNeeded(app) ? await readyPassword(app, userId!, password!) : undefined
  const username = await app.db.transaction().execute(async (tx) => {
    const now = app.clock()
    const link = await takeLink(tx, { purpose, token, now })
    if ('dead' in link) throw refusal(link.dead)
    const person = await tx
      .selectFrom('appUser')
      .where('id', '=', link.userId!)
      .where('disabledAt', 'is', null)
      .select(['id', 'username', 'customerId', 'firstName', 'lastName', 'email'])
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!person) throw studentProblem('invitation_unknown')
    await setPassword?.(tx)
    await tx.updateTable('invitedPerson').set({ acceptedAt: now }).where('userId', '=', person.id).execute()
    await recordAudit(tx, {
      now,
      customerId: person.customerId,
      userId: person.id,
      action: 'invitation_accepted',
      subject: personName(person),
    })
    return person.username
  })
  return { response: { username } }
}

/** Refuses a weak password; returns a function that sets it in a transaction. */
async function readyPassword(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  userId: string,
  password: string,
): Promise<(tx: Db) => Promise<void>> {
  const { username, firstName, lastName, name } = await db
    .selectFrom('appUser')
    .innerJoin('customer', 'customer.id', 'appUser.customerId')
    .where('appUser.id', '=', userId)
    .select(['username', 'firstName', 'lastName', 'name'])
    .executeTakeFirstOrThrow()
  await refuseWeakPassword(password, [username, firstName, lastName, name])
  const passwordHash = await hashSecret(password)
  return (tx) => setPassword(tx, { userId, passwordHash, now: clock() })
}
