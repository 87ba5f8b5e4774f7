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

/** Builds `dist/web` when there is none or a source is newer: 40 ms when nothing is to be done. */
export async function buildPagesIfStale(pages: string = join(root, 'dist/web')): Promise<void> {
  const page = join(pages, 'index.html')
  // What a container image leaves out: it has the pages that were built with it, and nothing of it can be written to.
  const builds = existsSync(join(root, 'vite.config.ts'))
  if (existsSync(page) && (!builds || (newest() <= statSync(page).mtimeMs && !isOpen(pages)))) return
  console.log('Building the pages …')
  // Aside and renamed: another process may be serving the old ones, or be building too.
  const aside = mkdtempSync(`${dirname(pages)}-`)
  try {
    // In a process of its own: what a build takes of memory is not given back, and the server would keep it.
    await runFile(process.execPath, [vite, 'build', '--logLevel', 'error', '--outDir', join(aside, 'new')], {
      cwd: root,
      // Within the test runner the libraries would be built for development.
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
    // Somebody else has put theirs there in between: as good as ours.
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error
  }
}

const inside = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))

/** Whatever umask or sources they were made with: a page that others can write to is a program of theirs. */
function closeToWriters(folder: string) {
  for (const path of [folder, ...inside(folder)]) chmodSync(path, statSync(path).mode & 0o7755)
}

/** Ours, as earlier versions built them, and others may have changed them. */
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
    const files = statSync(path).isDirectory() ? inside(path) : [path]
    for (const file of files) latest = Math.max(latest, statSync(file).mtimeMs)
  }
  return latest
}
