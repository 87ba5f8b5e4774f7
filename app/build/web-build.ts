import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { variablesWith } from '../env.ts'

const root = join(import.meta.dirname, '../..')
const vite = join(root, 'node_modules/vite/bin/vite.js')
const runFile = promisify(execFile)
const sources = [
  'app',
  'shell',
  'features',
  'platform',
  'kit',
  'marc',
  'ui',
  'index.html',
  'package-lock.json',
  'vite.config.ts',
]

/** The server's code and tests are no part of the pages, so a change there needs no build. */
const notInPages = /^server$|[.-](test|testing)\.tsx?$/

/** Builds `dist/web` if it is missing or a source is newer: 40 ms if nothing is to do. */
export async function buildPagesIfStale(pages: string = join(root, 'dist/web')): Promise<void> {
  const page = join(pages, 'index.html')
  // A container image lacks it: it uses the pages built with it, on a read-only file system.
  const builds = existsSync(join(root, 'vite.config.ts'))
  if (existsSync(page) && (!builds || (newest() <= statSync(page).mtimeMs && !isOpen(pages)))) return
  console.log('Building the pages …')
  // Built aside and renamed: another process may be serving the old pages, or building too.
  const aside = mkdtempSync(`${dirname(pages)}-`)
  try {
    // In a separate process: a build's memory is not returned, and the server would keep it.
    await runFile(process.execPath, [vite, 'build', '--logLevel', 'error', '--outDir', join(aside, 'new')], {
      cwd: root,
      // The test runner would use development builds of the libraries.
      env: variablesWith({ NODE_ENV: 'production' }),
    })
    closeToWriters(join(aside, 'new'))
    putInPlace(join(aside, 'new'), pages, join(aside, 'old'))
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

function putInPlace(fresh: string, place: string, old: string) {
  mkdirSync(dirname(place), { recursive: true, mode: 0o755 })
  if (existsSync(place)) renameSync(place, old)
  try {
    renameSync(fresh, place)
  } catch (error) {
    // Another process was quicker: its pages are as good as ours.
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error
  }
}

/** Faster by half than a recursive `readdirSync`, which asks for the type of each entry. */
function* inside(folder: string, without?: RegExp): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (without?.test(entry.name)) continue
    const path = join(folder, entry.name)
    yield path
    if (entry.isDirectory()) yield* inside(path, without)
  }
}

/** Regardless of the umask and the sources: write access to a page is a way to run a program in it. */
function closeToWriters(folder: string) {
  for (const path of [folder, ...inside(folder)]) chmodSync(path, statSync(path).mode & 0o7755)
}

/** Ours, but writable by others, as earlier versions built them. */
const isOpen = (pages: string) =>
  [pages, ...inside(pages)].some((path) => {
    const { mode, uid } = statSync(path)
    return mode & 0o022 && uid === process.getuid?.()
  })

function newest() {
  let latest = 0
  for (const source of sources) {
    const path = join(root, source)
    if (!existsSync(path)) continue
    const files = statSync(path).isDirectory() ? inside(path, notInPages) : [path]
    for (const file of files) latest = Math.max(latest, statSync(file).mtimeMs)
  }
  return latest
}
