import { resolve } from 'node:path'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import type { AdminAnswer, AdminCommand } from '#features/desk/server/admin-commands.ts'
import type { RosterAnswer, RosterCommand } from '#features/school/roster/server/roster-command.ts'
import { clockIn } from '#kit/day.ts'
import { mapOf } from '#kit/map-of.ts'
import { plainReason, sentenceOn } from '#kit/server/plain-reason.ts'
import { askPortal } from './command-ask.ts'
import { commandEnv, mainOf, runIfStarted } from './command-main.ts'
import { commandIo, printLine, printNotice } from './print-line.ts'
import { readRosterFiles } from './roster-files.ts'

const usage = `npm run admin -- COMMAND

  users [TEXT] [--role ROLE]            people of all organisations and the provider's own
  user add EMAIL --role ROLE            adds a person and prints a link to choose a password
       [--organisation NUMBER] [--first-name NAME] [--last-name NAME]
  user role USERNAME ROLE               changes the role
  user disable|enable USERNAME          disables the account and ends its sessions, or enables it
  user password USERNAME                prints a link to choose a new password
  user sign-out USERNAME                ends all sessions
  user reset-second-factor USERNAME     removes authenticator app, recovery codes and passkeys
  roles                                 the roles

  organisations [TEXT]                  all organisations with their subscriptions
  organisation show NUMBER              one organisation in detail
  organisation add NAME --email EMAIL   adds an organisation with its primary contact
       [--number NUMBER] [--email-domain DOMAIN] [--first-name NAME] [--last-name NAME]

  subscriptions [TEXT]
  subscription add NUMBER --type TYPE --product CODE --name NAME --from DAY --until DAY
  subscription change ID [--from DAY] [--until DAY] [--due true|false]

  links [TEXT] [--purpose PURPOSE]      one-time links
  link withdraw ID
  audit [TEXT] [--organisation NUMBER]  the audit log
  audit --verify [--shipped FILE]       checks that no entry was changed or left out; the file has shipped entries

  roster preview NUMBER FILE…           shows which students a OneRoster zip (or its CSV files or their folder)
       [--school SOURCED-ID]            would add, change and remove
  roster apply NUMBER FILE…             makes these changes; emails nobody
       [--school SOURCED-ID] [--confirm-leavers]

  --page N                              a page of any list

  backup DIR                            writes all data to an empty folder
       [--with-secret-key]              with the key that opens its secrets
  restore DIR                           replaces all data with a backup
       [--identity FILE]                age identity, for an encrypted backup
       [--new-secrets]                  creates new secrets if their key is lost;
                                        second factors have to be set up again
  restore DIR --check                   only checks that the backup is complete

  keys                                  ids of the secret keys in SECRET_KEY_FILE and the database
  keys rotate                           encrypts the secrets with a new key
  keys reset                            creates new secrets in place of those whose key is lost

To add the first administrator: npm run admin -- user add you@example.org --role administrator
The portal can be running or stopped.
`

const seeUsage = 'All commands: npm run admin -- help\n'

/** Each command loads only its own libraries: loading all takes longer than most commands. */
async function run(given: string[]): Promise<number> {
  if (given.length === 0 || ['--help', '-h', 'help'].some((each) => given.includes(each))) {
    commandIo().stdout.write(usage)
    return given.length === 0 ? 2 : 0
  }
  if (given[0] === 'backup' || given[0] === 'restore') return keepAway(given)
  if (given[0] === 'keys') return manageKeys(given.slice(1))
  if (given[0] === 'roster') return takeRoster(given.slice(1))
  const command = await readCommand(given)
  if (typeof command === 'string') {
    printNotice(command)
    commandIo().stderr.write(seeUsage)
    return 2
  }
  const env = commandEnv()
  const answer = await askPortal<AdminAnswer>(env, command, async (db) => {
    const { openSecretKey } = await import('#operate/secret-key-file.ts')
    const { manage } = await import('#features/desk/server/admin-commands.ts')
    return manage(
      { db, env, secretKey: await openSecretKey(env, db, printNotice), clock: clockIn(env.timeZone) },
      command,
    )
  })
  if ('refused' in answer) {
    printNotice(answer.refused)
    return 1
  }
  for (const line of answer.lines) printLine(line)
  return 0
}

const optionsAway = {
  backup: { 'with-secret-key': { type: 'boolean' } },
  restore: { check: { type: 'boolean' }, identity: { type: 'string' }, 'new-secrets': { type: 'boolean' } },
} as const

async function keepAway([command, ...args]: string[]): Promise<number> {
  const isBackup = command === 'backup'
  const given = parsedOrRefused(args, isBackup ? optionsAway.backup : optionsAway.restore)
  const [folder, ...more] = typeof given === 'string' ? [] : given.positionals
  if (typeof given === 'string' || folder === undefined || more.length > 0) {
    const refused =
      typeof given === 'string' ? given : `${command}: needs one folder, for example ${command} /mnt/backups/monday`
    printNotice(refused)
    commandIo().stderr.write(seeUsage)
    return 2
  }
  const { check, identity, ...values } = given.values as Record<string, string | boolean | undefined>
  if (isBackup) {
    const { backUp } = await import('#operate/backup-cli.ts')
    return backUp(commandEnv(), folder, { withSecretKey: values['with-secret-key'] === true })
  }
  const { restore } = await import('#operate/restore-cli.ts')
  return restore(commandEnv(), folder, {
    check: check === true,
    identity: typeof identity === 'string' ? identity : undefined,
    newSecrets: values['new-secrets'] === true,
  })
}

function parsedOrRefused(args: string[], options: ParseArgsOptionsConfig) {
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    return (error as Error).message.split('. ')[0]!
  }
}

