import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ReadableStream as NodeStream } from 'node:stream/web'
import type { Decrypter, Encrypter } from 'age-encryption'

/** An unusable backup, or an unwritable folder; one sentence for the operator. */
export class BackupRefused extends Error {}

/**
 * A backup's location. `age` is set if its files are encrypted, each separately, in the format of the program `age`.
 */
export type BackupFolder = { path: string; age?: { encrypt?: Encrypter; decrypt?: Decrypter } | undefined }

/** `recipients`: as in age1…; none: no encryption. Throws BackupRefused if one is invalid. */
export async function newBackup(path: string, recipients: readonly string[]): Promise<BackupFolder> {
  if (recipients.length === 0) return { path }
  const { Encrypter } = await import('age-encryption')
  const encrypt = new Encrypter()
  for (const recipient of recipients)
    try {
      encrypt.addRecipient(recipient)
    } catch (error) {
      throw new BackupRefused(`BACKUP_RECIPIENTS: ${recipient} is not an age recipient. (${(error as Error).message})`)
    }
  return { path, age: { encrypt } }
}

/** `identities`: a file by age-keygen, required for an encrypted backup. */
export async function openBackup(path: string, identities?: string): Promise<BackupFolder> {
  if (!existsSync(join(path, `manifest.json${suffix}`))) return { path }
  if (identities === undefined)
    throw new BackupRefused(`${path} is encrypted. Name an identity file that opens it: --identity FILE`)
  const { Decrypter } = await import('age-encryption')
  const decrypt = new Decrypter()
  try {
    const lines = (await readFile(identities, 'utf8')).split('\n').map((line) => line.trim())
    for (const line of lines) if (line !== '' && !line.startsWith('#')) decrypt.addIdentity(line)
  } catch (error) {
    throw new BackupRefused(`${identities} has no age identity. (${(error as Error).message})`)
  }
  return { path, age: { decrypt } }
}

const suffix = '.age'

/** The path of a file of the backup. */
export const fileIn = (folder: BackupFolder, path: string): string =>
  join(folder.path, folder.age ? path + suffix : path)

// Two types declare the same class differently.
const webStream = (content: AsyncIterable<Uint8Array>) =>
  NodeStream.from(content) as unknown as ReadableStream<Uint8Array>

/** Use it in a pipeline into a file of the backup. */
export async function* encrypted(
  { age }: BackupFolder,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (age?.encrypt) yield* await age.encrypt.encrypt(webStream(content))
  else yield* content
}

/** The contents of a backup's file. Throws BackupRefused if no identity decrypts it, or it is damaged. */
export async function* decrypted(
  { path, age }: BackupFolder,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (!age?.decrypt) return yield* content
  try {
    yield* await age.decrypt.decrypt(webStream(content))
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    if (code !== undefined) throw error
    throw new BackupRefused(
      /no identity/.test(message) ? `No identity in the file opens ${path}.` : `The backup is damaged: ${message}.`,
    )
  }
}
