import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

type Import = { from: string; to: string; kind: 'value' | 'type' | 'dynamic' }

const assembly = ['app', 'shell', 'cli', 'operate', 'demo']
const product = [...assembly, 'features', 'platform', 'adapters', 'kit', 'marc', 'ui']
const tops = [...product, 'bench', 'e2e', 'scale']
const within = (folders: string[], path: string) => folders.includes(path.split('/')[0]!)
const isTest = (path: string) => /\.(test|spec)\.tsx?$|(^|[/-])(testing|suite)\.tsx?$|\/suite\//.test(path)
const isProduct = (path: string) => within(product, path) && !isTest(path) && !path.includes('.generated.')
const side = (path: string) => path.match(/^(?:features|platform)\/.*?\/(server|web)\//)?.[1]
/** `features/shop` of `features/shop/orders/server/orders.ts`. */
const feature = (path: string) => path.match(/^(?:features|platform)\/[^/]+(?=\/)/)?.[0]
/** A part of the platform that adapters serve. */
const isPort = (path: string) => /^platform\/[^/]+\/(server\/)?[a-z-]+-port\.ts$/.test(path)
/**
 * The ways into a feature: the contract, rules, use-cases and pieces of screens of the feature or of one of its topics.
 * A feature has several `-parts.tsx`, so that every page's code doesn't bring along what few pages show.
 */
const isDoor = (path: string) =>
  /^(features|platform)\/.*\/(contract|rules)\.ts$/.test(path) ||
  /\/([a-z0-9-]+)\/server\/\1\.ts$/.test(path) ||
  /^(features|platform)\/.*\/web\/[a-z-]+-parts\.tsx$/.test(path) ||
  isPort(path)

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
      i.kind !== 'type',
  ],
  [
    'platform knows no feature, only types of the ports that it backs up',
    (i) => within(['platform'], i.from) && within(['features'], i.to) && i.kind !== 'type',
  ],
  [
    'kit, ui and marc know no feature',
    (i) => within(['kit', 'ui', 'marc'], i.from) && within(['features', 'platform', 'adapters', ...assembly], i.to),
  ],
  ['ui knows no domain', (i) => within(['ui'], i.from) && /^(marc|kit\/server)\//.test(i.to)],
  [
    'only the assembly, the benchmarks, the journeys and the tests at scale choose adapters',
    (i) => within(['adapters'], i.to) && !within([...assembly, 'adapters', 'bench', 'e2e', 'scale'], i.from),
  ],
  [
    'only the assembly puts things together; others see its types',
    (i) => within(assembly, i.to) && !within([...assembly, 'bench', 'e2e', 'scale'], i.from) && i.kind !== 'type',
  ],
]

const imports = allImports()
const productImports = imports.filter(({ from }) => !isTest(from))

