import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { App, Db } from '#app/app.ts'
import { csvLine } from '#kit/csv.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { type Signals, sendSignal } from '#platform/signals/server/signals.ts'
import { analyse } from '../../query/server/analysis.ts'
import { builtInVariants, WordVariants } from '../../query/server/variants.ts'
import { wordGroups } from '../../query/server/word-groups.ts'
import { readSynonyms, type SynonymGroups } from './read-synonyms.ts'

/** Commands from the command line to the running program. */
export const SynonymsCommand = z.discriminatedUnion('command', [
  z.strictObject({ command: z.literal('synonyms load'), text: z.string(), dryRun: z.boolean() }),
  z.strictObject({ command: z.literal('synonyms list') }),
])
export type SynonymsCommand = z.infer<typeof SynonymsCommand>
export type SynonymsAnswer =
  | { loaded: { groups: number; before: number; unchanged: boolean } }
  | { problems: string[] }
  | { table: string }
  | { refused: string }

const key = 'synonyms'
type Stored = { groups: SynonymGroups; loadedAt: string }

/** Replaces the whole table, or reports its faults; or lists it in the form in which it is loaded. */
export async function manageSynonyms(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  command: SynonymsCommand,
): Promise<SynonymsAnswer> {
  if (command.command === 'synonyms list') {
    const groups = (await storedTable(db))?.groups ?? []
    return { table: groups.map((forms) => csvLine(forms)).join('') }
  }
  const read = readSynonyms(command.text)
  if ('problems' in read) return read
  const { groups } = read
  return db.transaction().execute(async (tx) => {
    const before = (await storedTable(tx))?.groups ?? []
    const unchanged = isDeepStrictEqual(before, groups)
    if (!unchanged && !command.dryRun) {
      const now = clock()
      const value = JSON.stringify({ groups, loadedAt: now.toISOString() } satisfies Stored)
      await tx
        .insertInto('installation')
        .values({ key, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute()
      const [was, is] = [{ groups: before.length }, { groups: groups.length }]
      const by = { customerId: null, userId: null, action: 'synonyms_loaded', subject: '' } as const
      await recordAudit(tx, { now, ...by, before: was, after: is })
      await sendSignal(tx, 'synonyms')
    }
    return { loaded: { groups: groups.length, before: before.length, unchanged } }
  })
}

async function storedTable(db: Db): Promise<Stored | undefined> {
  const row = await db.selectFrom('installation').where('key', '=', key).select('value').executeTakeFirst()
  return row?.value as Stored | undefined
}

export type OpenSynonyms = { variants(): WordVariants; close(): Promise<void> }

/** The built-in forms of words and those of the loaded table, which is read again whenever a process loads another. */
export async function openSynonyms({ db, log }: Pick<App, 'db' | 'log'>, signals: Signals): Promise<OpenSynonyms> {
  let variants = builtInVariants
  let reading = Promise.resolve()
  const read = () => {
    reading = reading
      .then(async () => {
        const groups = (await storedTable(db))?.groups ?? []
        variants = groups.length === 0 ? builtInVariants : withTable(groups)
      })
      .catch((error: unknown) => log.warn({ err: error }, 'the table of synonyms cannot be read'))
    return reading
  }
  const close = await signals.listen('synonyms', read, read)
  await read()
  return { variants: () => variants, close }
}

const withTable = (groups: SynonymGroups) =>
  new WordVariants([...wordGroups, ...groups.map((forms) => forms.map((form) => analyse(form).join(' ')))])
