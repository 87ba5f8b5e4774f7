import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buildAside, canBuild, inside, newest, root } from './build-aside.ts'

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
  if (existsSync(page) && (!canBuild || (newest(sources, notInPages) <= statSync(page).mtimeMs && !isOpen(pages))))
    return
  console.log('Building the pages…')
  // Settings are many modules, and most starts build nothing.
  const { variablesWith } = await import('../env.ts')
  // The test runner would use development builds of the libraries.
  await buildAside(pages, [], variablesWith({ NODE_ENV: 'production' }))
}

/** Ours, but writable by others, as earlier versions built them. */
const isOpen = (pages: string) =>
  [pages, ...inside(pages)].some((path) => {
    const { mode, uid } = statSync(path)
    return mode & 0o022 && uid === process.getuid?.()
  })
