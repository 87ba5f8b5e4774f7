import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Db } from '#app/app.ts'
import { badSetting, type Env } from '#app/env.ts'
import { clockIn, defaultZone } from '#kit/day.ts'
import { idOfKey, newSecretKey, type SecretKey, secretKeyOf, UnknownSecretKey } from '#kit/server/secret-key.ts'
import { dropUnknown, hasPlainSecrets, keysInUse, sealAgain } from '#kit/server/stored-secret.ts'
import { addSeal } from '#platform/audit/server/seal-audit.ts'
import { sticky } from './data-folder.ts'

type File = Pick<Env, 'secretKeyFile'>

/**
 * Reads the secret key, created at the first start, and encrypts what earlier versions stored in plain text. Throws
 * UnknownSecretKey if the database needs a key that the file lacks.
 */
export async function openSecretKey(env: File, db: Db, warn: (line: string) => void = toScreen): Promise<SecretKey> {
  closeKeyFile(env, warn)
  await checkKeys(env, db)
  if (readKeys(env) === undefined) makeKeyFile(env)
  const secretKey = secretKeyIn(env)
  if (await hasPlainSecrets(db)) await sealAgain({ db, secretKey })
  return secretKey
}

const toScreen = (line: string): void => void process.stderr.write(`${line}\n`)

/**
 * As ssh does: a key that others can replace is refused, and one that others can read is closed to them. Another user's
 * file, such as one mounted by an orchestrator, is theirs to close; access for our group is intended.
 */
function closeKeyFile({ secretKeyFile }: File, warn: (line: string) => void): void {
  const found = statSync(secretKeyFile, { throwIfNoEntry: false })
  if (!process.getuid || !found?.isFile()) return
  const shown = `SECRET_KEY_FILE=${secretKeyFile}`
  if (found.mode & 0o022)
    throw badSetting('SECRET_KEY_FILE', secretKeyFile, 'others can write to it; chmod 600 once you trust what it holds')
  const folder = statSync(dirname(secretKeyFile)).mode
  if (folder & 0o002 && !(folder & sticky))
    throw badSetting('SECRET_KEY_FILE', secretKeyFile, 'everyone can replace it; restrict its folder with chmod 700')
  const isOurs = found.uid === process.getuid()
  if (!(found.mode & (isOurs ? 0o077 : 0o007))) return
  try {
    if (isOurs) chmodSync(secretKeyFile, found.mode & 0o700)
    warn(
      isOurs
        ? `${shown}: other users of this machine could read it; now they cannot. They may have a copy: npm run admin -- keys rotate`
        : `${shown}: other users of this machine can read it, and it belongs to another user, who has to restrict access`,
    )
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    warn(`${shown}: other users of this machine can read it, and access cannot be restricted (${code})`)
  }
}

/** Another process may have changed the file: it is reread if it is newer. */
function secretKeyIn(env: File): SecretKey {
  let read: { at: number; keys: Buffer[] } | undefined
  return secretKeyOf(() => {
    const at = statSync(env.secretKeyFile, { throwIfNoEntry: false })?.mtimeMs
    // If it is deleted under a running program, the keys already read stay in use.
    if (at !== undefined && read?.at !== at) read = { at, keys: readKeys(env) ?? [] }
    return read?.keys ?? []
  }, env.secretKeyFile)
}

/** Throws if something in `db` needs a key that the file lacks. */
const checkKeys = async (env: File, db: Db) =>
  checkKeyIds(env, await keysInUse(db), 'or make new secrets: npm run admin -- keys reset')

/** Throws if one of the keys is not in the file. */
export function checkKeyIds(env: File, needed: readonly string[], advice: string): void {
  const known = (readKeys(env) ?? []).map(idOfKey)
  const unknown = needed.find((id) => !known.includes(id))
  if (unknown === undefined) return
  const found = known.length === 0 ? 'is not there' : `holds ${known.join(', ')}`
  throw new UnknownSecretKey(
    `The database needs the secret key ${unknown}; SECRET_KEY_FILE=${env.secretKeyFile} ${found}. Put the file with that key there, ${advice}`,
  )
}

