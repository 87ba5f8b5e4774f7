import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

type Import = { from: string; to: string; typeOnly: boolean }

const tops = ['app', 'features', 'adapters', 'kit', 'marc', 'ui', 'sample', 'bench', 'e2e', 'scale']
const isTest = (path: string) => /\.(test|spec)\.tsx?$|(^|[/-])(testing|suite)\.tsx?$|-suite\.tsx?$/.test(path)
const side = (path: string) => path.match(/^features\/[^/]+\/(server|web)\//)?.[1]
const feature = (path: string) => path.match(/^features\/([^/]+)\//)?.[1]
const isDoor = (path: string) => {
  const name = feature(path)
  return (
    [`features/${name}/contract.ts`, `features/${name}/rules.ts`, `features/${name}/server/${name}.ts`].includes(
      path,
    ) ||
    // Several, so that what every page needs does not bring along what few show.
    /^features\/[^/]+\/web\/[a-z-]+-parts\.tsx$/.test(path)
  )
}

const forbidden: [why: string, breaks: (i: Import) => boolean][] = [
  ['the browser never loads server code', (i) => side(i.from) === 'web' && side(i.to) === 'server'],
  ['the server never loads screens', (i) => side(i.from) === 'server' && side(i.to) === 'web'],
  [
    'a contract and its rules know neither side',
    (i) => /\/(contract|rules)\.ts$/.test(i.from) && side(i.to) !== undefined,
  ],
  [
    'a feature is entered by one of its doors, or for a type',
    (i) =>
      feature(i.to) !== undefined &&
      feature(i.from) !== undefined &&
      feature(i.from) !== feature(i.to) &&
      !isDoor(i.to) &&
      !i.typeOnly,
  ],
  [
    'kit, ui and marc know no feature',
    (i) => /^(kit|ui|marc)\//.test(i.from) && /^(features|app|adapters)\//.test(i.to),
  ],
  ['ui knows no domain', (i) => i.from.startsWith('ui/') && /^(marc|kit\/server)\//.test(i.to)],
  [
    'only app, the benchmarks, the journeys and the tests at scale choose adapters',
    (i) => i.to.startsWith('adapters/') && !/^(app|adapters|bench|e2e|scale)\//.test(i.from),
  ],
  [
    'only app puts things together; others see its types',
    (i) => i.to.startsWith('app/') && !/^(app|bench|e2e|scale)\//.test(i.from) && !i.typeOnly,
  ],
]

const imports = allImports()

test.each(forbidden)('%s', (_, breaks) => {
  const found = imports.filter((each) => !isTest(each.from) && breaks(each))
  expect(found.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
})

test('imports form no cycle', () => {
  const next = new Map<string, string[]>()
  for (const { from, to, typeOnly } of imports) if (!typeOnly) next.set(from, [...(next.get(from) ?? []), to])
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[] = []
  const visit = (file: string, path: string[]) => {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open') {
      cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
      return
    }
    state.set(file, 'open')
    for (const other of next.get(file) ?? []) visit(other, [...path, file])
    state.set(file, 'done')
  }
  for (const file of next.keys()) visit(file, [])
  expect(cycles).toEqual([])
})

test('only env.ts reads the environment', () => {
  const readers = sources().filter(
    (file) =>
      !isTest(file) &&
      /^(app|features|adapters|kit|marc|ui)\//.test(file) &&
      /process\.env/.test(readFileSync(file, 'utf8')),
  )
  expect(readers.filter((file) => !['app/env.ts', 'app/test/run.ts', 'app/test/database.ts'].includes(file))).toEqual(
    [],
  )
})

// npm starts each program through the launcher, which imports it: `import.meta.main` is never true.
test('a program knows that it was started by process.argv[1]', () => {
  const readers = sources().filter((file) => /import\.meta\.main/.test(readFileSync(file, 'utf8')))
  expect(readers).toEqual([])
})

test('names are kebab-case and say what is inside', () => {
  const names = sources().map((file) => file.split('/').at(-1)!)
  expect(
    names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.(test|spec|generated|config|d))?\.tsx?$/.test(name)),
  ).toEqual([])
  expect(names.filter((name) => /^(utils?|helpers?|common|services?|index)\./.test(name))).toEqual([])
})

test('files stay small: half of them under 60 lines, 95 of 100 under 250', () => {
  const lengths = sources()
    .filter((file) => !isTest(file) && !file.includes('.generated.'))
    .map((file) => readFileSync(file, 'utf8').split('\n').length)
    .sort((a, b) => a - b)
  expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(60)
  expect(lengths[Math.floor(lengths.length * 0.95)]).toBeLessThan(250)
})

function allImports(): Import[] {
  return sources().flatMap((from) =>
    [...readFileSync(from, 'utf8').matchAll(/^(import|export)( type)? [^'";]*?from ['"]([#.][^'"]+)['"]/gm)].map(
      (match) => ({
        from,
        to: match[3]!.startsWith('#') ? match[3]!.slice(1) : join(dirname(from), match[3]!),
        typeOnly: match[2] !== undefined,
      }),
    ),
  )
}

function sources() {
  return tops
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
    .filter((file) => /\.tsx?$/.test(file))
}
