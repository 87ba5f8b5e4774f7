import { parseArgs } from 'node:util'
import type { Env } from '#app/env.ts'
import {
  manageSynonyms,
  type SynonymsAnswer,
  type SynonymsCommand,
} from '#features/catalogue/synonyms/server/synonyms.ts'
import { clockIn } from '#kit/day.ts'
import { writeForUser } from '#operate/umask.ts'
import { whyUnusable } from './catalogue-load-each.ts'
import { tableTextOf, UnreadableFile } from './collections-read.ts'
import { askPortal } from './command-ask.ts'
import { commandIo, printLine, printNotice } from './print-line.ts'

export type SynonymsOptions = { file: string | undefined; dryRun: boolean; out: string | undefined }

/** Reads the words after `synonyms`. */
export function readSynonymsOptions(given: string[]): SynonymsOptions | { wrong: string } {
  try {
    const { values, positionals } = parseArgs({
      args: given,
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean', default: false }, out: { type: 'string' } },
    })
    const [file, ...more] = positionals
    const { 'dry-run': dryRun, out } = values
    if (more.length > 0) return { wrong: 'synonyms: only one file, with the whole table.' }
    if (file !== undefined && out !== undefined) return { wrong: 'synonyms: choose a file to load or --out, not both.' }
    if (file === undefined && dryRun) return { wrong: 'synonyms: --dry-run needs a file.' }
    return { file, dryRun, out }
  } catch (error) {
    return { wrong: `synonyms: ${(error as Error).message}` }
  }
}

const failed = (sentence: string): number => {
  printNotice(sentence)
  return 1
}

/** Loads the table of equal words, or writes it. Returns the exit code. */
export async function synonyms(env: Env, { file, dryRun, out }: SynonymsOptions): Promise<number> {
  const ask = (command: SynonymsCommand) =>
    askPortal<SynonymsAnswer>(env, command, (db) => manageSynonyms({ db, clock: clockIn(env.timeZone) }, command))
  const unusable = file === undefined ? undefined : whyUnusable(file)
  if (unusable) return failed(`${file}: ${unusable}`)
  let command: SynonymsCommand
  try {
    command =
      file === undefined
        ? { command: 'synonyms list' }
        : { command: 'synonyms load', text: await tableTextOf(file), dryRun }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return failed(`${file}: nothing was loaded. ${error.message}`)
  }
  const answer = await ask(command)
  if ('refused' in answer) return failed(answer.refused)
  if ('problems' in answer) {
    for (const problem of answer.problems) printNotice(`${file}: ${problem}`)
    return failed(`${file}: nothing was loaded.`)
  }
  if ('table' in answer) {
    if (out === undefined) commandIo().stdout.write(answer.table)
    else writeForUser(out, answer.table)
    return 0
  }
  const { groups, before, unchanged } = answer.loaded
  const done = unchanged ? 'unchanged' : dryRun ? 'not loaded because of --dry-run' : 'loaded'
  printLine(`groups ${groups}, before ${before}: ${done}`)
  return 0
}
