import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { settings } from '#app/settings.ts'

const root = join(import.meta.dirname, '..')
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).sort()
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const unfenced = (text: string) => text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '')
const spansIn = (text: string) => [...unfenced(text).matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!)
const inDrawings = (text: string) =>
  [...text.matchAll(/^```mermaid$[\s\S]*?^```$/gm)].flatMap(([drawing]) => drawing.match(/[\w./-]+\/[\w./-]+/g) ?? [])
const inEach = (find: (text: string, document: string) => string[]) =>
  documents.flatMap((document) => find(read(document), document).map((found) => `${document}: ${found}`))

const skipped = /^(\.|dist|node_modules|data$|coverage$|test-results$|playwright-report$)/
const folders = readdirSync(root).filter((name) => !skipped.test(name) && statSync(join(root, name)).isDirectory())
const files = globSync(
  ['*', `{${folders}}/**/*`].map((each) => `${each}.{ts,tsx,js,css,sql,md}`),
  { cwd: root },
)

test('the documents are found', () => {
  expect(documents).toEqual(
    expect.arrayContaining(['README.md', 'docs/operations.md', 'docs/decisions/001-own-postings.md']),
  )
  expect(files.length).toBeGreaterThan(1000)
})

test('every link between documents leads to a file and to a heading of it', () => {
  const dead = inEach((text, document) =>
    [...unfenced(text).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target]) => target!)
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => {
        const [path = '', anchor] = target.split('#')
        const file = path === '' ? document : relative(root, join(root, dirname(document), path))
        return !existsSync(join(root, file)) || (anchor !== undefined && !anchorsOf(file).includes(anchor))
      }),
  )
  expect(dead).toEqual([])
})

test('every file and folder of the program that a document names is there', () => {
  const tops = new Set(folders)
  const names = new Set(files.map((file) => basename(file)))
  const isPath = (span: string) => /^[\w.@<>{},*/-]+$/.test(span) && tops.has(span.split('/')[0]!) && span.includes('/')
  const isName = (span: string) => /^[\w.-]+\.(ts|tsx|js|css|sql|md)$/.test(span) && !span.startsWith('.')
  const absent = inEach((text) =>
    [...spansIn(text), ...inDrawings(text)].filter(
      (span) =>
        (isPath(span) && globSync(span.replaceAll(/<[^>]+>/g, '*'), { cwd: root }).length === 0) ||
        (isName(span) && !names.has(span)),
    ),
  )
  expect(absent).toEqual([])
})

test('every npm script that a document names is one', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = inEach((text) => [...text.matchAll(/npm run (?:-s )?([a-z][\w:-]*)/g)].map(([, name]) => name!))
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((each) => !scripts[each.split(': ')[1]!])).toEqual([])
})

/** Variables that are none of the program's settings. */
const others = ['DATABASE_PASSWORD', 'NODE_ENV', 'NODE_EXTRA_CA_CERTS', 'TEST_OPENSEARCH_VERSION']

test('every setting that a document for administrators names is one', () => {
  const known = [...settings.map(({ name }) => name), ...others]
  const named = [
    'README.md',
    'SECURITY.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'docs/operations.md',
    'docs/commands.md',
  ].flatMap((document) => [...read(document).matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g)].map(([name]) => name))
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((name) => !known.includes(name))).toEqual([])
})

const glossary = [...read('docs/glossary.md').matchAll(/^\| \*\*(.+?)\*\* \| .+ \| (.+) \| (.+) \|$/gm)].map(
  ([, term, names, labels]) => ({ term: term!, names: names!, labels: labels! }),
)
const code = files.filter((file) => /\.(ts|tsx|sql)$/.test(file) && !/^docs\/|\.test\./.test(file)).map(read)

test('the glossary has each term once', () => {
  const terms = glossary.map(({ term }) => term)
  expect(terms.length).toBeGreaterThan(60)
  expect(terms.filter((term, at) => terms.indexOf(term) !== at)).toEqual([])
})

test('what the glossary calls a thing in the code and on the screens is what they call it', () => {
  const absent = glossary.flatMap(({ term, names, labels }) => [
    ...spansIn(names).filter((name) => !isInCode(name)),
    ...[...labels.matchAll(/"([^"]+)"/g)].flatMap(([, label]) => (isInCode(label!) ? [] : [`${term}: ${label}`])),
  ])
  expect(absent).toEqual([])
})

test('each deviation from the specification names tests that exist', () => {
  const rows = read('docs/deviations.md').match(/^\| \d.*$/gm) ?? []
  const tested = rows.map((row) => {
    const [file, titles = ''] = row.split(' | ').at(-1)!.split(': ')
    return { file: spansIn(file!)[0], titles: [...titles.matchAll(/“([^”]+)”/g)].map(([, title]) => title!) }
  })
  expect(tested.length).toBeGreaterThan(0)
  expect(tested.filter(({ titles }) => titles.length === 0)).toEqual([])
  const absent = tested.flatMap(({ file, titles }) => titles.filter((title) => !file || !read(file).includes(title)))
  expect(absent).toEqual([])
})

test('each picture of the README is small', () => {
  const large = globSync('docs/pictures/*', { cwd: root }).filter((path) => statSync(join(root, path)).size > 150_000)
  expect(large).toEqual([])
})

function isInCode(words: string): boolean {
  const whole = new RegExp(`(?<![\\w-])${words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`)
  return code.some((text) => text.includes(words) && whole.test(text))
}

/** As GitHub makes them of headings. */
const anchorsOf = (file: string): string[] =>
  statSync(join(root, file)).isDirectory()
    ? []
    : [...unfenced(read(file)).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
        heading!
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
          .replaceAll(' ', '-'),
      )
