import { existsSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { buildAside, canBuild, newest, root } from './build-aside.ts'

/** The programs that npm scripts and services start; `npm ci` loads them to fill the compile cache. */
export const programs = [
  ...['app/start.ts', 'app/worker.ts', 'cli/admin.ts', 'cli/catalogue.ts', 'cli/collections.ts'],
  ...['app/first-start.ts', 'app/portal.ts'],
]
const sources = [
  ...['adapters', 'app', 'cli', 'demo', 'features', 'kit', 'marc', 'operate', 'platform'],
  ...['package-lock.json', 'vite.config.ts'],
]
const notInPrograms = /^web$|[.-](test|testing)\.tsx?$|\.(tsx|css)$/

/** `app.start.js`: all bundles are in one folder. */
export const bundleName = (source: string): string => `${source.replace(/\.ts$/, '').replaceAll('/', '.')}.js`

/** A folder for each state of the sources: what runs from an older one may still load parts of it. */
const bundles = join(root, 'dist/server')

/**
 * The bundle of a program, built if a source is newer, as Node reads one file faster than two thousand (see decision
 * 27); any other script is itself.
 */
export async function programOf(script: string): Promise<string> {
  const source = relative(root, existsSync(script) ? realpathSync(script) : script)
  if (!programs.includes(source)) return script
  const folder = canBuild ? await builtFolder() : newestFolders()[0]
  return folder === undefined ? script : join(bundles, folder, bundleName(source))
}

async function builtFolder(): Promise<string | undefined> {
  const name = String(Math.ceil(newest(sources, notInPrograms)))
  const place = join(bundles, name)
  if (existsSync(place)) return name
  try {
    await buildAside(place, ['--config', 'app/build/server.config.ts'])
  } catch (error) {
    // Running from the source shows a mistake in it better; and the folder may be another user's.
    process.stderr.write(`The server is not bundled, so it starts slower: ${(error as Error).message}\n`)
    return undefined
  }
  for (const old of newestFolders().slice(2)) rmSync(join(bundles, old), { recursive: true, force: true })
  return name
}

const newestFolders = (): string[] =>
  existsSync(bundles)
    ? readdirSync(bundles)
        .filter((each) => /^\d+$/.test(each))
        .sort((a, b) => Number(b) - Number(a))
    : []
