import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Portal, startPortal } from '../programs.ts'
import { freePorts } from '../services/free-port.ts'
import { webCheckers, webReaders } from './outside-readers.ts'

/*
 * A portal as a stranger starts it, with its sample catalogue; its public addresses are checked and read by programs
 * that know nothing of it.
 */

const folder = mkdtempSync(join(tmpdir(), 'open-web-'))
let portal: Portal
let addresses: string[]
/** Pages of records by their address: a few of each material. */
const pages = new Map<string, string>()

beforeAll(async () => {
  const [port] = await freePorts(1)
  const publicUrl = `http://127.0.0.1:${port}`
  const data = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'error' }
  portal = await startPortal({ PORT: String(port), PUBLIC_URL: publicUrl, ...data })
  // The sample catalogue is loaded at the first start.
  addresses = await vi.waitFor(
    async () => {
      const [file] = locationsIn(await get('/sitemap.xml'))
      const found = locationsIn(await get(file!))
      expect(found.length).toBeGreaterThan(1_000)
      return found
    },
    { timeout: 120_000, interval: 500 },
  )
  const perType = new Map<string, number>()
  for (const address of addresses.filter((_, at) => at % 10 === 0)) {
    const html = await get(address)
    const { '@type': type } = jsonLdIn(html)
    const count = (perType.get(type) ?? 0) + 1
    perType.set(type, count)
    if (count <= 5) pages.set(address, html)
  }
}, 300_000)
afterAll(async () => {
  await portal?.kill()
  rmSync(folder, { recursive: true, force: true })
})

async function get(address: string, accept = 'text/html,*/*'): Promise<string> {
  const answer = await fetch(new URL(address, portal.origin), { headers: { accept } })
  expect([address, answer.status]).toEqual([address, 200])
  return answer.text()
}
const locationsIn = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address!)
const jsonLdIn = (html: string): { '@type': string } =>
  JSON.parse(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html)![1]!)

/** Xmllint's errors; empty if there are none. */
function xmlFaults(xml: string, ...options: string[]): string {
  const args = ['--nonet', '--noout', ...options, '-']
  const { status, stderr } = spawnSync('xmllint', args, { input: xml, encoding: 'utf8', maxBuffer: 2 ** 26 })
  return status === 0 ? '' : stderr
}
const tool = (path: string) => join(webCheckers()!, 'node_modules', path)

type Run = { code: number; output: string }
const run = (program: string, args: string[]) =>
  new Promise<Run>((resolve) => {
    execFile(process.execPath, [program, ...args], { cwd: folder, maxBuffer: 2 ** 26 }, (error, output, errors) =>
      resolve({ code: error ? 1 : 0, output: output + errors }),
    )
  })

test('the sample has pages of several materials', () => {
  expect(pages.size).toBeGreaterThan(10)
  expect(new Set([...pages.values()].map((html) => jsonLdIn(html)['@type'])).size).toBeGreaterThan(3)
})

test('xmllint: feeds, sitemap, OpenSearch description, MARCXML and MODS are well-formed', async () => {
  const [record] = addresses
  for (const path of ['/sitemap.xml', '/feeds/new.atom', '/opensearch.xml', `${record}.marcxml`, `${record}.mods`])
    expect([path, xmlFaults(await get(path))]).toEqual([path, ''])
})

test('the sitemap is valid by the schema of sitemaps.org', async () => {
  const schema = ['--schema', tool('sitemap/schema/sitemap.xsd')]
  const files = locationsIn(await get('/sitemap.xml'))
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) expect([file, xmlFaults(await get(file), ...schema)]).toEqual([file, ''])
  expect(xmlFaults((await get(files[0]!)).replace('<lastmod>2', '<lastmod>x'), ...schema)).toContain('lastmod')
})

test('the sitemap library of npm reads the index', async () => {
  const { parseSitemapIndex } = createRequire(tool('sitemap/package.json'))('sitemap')
  const { Readable } = await import('node:stream')
  const items: { url: string; lastmod: string }[] = await parseSitemapIndex(Readable.from([await get('/sitemap.xml')]))
  expect(items.map(({ url }) => url)).toEqual(locationsIn(await get('/sitemap.xml')))
  for (const { lastmod } of items) expect(Date.parse(lastmod)).not.toBeNaN()
})

