import { z } from 'zod'
import type { App } from '#app/app.ts'
import { deskProblem } from '#features/desk/contract.ts'
import { linkPurposes, roleNames, subscriptionTypes } from '#features/desk/rules.ts'
import { dayText } from '#kit/contract.ts'
import { Problem } from '#kit/problem.ts'
import { type Role, roles } from '#kit/roles.ts'
import { formatActor, isAddress } from '#platform/audit/rules.ts'
import { AuditBroken, listAudit, verifyAudit } from '#platform/audit/server/audit.ts'
import { addPerson, makePasswordLink } from './add-person.ts'
import { changePerson, commandLine, endSessionsOf, resetSecondFactor } from './change-person.ts'
import { listLinks, withdrawLink } from './links-list.ts'
import { addOrganisation, showOrganisation } from './organisation.ts'
import { listOrganisations } from './organisations.ts'
import { listPeople } from './people.ts'
import { addSubscription, changeSubscription, listSubscriptions } from './subscriptions.ts'

type Needs = Pick<App, 'db' | 'clock' | 'env' | 'secretKey'> & Partial<Pick<App, 'queue'>>

const text = z.string().min(1).max(200)
const optional = text.optional()
const day = dayText('Write dates like 2027-12-31.')
const page = z.number().int().min(1).max(10_000)
const role = z.enum(roles.filter((each): each is Role => each !== 'visitor'))
const of = <N extends string, S extends z.ZodRawShape>(name: N, shape: S) =>
  z.strictObject({ command: z.literal(`admin ${name}`), ...shape })

/** The commands that the command line sends to the running program. */
export const AdminCommand = z.discriminatedUnion('command', [
  of('users', { text: optional, role: role.optional(), page }),
  of('user add', { email: text, role, organisation: optional, firstName: z.string(), lastName: z.string() }),
  of('user role', { username: text, role }),
  of('user disable', { username: text }),
  of('user enable', { username: text }),
  of('user sign-out', { username: text }),
  of('user reset-second-factor', { username: text }),
  of('user password', { username: text }),
  of('roles', {}),
  of('organisations', { text: optional, page }),
  of('organisation show', { number: text }),
  of('organisation add', {
    name: text,
    number: optional,
    email: text,
    emailDomain: z.string(),
    firstName: z.string(),
    lastName: z.string(),
  }),
  of('subscriptions', { text: optional, page }),
  of('subscription add', {
    number: text,
    type: z.enum(subscriptionTypes),
    product: text,
    name: text,
    from: day,
    until: day,
  }),
  of('subscription change', {
    id: text,
    from: day.optional(),
    until: day.optional(),
    due: z.boolean().optional(),
  }),
  of('links', { text: optional, purpose: z.enum(linkPurposes).optional(), page }),
  of('link withdraw', { id: text }),
  of('audit', { text: optional, number: optional, page }),
  /** `shipped`: path of a file of shipped entries. */
  of('audit verify', { shipped: z.string().optional() }),
])
export type AdminCommand = z.infer<typeof AdminCommand>

export type AdminAnswer = { lines: string[] } | { refused: string }

/** Runs a command with an administrator's rights at the desk; a refusal changes nothing. */
export async function manage(app: Needs, command: AdminCommand): Promise<AdminAnswer> {
  try {
    return { lines: await carryOut(app, command) }
  } catch (error) {
    if (error instanceof AuditBroken) return { refused: error.message }
    if (!(error instanceof Problem)) throw error
    return { refused: error.messages.join(' ') }
  }
}

