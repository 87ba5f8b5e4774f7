import { z } from 'zod'
import type { App } from '#app/app.ts'
import { counted } from '#kit/wording.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { dropUnknownSecrets, idsOfKeys, openSecretKey, rotateKeys } from './secret-key-file.ts'

/** `npm run admin -- keys …` */
export const KeysCommand = z.strictObject({ command: z.enum(['keys', 'keys rotate', 'keys reset']) })
type KeysCommand = z.infer<typeof KeysCommand>

/** Throws UnknownSecretKey if a required key is missing. */
export async function carryOutKeys(
  { env, db, clock }: Pick<App, 'env' | 'db' | 'clock'>,
  { command }: KeysCommand,
): Promise<{ lines: string[] }> {
  const audit = (action: string, after: Record<string, unknown>) =>
    recordAudit(db, { now: clock(), customerId: null, userId: null, action, after })
  if (command === 'keys rotate') {
    const { id, secrets } = await rotateKeys(env, db)
    await audit('secret_key_rotated', { secrets })
    return {
      lines: [
        `encrypted ${counted(secrets, 'secret')} with the new key ${id}`,
        `The previous key stays in ${env.secretKeyFile} until the next rotation. Copy the file to your other machines, and keep a copy separate from the backups.`,
      ],
    }
  }
  if (command === 'keys reset') {
    const secrets = await dropUnknownSecrets(env, db)
    await openSecretKey(env, db)
    if (secrets > 0) await audit('secrets_reset', { secrets })
    return {
      lines: [
        secrets === 0 ? 'All secrets can be opened. Nothing was changed.' : `gave up ${counted(secrets, 'secret')}`,
      ],
    }
  }
  const { file, database } = await idsOfKeys(env, db)
  return {
    lines: [`SECRET_KEY_FILE  ${env.secretKeyFile}: ${listed(file)}`, `database         ${listed(database)}`],
  }
}

const listed = (ids: string[]) => ids.join(', ') || 'none'
