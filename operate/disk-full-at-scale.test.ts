import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '#features/account/server/account-testing.ts'
import { catalogueApi } from '#features/catalogue/contract.ts'
import { downloadsApi } from '#features/downloads/contract.ts'
import { Problem } from '#kit/problem.ts'
import { writeMarc } from '../bench/write-marc.ts'
import { type Call, callAt } from '../scale/call-at.ts'
import { inTurn } from '../scale/in-turn.ts'
import { type Portal, runCatalogue, startPortal } from '../scale/programs.ts'
import { freePorts } from '../scale/services/free-port.ts'

const folder = mkdtempSync(join(tmpdir(), 'disk-full-'))
const disk = join(folder, 'disk')
mkdirSync(disk)
// A real, separate disk, which requires root.
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=640m', 'tmpfs', disk]).status === 0
const patient = { timeout: 120_000, interval: 200 }

afterAll(() => {
  if (mounted) spawnSync('umount', ['--lazy', disk])
  rmSync(folder, { recursive: true, force: true })
})

describe.skipIf(!mounted)('a disk that fills up and has space again', () => {
  const filler = join(disk, 'filler')
  const records = join(folder, 'records.mrc')
  let variables: Record<string, string>
  let portal: Portal
  let call: Call
  let cookie: string
  let identities: string[]

  beforeAll(async () => {
    const [port] = await freePorts(1)
    variables = {
      DATA_DIR: join(disk, 'data'),
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      LOG_LEVEL: 'silent',
      DEMO: 'true',
    }
    await writeMarc(records, 5000)
    portal = await startPortal(variables)
    const browser = openBrowser({ ...inTurn([portal.origin]), env: { publicUrl: variables.PUBLIC_URL } as never })
    await browser.signIn('librarian@hillview.example')
    cookie = `session=${browser.cookie('session')!.value}`
    call = callAt(portal.origin, cookie)
    identities = (await everything()).hits.map(({ _id }) => _id)
  })
  afterAll(() => portal?.stop())

  const fill = () => {
    for (const size of [2 ** 20, 2 ** 12])
      try {
        for (;;) appendFileSync(filler, Buffer.alloc(size))
      } catch (error) {
        expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
      }
  }
  const everything = async () =>
    (await call(catalogueApi.search, { bodybuilderquery: JSON.stringify({ query: { match_all: {} }, size: 20 }) })).hits
  const total = async () => (await everything()).total
  const request = async (requestName: string) =>
    (await call(downloadsApi.createRequest, { identities, requestName })).response.id
  const fileOf = async (requestId: string) => {
    const answer = await fetch(`${portal.origin}/rest/mydownload/download?requestId=${requestId}`, {
      headers: { cookie },
    })
    return { status: answer.status, text: await answer.text() }
  }
  const status = (requestId: string) => call(downloadsApi.requestStatus, { requestId })

  test('searches and files keep working, writes get a retry answer, a load is rolled back; with space everything resumes', async () => {
    const before = await request('before')
    await expect.poll(() => status(before), patient).toBe('READY')
    const file = await fileOf(before)
    expect(file.status).toBe(200)
    const records0 = await total()

    fill()
    const acknowledged: string[] = []
    const refused: Problem[] = []
    // For a while writes fit into space allocated earlier.
    while (refused.length < 3)
      try {
        acknowledged.push(await request(`while full ${acknowledged.length}`))
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        refused.push(error)
      }
    expect(new Set(refused.map((each) => each.status))).toEqual(new Set([503]))
    expect(await fileOf(before)).toEqual(file)
    expect(await total()).toBe(records0)
    expect((await fetch(`${portal.origin}/health/live`)).status).toBe(200)
    const load = await runCatalogue(variables, ['load', records])
    expect(load).toMatchObject({ code: 1, said: expect.stringMatching(/nothing was loaded\. .*(room|full|space)/i) })
    expect(await total()).toBe(records0)

    rmSync(filler)
    let after = ''
    await expect.poll(async () => (after = await request('after').catch(() => '')), patient).not.toBe('')
    for (const each of [...acknowledged, after]) await expect.poll(() => status(each), patient).toBe('READY')
    expect((await fileOf(after)).text).toBe(file.text)
    const { said } = await runCatalogue(variables, ['load', records])
    const [, loaded, updated] = /loaded (\d+), updated (\d+)/.exec(said)!.map(Number)
    expect(loaded! + updated!).toBe(5000)
    await expect.poll(total, patient).toBe(records0 + loaded!)
  }, 400_000)
})