test.each(forbidden)('%s', (_, breaks) => {
  const found = productImports.filter(breaks)
  expect(found.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
})

test('files import each other in no cycle', () => {
  expect(cyclesOf(imports.filter(({ kind }) => kind === 'value'))).toEqual([])
})

test.each(['server', 'web'])('features import each other in no cycle: %s', (at) => {
  const between = productImports.filter(
    ({ from, to, kind }) =>
      kind !== 'type' && feature(from) && feature(to) && feature(from) !== feature(to) && (side(from) ?? at) === at,
  )
  const example = new Map(between.map((i) => [`${feature(i.from)} → ${feature(i.to)}`, `${i.from} → ${i.to}`]))
  const cycles = cyclesOf(between.map((i) => ({ ...i, from: feature(i.from)!, to: feature(i.to)! })))
  expect(
    cycles.map((path) =>
      path.replaceAll(/(?<=^| → )(\S+) → (?=(\S+))/g, (step, a, b) => `${step}[${example.get(`${a} → ${b}`)}] `),
    ),
  ).toEqual([])
})

test('only env.ts reads the environment', () => {
  const readers = sources().filter(
    (file) => !isTest(file) && within(product, file) && /process\.env/.test(readFileSync(file, 'utf8')),
  )
  expect(readers.filter((file) => file !== 'app/env.ts' && !file.startsWith('app/test/'))).toEqual([])
})

test('screens write numbers, amounts, days and moments by in-words.ts', () => {
  const writers = sources().filter(
    (file) =>
      /\/web\/|^(ui|shell)\//.test(file) &&
      !isTest(file) &&
      /Intl\.(Number|DateTime|RelativeTime)Format\(|\.toLocale(Date|Time)?String\(|\.toFixed\(/.test(
        readFileSync(file, 'utf8'),
      ),
  )
  // A search through every amount as it may be typed; a parser of typed days.
  const others = ['features/shop/billing/web/list-state.ts', 'ui/form/typed-day.ts']
  expect(writers.sort()).toEqual([...others, 'kit/web/format.ts'].sort())
})

test('every list can be exported', () => {
  const exportsList = (file: string) =>
    /<Export(?:Above|Button|Below|From)\b|\buseDeskLines\(/.test(readFileSync(file, 'utf8'))
  // The button is in the list's file, in one that shows the list, or beside it on the same screen.
  const around = (file: string) => {
    const users = productImports.filter(({ to, from }) => to === file && feature(from) === feature(file))
    const beside = productImports.filter(({ from, to }) => users.some((user) => user.from === from) && isProduct(to))
    return [file, ...users.map(({ from }) => from), ...beside.map(({ to }) => to)].filter((each) =>
      /^(features|platform)\/.*\.tsx$/.test(each),
    )
  }
  const found = sources(/\.tsx$/).filter(
    (file) =>
      /^(features|platform|app|shell)\//.test(file) &&
      isProduct(file) &&
      /<(?:DataTable|DeskList)\b/.test(readFileSync(file, 'utf8')) &&
      !around(file).some(exportsList),
  )
  const without = {
    // Numbers while they are typed and checked. The request's page exports what was and was not found.
    'features/downloads/quick-request/web/identifier-rows.tsx': 'a form',
    // An invoice, order or receipt is printed or a PDF; lists of them are exported.
    'features/shop/billing/web/bill-parts.tsx': 'part of a document',
    'features/shop/cart/web/cart-lines.tsx': 'a form',
    // Prices of one product, by number of students. The desk exports its products.
    'features/shop/products/web/product-screen.tsx': 'a shop window',
  }
  expect(found.sort()).toEqual(Object.keys(without).sort())
})

test('only day.ts says how many milliseconds are in a minute, an hour and a day', () => {
  const lengths = /\b86_?400_?000\b|24 \* 60 \* 60 \* 1000|\bconst (day|hour|minute)Ms =/
  expect(sources().filter((file) => lengths.test(readFileSync(file, 'utf8')))).toEqual(['kit/day.ts'])
})

// A day depends on a zone: an instant's text has that of UTC, and a Date's own methods that of the machine.
test('an instant becomes a day in a named zone, by day.ts', () => {
  const cuts =
    /(?:toISOString\(\)|Date|Due|At)\??\.(?:slice\((?:0, (?:4|7|10)|2, 10)\)|substr|split\('T'\))|\.(?:get|set)(?:FullYear|Month|Date|Day)\(|\.to(?:Locale)?DateString\(|at time zone 'UTC'|\bcurrent_date\b/
  expect(sources().filter((file) => cuts.test(readFileSync(file, 'utf8')))).toEqual(['kit/day.ts'])
})

test('what a press loads is awaited in a try, after the button is busy', () => {
  // Their callers try.
  const tried = [
    'features/desk/messages/web/fetch-messages.ts',
    'features/downloads/web/downloads-parts.tsx',
    'features/requests/form/web/use-prefill.ts',
    'features/requests/form/web/use-request-form.ts',
    'ui/table/save-table.ts',
  ]
  const screens = sources().filter((file) => /\/web\/|^(ui|shell)\//.test(file) && !isTest(file))
  const found = screens.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n')
    return lines.flatMap((line, at) => {
      // A function that only loads is passed to another, which calls it.
      const loads = /\bawait import\(/.test(line) && !/(=>|default:) .*\bawait|\.catch\(/.test(line)
      const untried = loads && !tried.includes(file) && !blocksAround(lines, at).includes('try {')
      const late = /\bsetBusy\((?!false|undefined)/.test(line) && awaitsBefore(lines, at)
      return untried || late ? [`${file}:${at + 1}: ${line.trim()}`] : []
    })
  })
  expect(found).toEqual([])
})

// No other type of a table takes a `string` as its key.
test('text from outside looks up a Map: an object would find `constructor`', () => {
  const tables = /^\s*(?:export )?const \w+: [^=]*\bRecord<string, .* = \{(?!\}$)/gm
  const found = sources(/\.ts$/).flatMap((file) =>
    isProduct(file) && !/\/web\/|^(ui|shell|demo)\//.test(file)
      ? (readFileSync(file, 'utf8').match(tables) ?? []).map((line) => `${file}: ${line.trim()}`)
      : [],
  )
  expect(found).toEqual([])
})

test('the command line prints lines by print-line.ts, which escapes what a terminal would obey', () => {
  const composed = /(?:process|commandIo\(\))\.std(?:out|err)\.write\((?:\s*(?:[^)]*\?\s*)?`[^`]*\$\{|[^)]*\.map\()/
  const writers = sources().filter(
    (file) => /^cli\//.test(file) && !isTest(file) && composed.test(readFileSync(file, 'utf8')),
  )
  expect(writers).toEqual(['cli/print-line.ts'])
})

test('texts are normalised by normalised.ts, which bounds its time', () => {
  const normalising = (file: string) => /\.normalize\(/.test(readFileSync(file, 'utf8'))
  expect(sources().filter((file) => isProduct(file) && normalising(file))).toEqual(['kit/normalised.ts'])
})

// npm starts each program through the launcher, which imports it: `import.meta.main` is never true.
test('a program knows that it was started by process.argv[1]', () => {
  const readers = sources().filter((file) => /import\.meta\.main/.test(readFileSync(file, 'utf8')))
  expect(readers).toEqual([])
})

test('a program that runs as soon as it is loaded is imported by nothing', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const programs = Object.values(scripts).flatMap((script) => script.match(/(?<= )(?!node_modules)\S+\.ts\b/g) ?? [])
  expect(programs).toContain('app/start.ts')
  const running = programs.filter((file) => !readFileSync(file, 'utf8').includes('process.argv[1]'))
  const found = imports.filter(({ to, kind }) => running.includes(to) && kind === 'value')
  expect(found.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
})

test('names are kebab-case and say what is inside', () => {
  const names = sources().map((file) => file.split('/').at(-1)!)
  expect(
    names.filter(
      (name) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.(long|port))?(\.(test|spec|generated|config|d))?\.tsx?$/.test(name),
    ),
  ).toEqual([])
  expect(names.filter((name) => /^(utils?|helpers?|common|services?|index)\./.test(name))).toEqual([])
})

test('values are named by what they are', () => {
  // A participle leaves open what: `replies`, not `said`; `notice`, not `told`; `requestedItems`, not `asked`.
  const named = /\b(?:const|let|type) (?:asked|said|told|Said|Told|Shown|Kept)\b/
  expect(sources().filter((file) => named.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('a file is a topic: none over 400 lines, 95 of 100 under 300', () => {
  const lengths = sources()
    .filter(isProduct)
    .map((file) => ({ file, lines: linesOf(file) }))
    .sort((a, b) => a.lines - b.lines)
  expect(lengths.filter(({ lines }) => lines > 400)).toEqual([])
  expect(lengths[Math.floor(lengths.length * 0.95)]!.lines).toBeLessThan(300)
})

test('a folder holds at most 25 product files', () => {
  const counts = new Map<string, number>()
  for (const file of sources().filter(isProduct)) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  expect([...counts].filter(([, count]) => count > 25)).toEqual([])
})

test('a piece with one user lives with its user, unless it is long, loaded lazily or tested on its own', () => {
  const users = new Map<string, Set<string>>()
  for (const { from, to } of productImports) users.set(to, (users.get(to) ?? new Set()).add(from))
  const lazy = new Set(imports.filter(({ kind }) => kind === 'dynamic').map(({ to }) => to))
  const splinters = sources().filter((file) => {
    const [user, ...others] = users.get(file) ?? []
    return (
      isProduct(file) &&
      user !== undefined &&
      others.length === 0 &&
      dirname(user) === dirname(file) &&
      linesOf(file) < 60 &&
      !lazy.has(file) &&
      !/(^|\/)(contract|rules)\.ts$|-port\.ts$/.test(file) &&
      !['.test.ts', '.test.tsx'].some((end) => existsSync(file.replace(/\.tsx?$/, end)))
    )
  })
  expect(splinters).toEqual([])
})

test('only a door re-exports, and it also has its own code', () => {
  const reExport = /^export (type )?[*{]/m
  const declaration = /^(export )?(default )?(async )?((const|function|class) |type \w)/m
  const found = sources()
    .filter(isProduct)
    .filter((file) => {
      const text = readFileSync(file, 'utf8')
      return reExport.test(text) && (!isDoor(file) || isPort(file) || !declaration.test(text))
    })
  expect(found).toEqual([])
})

test('screens change at three widths', () => {
  // The header makes room for the search box word by word; a slip measures its paper, not the window.
  const others: Record<string, number[]> = {
    'shell/shell.css': [1320],
    'features/requests/postage-slip/web/postage-slip.css': [480],
  }
  const found = sources(/\.css$/).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/@(?:media|container)[^{]*?width\D*([\d.]+)/g)]
      .map(([, width]) => Number(width))
      .filter((width) => ![640, 860, 1080, ...(others[file] ?? [])].includes(width))
      .map((width) => `${file}: ${width}px`),
  )
  expect(found).toEqual([])
})

test('a class that styles begin with belongs to one folder', () => {
  // `ui/` styles its parts for every screen; `desk` is the frame of all of the desk's.
  const folders = new Map<string, Set<string>>()
  for (const file of sources(/\.css$/).filter((file) => !file.startsWith('ui/') && !/record-page/.test(file)))
    for (const [, name] of readFileSync(file, 'utf8').matchAll(/^\.([\w-]+)/gm))
      folders.set(name!, (folders.get(name!) ?? new Set()).add(dirname(file)))
  expect([...folders].filter(([, of]) => of.size > 1).map(([name]) => name)).toEqual(['desk'])
})

test('a success is shown and read once, as ui/overlay/toast.tsx says', () => {
  // Several lines of one block, or an element of a screen's own that is green and read.
  const twice = /\bannounce\([^\n]*\n\s*toastSuccess\(|\btoastSuccess\([^\n]*\n\s*announce\(/
  const own = /<\w+[^<>]*\bink-ok\b[^<>]*\brole="status"/
  const found = sources().filter(
    (file) => isProduct(file) && [twice, own].some((each) => each.test(readFileSync(file, 'utf8'))),
  )
  expect(found).toEqual([])
})

test('a count and its noun agree', () => {
  // Limits are many, and so is a total that others are a part of; a line that asks for one says so itself.
  const found = sources(/\.tsx?$/)
    .filter(isProduct)
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => {
          if (/=== 1|> 1/.test(line)) return false
          return file.includes('/web/')
            ? /(?<!of \$?\{|than \$?\{)grouped\((?!max|deepest|ids)[^)]*\)\} [a-z]+s\b/.test(line)
            : /(?<!of )\$\{(?!max|deepest)[\w.]*(count|rows|LEAVER|students)\} [a-z]+s\b/i.test(line) &&
                !/(?:Error|Refused|Broken)\(/.test(line)
        })
        .map((line) => `${file}: ${line.trim()}`),
    )
  expect(found).toEqual([])
})

test('small spaces are steps of the scale in tokens.css', () => {
  const found = sources(/\.css$/)
    // The page of a record is a standalone file, without the tokens.
    .filter((file) => !file.endsWith('record-page.css'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^\s*((?:margin|padding|(?:row-|column-)?gap)[\w-]*: [^;]*);/gm)]
        .map(([, declaration]) => declaration!)
        .filter((text) => [...text.matchAll(/([\d.]+)px/g)].some(([, px]) => Number(px) > 2 && Number(px) <= 20))
        .map((text) => `${file}: ${text}`),
    )
  expect(found).toEqual([])
})

const indentOf = (line: string) => line.search(/\S/)

/** The first lines of the blocks that a line is in, by their indentation. */
function blocksAround(lines: readonly string[], at: number): string[] {
  let indent = indentOf(lines[at]!)
  const found: string[] = []
  for (let i = at - 1; i >= 0 && indent > 0; i--) {
    const here = indentOf(lines[i]!)
    if (here < 0 || here >= indent) continue
    indent = here
    found.push(lines[i]!.trim())
  }
  return found
}

/** Whether something is awaited above a line, in the block that it is in. */
function awaitsBefore(lines: readonly string[], at: number): boolean {
  const indent = indentOf(lines[at]!)
  for (let i = at - 1; i >= 0 && (indentOf(lines[i]!) < 0 || indentOf(lines[i]!) >= indent); i--)
    if (/\bawait /.test(lines[i]!)) return true
  return false
}

function cyclesOf(edges: { from: string; to: string }[]): string[] {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of edges) next.set(from, (next.get(from) ?? new Set()).add(to))
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[] = []
  const visit = (node: string, path: string[]) => {
    if (state.get(node) === 'done') return
    if (state.get(node) === 'open') {
      cycles.push([...path.slice(path.indexOf(node)), node].join(' → '))
      return
    }
    state.set(node, 'open')
    for (const other of next.get(node) ?? []) visit(other, [...path, node])
    state.set(node, 'done')
  }
  for (const node of next.keys()) visit(node, [])
  return cycles
}

function linesOf(file: string) {
  return readFileSync(file, 'utf8').split('\n').length - 1
}

function allImports(): Import[] {
  return sources().flatMap((from) => {
    const text = readFileSync(from, 'utf8')
    const resolved = (to: string) => (to.startsWith('#') ? to.slice(1) : join(dirname(from), to))
    return [
      ...[...text.matchAll(/^(import|export)( type)? [^'";]*?from ['"]([#.][^'"]+)['"]/gm)].map((match) => ({
        from,
        to: resolved(match[3]!),
        kind: match[2] === undefined ? ('value' as const) : ('type' as const),
      })),
      ...[...text.matchAll(/(?<!typeof )\b(?:import\(|new URL\()\s*['"]([#.][^'"]+)['"]/g)].map((match) => ({
        from,
        to: resolved(match[1]!),
        kind: 'dynamic' as const,
      })),
    ]
  })
}

function sources(named = /\.tsx?$/) {
  return tops
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
    .filter((file) => named.test(file))
}