test('html-validate finds nothing wrong with pages of records', async () => {
  const names = [...pages.values()].map((html, at) => {
    writeFileSync(join(folder, `${at}.html`), html)
    return `${at}.html`
  })
  const check = (files: string[]) => run(tool('html-validate/bin/html-validate.mjs'), ['-p', 'standard', ...files])
  const { code, output } = await check(names)
  expect(output).toBe('')
  expect(code).toBe(0)
  writeFileSync(join(folder, 'wrong.html'), [...pages.values()][0]!.replace('<dl>', '<dl><p>'))
  expect((await check(['wrong.html'])).code).toBe(1)
})

test('the types of schema.org admit every type, property and value of the JSON-LD', async () => {
  const compile = async (things: object[]) => {
    const lines = things.map(
      (thing, at) =>
        `export const t${at}: schema.WithContext<schema.${(thing as { '@type': string })['@type']}> = ${JSON.stringify(thing)}`,
    )
    writeFileSync(join(folder, 'things.ts'), ["import type * as schema from 'schema-dts'", ...lines].join('\n'))
    const paths = { 'schema-dts': [tool('schema-dts/dist/schema.d.ts')] }
    const options = { strict: true, noEmit: true, module: 'esnext', moduleResolution: 'bundler', types: [], paths }
    const config = { compilerOptions: { ...options, target: 'es2024' }, files: ['things.ts'] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    return run(tool('typescript/bin/tsc'), ['-p', 'tsconfig.json'])
  }
  const things = [...pages.values()].map(jsonLdIn)
  expect((await compile(things)).output).toBe('')
  const wrong = await compile([{ ...things.find((each) => each['@type'] === 'Book'), numberOfPaws: 4 }])
  expect(wrong.output).toContain('numberOfPaws')
})

test('the JSON-LD expands to triples of schema.org, and nothing of it is dropped', async () => {
  const jsonld = createRequire(tool('jsonld/package.json'))('jsonld')
  // Its own context is only on the network; the vocabulary is its main rule.
  const document = { '@context': { '@vocab': 'https://schema.org/', id: '@id', type: '@type' } }
  const documentLoader = async (documentUrl: string) => {
    expect(documentUrl).toBe('https://schema.org')
    return { documentUrl, document, contextUrl: null }
  }
  for (const [address, html] of pages) {
    const triples: string = await jsonld.toRDF(jsonLdIn(html), {
      documentLoader,
      safe: true,
      format: 'application/n-quads',
    })
    expect(triples).toContain(`<${address}> <https://schema.org/name> "`)
    expect(triples).not.toMatch(/<(?!https?:)[^>]*>/)
  }
})

test('feedparser reads the feed, and coins-parser the COinS of each page', async () => {
  const given = JSON.stringify({ feeds: [await get('/feeds/new.atom')], pages: [...pages.values()] })
  const script = join(import.meta.dirname, 'read-pages.py')
  const { stdout, stderr } = spawnSync(webReaders()!, [script], { input: given, encoding: 'utf8', maxBuffer: 2 ** 26 })
  expect(stderr).toBe('')
  const { feeds, coins } = JSON.parse(stdout)
  expect(feeds[0]).toMatchObject({ fault: '', version: 'atom10' })
  expect(feeds[0].entries).toHaveLength(50)
  for (const { id, title, updated, link } of feeds[0].entries) {
    expect(addresses).toContain(link)
    expect(id).toBe(link)
    expect(title).not.toBe('')
    expect(Date.parse(updated)).not.toBeNaN()
  }
  const titles = [...pages.values()].map((html) => (jsonLdIn(html) as unknown as { name: string }).name)
  const read = coins.map((spans: [string, string][][]) => {
    expect(spans).toHaveLength(1)
    return spans[0]!.find(([key]) => key === 'rft.title')?.[1]
  })
  expect(read).toEqual(titles)
})

test('all alternates of a page lead to a file of the type that they name', async () => {
  const [address, html] = [...pages][0]!
  const links = [...html.matchAll(/<link rel="alternate" type="([^"]+)" title="[^"]+" href="([^"]+)">/g)]
  expect(links).toHaveLength(5)
  for (const [, type, href] of links) {
    const answer = await fetch(new URL(href!, address))
    expect([href, answer.status, answer.headers.get('content-type')]).toEqual([href, 200, `${type}; charset=utf-8`])
  }
})
