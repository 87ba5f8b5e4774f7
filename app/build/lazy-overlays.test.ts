import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

type Manifest = Record<string, { file: string; isEntry?: boolean; imports?: string[] }>

const folder = mkdtempSync(join(tmpdir(), 'pages-'))
let manifest: Manifest = {}

// As `npm run build` does: the test runner would use development builds of the libraries.
beforeAll(() => {
  const root = join(import.meta.dirname, '../..')
  execFileSync(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--outDir', folder], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'pipe',
  })
  manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('menus, dialogs and toasts are not part of any first screen', () => {
  const [overlays] = Object.keys(manifest).filter((name) => name.endsWith('ui/overlay/overlays.tsx'))
  const first = Object.keys(manifest).filter((name) => name.endsWith('-screen.tsx') || manifest[name]!.isEntry)
  expect(overlays).toBeDefined()
  expect(first.filter((name) => needs(name).has(overlays!))).toEqual([])
})

/** A script with all its static imports. */
function needs(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  for (const each of manifest[name]?.imports ?? []) needs(each, found)
  return found
}