/**
 * Re-encrypts everything with a new key; the previous one stays in the file until the next rotation, for backups and
 * other machines.
 */
export async function rotateKeys(env: File, db: Db): Promise<{ id: string; secrets: number }> {
  await openSecretKey(env, db)
  const fresh = newSecretKey()
  const [last, ...older] = readKeys(env)!
  replaceKeyFile(env, [fresh, last!, ...older])
  const secrets = await sealAgain({ db, secretKey: secretKeyIn(env) })
  replaceKeyFile(env, [fresh, last!])
  return { id: idOfKey(fresh), secrets }
}

/**
 * Deletes secrets that no key of the file can decrypt; they are recreated when next needed. If the audit log's seal key
 * is among them, a seal records it. Returns how many.
 */
export function dropUnknownSecrets(env: File, db: Db): Promise<number> {
  if (readKeys(env) === undefined) makeKeyFile(env)
  const secretKey = secretKeyIn(env)
  return dropUnknown(db, readKeys(env)!.map(idOfKey), async (tx, names) => {
    if (names.includes('audit_seal')) await addSeal({ tx, secretKey, clock: clockIn(defaultZone) }, 'reset')
  })
}

/** The file's current one first. */
export const idsOfKeys = async (env: File, db: Db): Promise<{ file: string[]; database: string[] }> => ({
  file: (readKeys(env) ?? []).map(idOfKey),
  database: await keysInUse(db),
})

/** For a backup that includes it. */
export const secretKeyText = ({ secretKeyFile }: File): string => readFileSync(secretKeyFile, 'utf8')

/** Appends a backup's keys to the existing ones. */
export function addKeys(env: File, text: string): void {
  const known = readKeys(env) ?? []
  const ids = known.map(idOfKey)
  const more = keysIn(text)?.filter((key) => !ids.includes(idOfKey(key)))
  if (more === undefined) throw new UnknownSecretKey('The secret-key file of the backup is damaged.')
  if (more.length > 0) replaceKeyFile(env, [...known, ...more])
}

/** Undefined if there is no file yet. */
function readKeys({ secretKeyFile }: File): Buffer[] | undefined {
  let text: string
  try {
    text = readFileSync(secretKeyFile, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw badSetting('SECRET_KEY_FILE', secretKeyFile, `cannot be read (${code})`)
  }
  const keys = keysIn(text)
  if (!keys || keys.length === 0)
    throw badSetting('SECRET_KEY_FILE', secretKeyFile, 'must hold a key of 43 letters and digits on each line')
  return keys
}

function keysIn(text: string): Buffer[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  if (!lines.every((line) => /^[\w-]{43}$/.test(line.trim()))) return undefined
  return lines.map((line) => Buffer.from(line.trim(), 'base64url'))
}

const about = '# Opens the secrets in the database. Keep a copy separate from the backups. The first key is in use.\n'
const textOf = (keys: readonly Buffer[]) => about + keys.map((key) => `${key.toString('base64url')}\n`).join('')

/** If two processes start at once, the first one's file is kept. */
function makeKeyFile(env: File): void {
  writeAside(env, [newSecretKey()], (aside) => {
    try {
      linkSync(aside, env.secretKeyFile)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    rmSync(aside)
  })
}

const replaceKeyFile = (env: File, keys: readonly Buffer[]) =>
  writeAside(env, keys, (aside) => renameSync(aside, env.secretKeyFile))

function writeAside({ secretKeyFile }: File, keys: readonly Buffer[], take: (aside: string) => void): void {
  const aside = `${secretKeyFile}.${process.pid}`
  try {
    mkdirSync(dirname(secretKeyFile), { recursive: true, mode: 0o700 })
    writeFileSync(aside, textOf(keys), { mode: 0o600, flush: true })
    take(aside)
  } catch (error) {
    throw badSetting('SECRET_KEY_FILE', secretKeyFile, `cannot be written (${(error as NodeJS.ErrnoException).code})`)
  }
}
