import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

export const root = join(import.meta.dirname, '../..')
const vite = join(root, 'node_modules/vite/bin/vite.js')
const runFile = promisify(execFile)

/** A release and a container image lack the build's settings: they use what was built with them. */
export const canBuild = existsSync(join(root, 'vite.config.ts'))

/**
 * Runs Vite and puts the result at `place`. Built aside and renamed: another process may be using the old build, or
 * building too. In a separate process: a build's memory is not returned, and the server would keep it.
 */
export async function buildAside(place: string, options: string[], env?: NodeJS.ProcessEnv): Promise<void> {
  mkdirSync(dirname(place), { recursive: true, mode: 0o755 })
  const aside = mkdtempSync(`${place}-`)
  try {
    const fresh = join(aside, 'new')
    await runFile(process.execPath, [vite, 'build', '--logLevel', 'error', '--outDir', fresh, ...options], {
      cwd: root,
      ...(env ? { env } : {}),
    })
    closeToWriters(fresh)
    putInPlace(fresh, place, join(aside, 'old'))
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

function putInPlace(fresh: string, place: string, old: string) {
  if (existsSync(place)) renameSync(place, old)
  try {
    renameSync(fresh, place)
  } catch (error) {
    // Another process was quicker: its build is as good as ours.
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error
  }
}

/** Regardless of the umask and the sources: write access to what was built is a way to run a program in it. */
function closeToWriters(folder: string) {
  for (const path of [folder, ...inside(folder)]) chmodSync(path, statSync(path).mode & 0o7755)
}

/** Twice as fast as a recursive `readdirSync`, which reads the type of each entry. */
export function* inside(folder: string, without?: RegExp): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (without?.test(entry.name)) continue
    const path = join(folder, entry.name)
    yield path
    if (entry.isDirectory()) yield* inside(path, without)
  }
}

/** When the last of the sources was changed, in ms. */
export function newest(sources: readonly string[], without: RegExp): number {
  let latest = 0
  for (const source of sources) {
    const path = join(root, source)
    if (!existsSync(path)) continue
    const files = statSync(path).isDirectory() ? inside(path, without) : [path]
    for (const file of files) latest = Math.max(latest, statSync(file).mtimeMs)
  }
  return latest
}
