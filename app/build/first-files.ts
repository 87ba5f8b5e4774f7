import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

const root = join(import.meta.dirname, '../..')

/** Scripts and styles of the first view by screen path, as in app/screens.tsx, besides the page's own. */
export type FirstFiles = Record<string, string[]>

/** Path of the list below the built pages. */
export const firstFilesName = '.vite/first-files.json'

/**
 * Notes which files each screen needs, so that the server can name them in the page: the browser fetches them beside
 * the first script instead of after it.
 */
export function firstFiles(): Plugin {
  return {
    name: 'first-files',
    apply: 'build',
    writeBundle: async ({ dir }, bundle) => {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const own = filesOf(['app/web.tsx'], chunks)
      const screens = modulesOfScreens(readFileSync(join(root, 'app/screens.tsx'), 'utf8'))
      const files: FirstFiles = {}
      for (const [path, modules] of screens) files[path] = [...filesOf(modules, chunks).difference(own)]
      await writeFile(join(dir!, firstFilesName), JSON.stringify(files))
    },
  }
}

/** Modules that each path of app/screens.tsx imports. `drawn`: only paths that the server draws. */
export function modulesOfScreens(source: string, { drawn = false } = {}): Map<string, string[]> {
  const [, ...rows] = source.slice(source.indexOf('export const screens')).split(/'(?=\/)/)
  const chosen = rows.filter((row) => !drawn || row.includes('drawn: true'))
  const screens = chosen.map((row): [path: string, modules: string[]] => {
    const path = row.slice(0, row.indexOf("'"))
    const modules = [...row.matchAll(/import\('#([^']+)'\)/g)].map(([, module]) => module!)
    if (modules.length === 0) throw new Error(`app/screens.tsx: ${path} imports no screen.`)
    return [path, row.includes('ofRecords(') ? [...modules, 'app/record-pieces.tsx'] : modules]
  })
  return new Map(screens)
}

function filesOf(modules: readonly string[], chunks: readonly Rolldown.OutputChunk[]): Set<string> {
  const files = new Set<string>()
  const add = (chunk: Rolldown.OutputChunk) => {
    if (files.has(chunk.fileName)) return
    files.add(chunk.fileName)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
    for (const name of chunk.imports) {
      const imported = chunks.find(({ fileName }) => fileName === name)
      if (imported) add(imported)
    }
  }
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(join(root, module)))
    if (!chunk) throw new Error(`The pages contain no ${module}.`)
    add(chunk)
  }
  return files
}
