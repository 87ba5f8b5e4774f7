import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { maxFiles, maxSentBytes } from '#features/school/roster/rules.ts'

type RosterFile = { name: string; base64: string }

/** A zip, CSV files, or those of a folder; a sentence if they cannot be read. Sizes are looked at before contents. */
export function readRosterFiles(paths: string[]): RosterFile[] | string {
  try {
    const files = paths.flatMap((path) =>
      statSync(path).isDirectory()
        ? readdirSync(path)
            .filter((name) => /\.csv$/i.test(name))
            .map((name) => join(path, name))
        : [path],
    )
    if (files.length === 0) return `There are no CSV files in ${paths.join(', ')}.`
    if (files.length > maxFiles) return `You can read at most ${maxFiles} files at once.`
    if (files.reduce((size, path) => size + statSync(path).size, 0) > maxSentBytes)
      return `The files are bigger than ${maxSentBytes / 1_000_000} MB.`
    return files.map((path) => ({ name: basename(path), base64: readFileSync(path).toString('base64') }))
  } catch (error) {
    const { code, path, message } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? `There is no ${path}.` : message
  }
}