async function carryOut(app: Needs, command: AdminCommand): Promise<string[]> {
  switch (command.command) {
    case 'admin roles':
      return asTable(Object.entries(roleNames))
    case 'admin users': {
      const { response, totalCount } = await listPeople(app, command)
      return asList(
        totalCount,
        response.map((each) => [
          each.username,
          each.role,
          each.organisation,
          `${each.firstName} ${each.lastName}`.trim(),
          each.disabled ? 'disabled' : each.canSignIn ? 'active' : 'no password yet',
        ]),
      )
    }
    case 'admin user add': {
      const customerId = command.organisation === undefined ? null : await idOfNumber(app, command.organisation)
      const userId = await addPerson(app, commandLine, { ...command, customerId })
      return [`added ${command.email} as ${command.role}`, ...(await passwordLines(app, userId))]
    }
    case 'admin user role': {
      await changePerson(app, commandLine, await idOfUser(app, command.username), { role: command.role })
      return [`${command.username} is ${command.role} now`]
    }
    case 'admin user disable': {
      await changePerson(app, commandLine, await idOfUser(app, command.username), { disabled: true })
      return [`${command.username} is disabled and signed out everywhere`]
    }
    case 'admin user enable': {
      await changePerson(app, commandLine, await idOfUser(app, command.username), { disabled: false })
      return [`${command.username} can sign in again`]
    }
    case 'admin user sign-out': {
      await endSessionsOf(app, commandLine, await idOfUser(app, command.username))
      return [`${command.username} is signed out everywhere`]
    }
    case 'admin user reset-second-factor': {
      await resetSecondFactor(app, commandLine, await idOfUser(app, command.username))
      return [`${command.username} now signs in with the password alone, and is signed out everywhere`]
    }
    case 'admin user password':
      return passwordLines(app, await idOfUser(app, command.username))
    case 'admin organisations': {
      const { response, totalCount } = await listOrganisations(app, command)
      return asList(
        totalCount,
        response.map((each) => [
          each.customerNo,
          each.name,
          each.currentTypes.join(', ') || 'none current',
          each.lastEndDate ?? '',
          `${each.people} ${each.people === 1 ? 'person' : 'people'}`,
        ]),
      )
    }
    case 'admin organisation show':
      return organisationLines(app, command.number)
    case 'admin organisation add': {
      const given = { ...command, ...(command.number === undefined ? {} : { customerNo: command.number }) }
      const { customerNo, userId } = await addOrganisation(app, commandLine, given)
      return [`added ${command.name} with the number ${customerNo}`, ...(await passwordLines(app, userId))]
    }
    case 'admin subscriptions': {
      const { response, totalCount } = await listSubscriptions(app, command)
      return asList(totalCount, response.map(subscriptionCells))
    }
    case 'admin subscription add': {
      const added = await addSubscription(app, commandLine, {
        customerId: await idOfNumber(app, command.number),
        type: command.type,
        productCode: command.product,
        productName: command.name,
        effectiveStartDate: command.from,
        effectiveEndDate: command.until,
      })
      return asTable([subscriptionCells(added)])
    }
    case 'admin subscription change': {
      const changed = await changeSubscription(app, commandLine, {
        subscriptionId: command.id,
        effectiveStartDate: command.from,
        effectiveEndDate: command.until,
        markedDue: command.due,
      })
      return asTable([subscriptionCells(changed)])
    }
    case 'admin links': {
      const { response, totalCount } = await listLinks(app, command)
      return asList(
        totalCount,
        response.map((each) => [
          each.id,
          each.purpose,
          each.state,
          each.organisation,
          each.person,
          `until ${each.expiresDate.slice(0, 16)}Z`,
        ]),
      )
    }
    case 'admin link withdraw': {
      const { purpose } = await withdrawLink(app, commandLine, command.id)
      return [`withdrawn: ${purpose}`]
    }
    case 'admin audit verify': {
      const whole = await verifyAudit(app, command.shipped)
      return [
        `intact: ${whole.entries} entries, ${whole.first} to ${whole.last}, sealed up to ${whole.sealedUpTo}`,
        ...(whole.shipped === undefined ? [] : [`the same as ${whole.shipped} shipped entries`]),
        ...whole.notes,
      ]
    }
    case 'admin audit': {
      const customerId = command.number === undefined ? undefined : await idOfNumber(app, command.number)
      const { response, totalCount } = await listAudit(app.db, { ...command, customerId })
      return asList(
        totalCount,
        response.map((each) => [
          each.happenedDate,
          each.customerName,
          formatActor(each),
          isAddress(each.cameFrom) ? each.cameFrom : '',
          each.action,
          each.subject,
          JSON.stringify(each.before) === '{}' && JSON.stringify(each.after) === '{}'
            ? ''
            : `${JSON.stringify(each.before)} → ${JSON.stringify(each.after)}`,
        ]),
      )
    }
  }
}

async function passwordLines(app: Needs, userId: string): Promise<string[]> {
  if (app.env.oidc) return ['they sign in with the external service, using the same email address']
  const made = await app.db.transaction().execute((tx) => makePasswordLink(app, tx, commandLine, userId))
  return [`one-time link to choose a password, until ${made.expiresAt.toISOString().slice(0, 16)}Z:`, made.address]
}

async function organisationLines(app: Needs, number: string): Promise<string[]> {
  const { response: found } = await showOrganisation(app, await idOfNumber(app, number))
  return [
    `${found.name}, number ${found.customerNo}${found.type ? `, ${found.type}` : ''}${found.emailDomain ? `, ${found.emailDomain}` : ''}`,
    '',
    'people',
    ...asTable(found.people.map((each) => [each.username, each.role, each.disabled ? 'disabled' : 'active'])),
    '',
    'contacts',
    ...asTable(found.contacts.map((each) => [each.name, each.email, each.type])),
    '',
    'subscriptions',
    ...asTable(found.subscriptions.map(subscriptionCells)),
  ]
}

const subscriptionCells = (each: Awaited<ReturnType<typeof addSubscription>>): string[] => [
  each.id,
  each.customerNo,
  each.organisation,
  each.subscriptionType.name,
  each.productCode,
  `${each.effectiveStartDate} to ${each.effectiveEndDate}`,
  each.state + (each.dueForRenewal ? ', due for renewal' : ''),
]

async function idOfUser({ db }: Needs, username: string): Promise<string> {
  const found = await db
    .selectFrom('appUser')
    .where('username', '=', username.trim().toLowerCase())
    .select('id')
    .executeTakeFirst()
  if (!found) throw deskProblem('person_not_found')
  return found.id
}

async function idOfNumber({ db }: Needs, number: string): Promise<string> {
  const found = await db.selectFrom('customer').where('customerNo', '=', number).select('id').executeTakeFirst()
  if (!found) throw deskProblem('organisation_not_found')
  return found.id
}

/** Maximum column width: one long name must not widen every line. */
const widestColumn = 36

/** Aligns columns; control characters in data must not reach the terminal. */
function asTable(rows: string[][]): string[] {
  const clean = rows.map((row) => row.map((cell) => cell.replace(/\p{Cc}/gu, ' ')))
  const widths = (clean[0] ?? []).map((_, at) =>
    Math.min(widestColumn, Math.max(...clean.map((row) => row[at]?.length ?? 0))),
  )
  return clean.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join('  ')
      .trimEnd(),
  )
}

const asList = (total: number, rows: string[][]): string[] => [
  ...asTable(rows),
  rows.length === total ? `${total} in all` : `${rows.length} of ${total}; --page for more`,
]
