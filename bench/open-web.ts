import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { demoPassword } from '#demo/world/world.ts'
import { findChromium } from '../e2e/chromium.ts'
import { startPortal } from '../scale/programs.ts'
import { freePorts } from '../scale/services/free-port.ts'
import { loadByCommand } from './search-embedded.ts'
import { beginTable, grouped } from './table.ts'
import { formatMs } from './times.ts'
import { writeMarc } from './write-marc.ts'

/**
 * `node bench/open-web.ts [RECORDS, default 100000]`: 10,000 references in each form and style, and the sitemap, from a
 * portal with that many records: time to the first and the last byte, size, and how much memory the portal took more.
 */
const records = Number(process.argv[2] ?? 100_000)
const folder = mkdtempSync(join(tmpdir(), 'bench-open-web-'))
const citations = '/rest/catalogue/search/citations'
const words = ['history', 'water', 'energy', 'national', 'health', 'land', 'survey', 'education', 'river', 'report']

/** Linux only: the resident set, and the greatest since it was last asked for. */
const mib = (pid: number, name: 'VmRSS' | 'VmHWM') =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

try {
  const file = join(folder, 'records.mrc')
  await writeMarc(file, records)
  loadByCommand(file, folder)
  const [port] = await freePorts(1)
  const publicUrl = `http://127.0.0.1:${port}`
  const settings = { PORT: String(port), PUBLIC_URL: publicUrl, DATA_DIR: folder, DEMO: 'true', LOG_LEVEL: 'error' }
  const portal = await startPortal(settings)
  const { origin, pid } = portal
  const fetchAll = async (path: string, init: RequestInit = {}) => {
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
    const before = mib(pid, 'VmRSS')
    const start = performance.now()
    const reply = await fetch(origin + path, init)
    const chunks: Uint8Array[] = []
    let first = 0
    for await (const chunk of reply.body!) {
      first ||= performance.now() - start
      chunks.push(chunk)
    }
    const text = Buffer.concat(chunks).toString()
    if (!reply.ok) throw new Error(`${path} was answered by ${reply.status}: ${text.slice(0, 200)}`)
    return { reply, text, first, ms: performance.now() - start, more: mib(pid, 'VmHWM') - before }
  }
  try {
    const row = beginTable(['first byte ms', 'all ms', 'MB', 'memory, MiB more'])
    const show = (name: string, { text, first, ms, more }: Awaited<ReturnType<typeof fetchAll>>) =>
      row(name, formatMs(first), grouped(ms), (Buffer.byteLength(text) / 1e6).toFixed(1), grouped(Math.max(0, more)))
    show('sitemap, index', await fetchAll('/sitemap.xml'))
    show('sitemap, index again', await fetchAll('/sitemap.xml'))
    const listed = await fetchAll('/sitemaps/1.xml')
    show('sitemap, a file of 50,000', listed)
    const ids = [...listed.text.matchAll(/<loc>[^<]*\/record\/([^<]+)<\/loc>/g)].map(([, id]) => id!).slice(0, 10_000)
    const headers = { cookie: await signIn(origin), 'content-type': 'application/json', 'x-requested-with': 'fetch' }
    const cite = (input: object) => fetchAll(citations, { method: 'POST', headers, body: JSON.stringify(input) })
    const queries = words.map((word) => ({ query: { query_string: { query: word } } }))
    const totals = await Promise.all(
      queries.map(async (query) => {
        const { text } = await fetchAll(
          `/rest/catalogue/search?bodybuilderquery=${encodeURIComponent(JSON.stringify(query))}`,
        )
        return JSON.parse(text).hits.total as number
      }),
    )
    const widest = Math.max(...totals.filter((total) => total <= 10_000))
    for (const format of ['ris', 'bibtex', 'csl-json'])
      show(`${grouped(ids.length)} in ${format}`, await cite({ ids, format }))
    for (const style of ['apa', 'harvard', 'mla', 'chicago', 'vancouver'])
      show(`${grouped(ids.length)} in ${style}`, await cite({ ids, format: 'html', style }))
    const bodybuilderquery = queries[totals.indexOf(widest)]
    show(`a search, ${grouped(widest)} in ris`, await cite({ bodybuilderquery, format: 'ris' }))
    for (const time of ['second', 'third'])
      show(`${grouped(ids.length)} in ris, ${time} time`, await cite({ ids, format: 'ris' }))
  } finally {
    await portal.stop()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** The session's cookies, as a browser gets them. */
async function signIn(origin: string): Promise<string> {
  const found = await findChromium()
  const env = { ...process.env, ...found.env } as Record<string, string>
  const browser = await chromium.launch({ executablePath: found.path, args: found.args, env })
  try {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${origin}/rest/user/login?redirect=${encodeURIComponent('/discover')}`)
    await page.getByLabel('Username').fill('librarian@hillview.example')
    await page.getByLabel('Password').fill(demoPassword)
    await page.getByLabel('Password').press('Enter')
    await page.waitForURL(`${origin}/discover`)
    return (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  } finally {
    await browser.close()
  }
}