async function manageKeys(given: string[]): Promise<number> {
  const { carryOutKeys, KeysCommand } = await import('#operate/keys-command.ts')
  const command = KeysCommand.safeParse({ command: ['keys', ...given].join(' ') })
  if (!command.success) {
    printNotice(`There is no command “keys ${given.join(' ')}”.`)
    commandIo().stderr.write(seeUsage)
    return 2
  }
  const env = commandEnv()
  const { lines } = await askPortal<{ lines: string[] }>(env, command.data, (db) =>
    carryOutKeys({ env, db, clock: clockIn(env.timeZone) }, command.data),
  )
  for (const line of lines) printLine(line)
  return 0
}

const rosterOptions = { school: { type: 'string' }, 'confirm-leavers': { type: 'boolean' } } as const

async function takeRoster(given: string[]): Promise<number> {
  const read = parsedOrRefused(given, rosterOptions)
  const [second = '', number, ...paths] = typeof read === 'string' ? [] : read.positionals
  if (typeof read === 'string' || !/^(preview|apply)$/.test(second) || number === undefined || paths.length === 0) {
    printNotice(typeof read === 'string' ? read : 'roster: for example, roster preview 10001 roster.zip')
    commandIo().stderr.write(seeUsage)
    return 2
  }
  const { school, 'confirm-leavers': confirmLeavers = false } = read.values
  const files = readRosterFiles(paths)
  if (typeof files === 'string') {
    printNotice(files)
    return 1
  }
  const command = { command: `roster ${second}`, number, files, school, confirmLeavers } as RosterCommand
  const env = commandEnv()
  const answer = await askPortal<RosterAnswer>(env, command, async (db) => {
    const { carryOutRoster } = await import('#features/school/roster/server/roster-command.ts')
    return carryOutRoster({ db, clock: clockIn(env.timeZone) }, command)
  })
  if ('refused' in answer) {
    for (const line of answer.refused.split('\n')) printNotice(line)
    return 1
  }
  for (const line of answer.lines) printLine(line)
  return 0
}

const option = { type: 'string' } as const
const options = {
  role: option,
  organisation: option,
  'first-name': option,
  'last-name': option,
  email: option,
  'email-domain': option,
  number: option,
  type: option,
  product: option,
  name: option,
  from: option,
  until: option,
  due: option,
  purpose: option,
  page: option,
  shipped: option,
  verify: { type: 'boolean' },
} as const

/** The command, or why it is wrong, as a sentence. */
async function readCommand(given: string[]): Promise<AdminCommand | string> {
  const read = parsedOrRefused(given, options)
  if (typeof read === 'string') return read
  const { positionals } = read
  const values = read.values as Values
  const [first = '', ...rest] = positionals
  const single = /^(user|organisation|subscription|link)$/.test(first)
  const second = single ? (rest.shift() ?? '') : first === 'audit' && values.verify ? 'verify' : ''
  const name = `${first} ${second}`.trim()
  const parsed = membersOf(name, rest, values)
  if (!parsed) return `There is no command “${name}”.`
  if (rest.length > parsed.taken)
    return `“${rest[parsed.taken]}” is one word too many. Put names with spaces in quotes.`
  const known = Object.entries(parsed.members).filter(([, value]) => value !== undefined)
  const { AdminCommand } = await import('#features/desk/server/admin-commands.ts')
  const command = AdminCommand.safeParse(
    { command: `admin ${name}`, ...Object.fromEntries(known) },
    { error: plainReason },
  )
  if (command.success) return command.data
  const [issue] = command.error.issues
  return sentenceOn(String(issue?.path[0] ?? 'command'), issue?.message ?? '')
}

const yesOrNo = mapOf<boolean | undefined>({ true: true, false: false })

type Values = { [name in Exclude<keyof typeof options, 'verify'>]?: string } & { verify?: boolean }

/** A command's arguments: `taken` words after its name, and its options. */
function membersOf(
  name: string,
  [word, second]: string[],
  values: Values,
): { taken: number; members: Record<string, unknown> } | undefined {
  const page = values.page === undefined ? 1 : Number(values.page)
  const person = { firstName: values['first-name'] ?? '', lastName: values['last-name'] ?? '' }
  const { role, organisation, number, email, type, product, from, until, due, purpose } = values
  switch (name) {
    case 'users':
      return { taken: 1, members: { text: word, role, page } }
    case 'user add':
      return { taken: 1, members: { email: word, role, organisation, ...person } }
    case 'user role':
      return { taken: 2, members: { username: word, role: second } }
    case 'user disable':
    case 'user enable':
    case 'user password':
    case 'user sign-out':
    case 'user reset-second-factor':
      return { taken: 1, members: { username: word } }
    case 'roles':
      return { taken: 0, members: {} }
    case 'organisations':
    case 'subscriptions':
      return { taken: 1, members: { text: word, page } }
    case 'organisation show':
      return { taken: 1, members: { number: word } }
    case 'organisation add':
      return { taken: 1, members: { name: word, number, email, emailDomain: values['email-domain'] ?? '', ...person } }
    case 'subscription add':
      return { taken: 1, members: { number: word, type, product, name: values.name, from, until } }
    case 'subscription change':
      return { taken: 1, members: { id: word, from, until, due: yesOrNo.get(due ?? '') ?? due } }
    case 'links':
      return { taken: 1, members: { text: word, purpose, page } }
    case 'link withdraw':
      return { taken: 1, members: { id: word } }
    case 'audit verify':
      return { taken: 0, members: { shipped: values.shipped && resolve(values.shipped) } }
    case 'audit':
      return { taken: 1, members: { text: word, number: organisation, page } }
    default:
      return undefined
  }
}

export const main = mainOf(run)

await runIfStarted(process.argv[1], import.meta.filename, main)
