import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openClient } from '#adapters/catalogue/opensearch/client.ts'
import { onServer } from '#adapters/database/testing.ts'
import { startMailServer } from '#adapters/mail/smtp-testing.ts'
import { accountApi } from '#features/account/contract.ts'
import { openBrowser } from '#features/account/server/account-testing.ts'
import { catalogueApi } from '#features/catalogue/contract.ts'
import { headingsApi } from '#features/catalogue/headings/contract.ts'
import { authoritiesApi } from '#features/downloads/authorities/contract.ts'
import { downloadsApi } from '#features/downloads/contract.ts'
import { sentPicture } from '#features/requests/attachments/server/testing.ts'
import { requestsApi } from '#features/requests/contract.ts'
import { paper } from '#features/requests/server/testing.ts'
import { Problem } from '#kit/problem.ts'
import { encodeRecord } from '#marc/iso2709/iso2709.ts'
import type { DataField } from '#marc/record.ts'
import { callAt } from '../scale/call-at.ts'
import { inTurn } from '../scale/in-turn.ts'
import { type Portal, type Program, startPortal, startWorker } from '../scale/programs.ts'
import { freePorts } from '../scale/services/free-port.ts'
import { type S3Server, s3ClassPath, startS3 } from '../scale/services/s3.ts'
import { variablesWith } from './env.ts'

const postgres = inject('postgresUrl')
const openSearch = inject('openSearchUrl')
const canTry = postgres !== '' && openSearch !== '' && s3ClassPath() !== undefined
const librarian = 'librarian@hillview.example'
/** For a busy machine. */
const longMs = 600_000

describe.skipIf(!canTry)('stateless machines', { timeout: longMs }, () => {
  const name = `machines_${randomUUID().replaceAll('-', '')}`
  const folder = mkdtempSync(join(tmpdir(), 'machines-'))
  const machines = ['one', 'two', 'command-line'] as const
  type Machine = (typeof machines)[number]
  const dataDir = (machine: Machine) => join(folder, machine)
  let store: S3Server
  let mailServer: Awaited<ReturnType<typeof startMailServer>>
  let shared: Record<string, string>
  let ports: number[]
  const portals: Portal[] = []
  const workers: Program[] = []
  let cookie: string

  const on = (machine: Machine, more: Record<string, string> = {}) => ({
    ...shared,
    ...more,
    DATA_DIR: dataDir(machine),
  })

  beforeAll(async () => {
    await onServer(postgres, `create database ${name}`)
    store = (await startS3())!
    mailServer = await startMailServer()
    ports = await freePorts(2)
    const database = new URL(postgres)
    database.pathname = `/${name}`
    shared = {
      DATABASE_URL: database.href,
      OPENSEARCH_URL: openSearch,
      OPENSEARCH_PREFIX: name,
      S3_ENDPOINT: store.endpoint,
      S3_BUCKET: store.bucket,
      S3_ACCESS_KEY_ID: store.keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: store.keys.secretAccessKey,
      SMTP_URL: mailServer.url,
      PUBLIC_URL: `http://localhost:${ports[0]}`,
      // The same file on each machine.
      SECRET_KEY_FILE: join(folder, 'secret-key'),
      LOG_LEVEL: 'error',
      DEMO: 'true',
    }
    // The first creates the first content; several starting at once is tested elsewhere.
    portals.push(await startPortal(on('one', { PORT: String(ports[0]) })))
    portals.push(await startPortal(on('two', { PORT: String(ports[1]) })))
    for (const machine of ['one', 'two'] as const) workers.push(await startWorker(on(machine)))
  }, longMs)
  afterAll(async () => {
    await Promise.all([...portals, ...workers].map((each) => each.stop()))
    await mailServer?.stop()
    await store?.stop()
    await onServer(postgres, `drop database ${name} with (force)`)
    const client = openClient(openSearch.split(','))
    await client.ask({ method: 'DELETE', path: `/${name}-*` })
    await client.close()
    rmSync(folder, { recursive: true, force: true })
  }, longMs)

  const at = (n: number) => callAt(portals[n]!.origin, cookie)
  const hashAt = async (n: number, path: string) => {
    const answer = await fetch(`${portals[n]!.origin}${path}`, { headers: { cookie } })
    expect([path, answer.status]).toEqual([path, 200])
    return createHash('sha256')
      .update(Buffer.from(await answer.arrayBuffer()))
      .digest('hex')
  }
  /** The same file on both. */
  const sameAtBoth = async (path: string) => expect(await hashAt(1, path)).toBe(await hashAt(0, path))
  const fileOf = (requestId: string) => `/rest/mydownload/download?requestId=${requestId}`
  const isReady = (n: number, requestId: string) =>
    expect.poll(() => at(n)(downloadsApi.requestStatus, { requestId }), { timeout: 300_000 }).toBe('READY')

  const found = async (n: number, query: string) => {
    const bodybuilderquery = JSON.stringify({ query: { query_string: { query } } })
    return (await at(n)(catalogueApi.search, { bodybuilderquery })).hits.total
  }
  const someRecords = async () => {
    const bodybuilderquery = JSON.stringify({ query: { match_all: {} }, size: 20 })
    return (await at(0)(catalogueApi.search, { bodybuilderquery })).hits.hits.map(({ _id }) => _id)
  }
  const headingsFound = async (n: number, query: string) => {
    const bodybuilderquery = { query: { query_string: { query } } }
    return (await at(n)(headingsApi.searchHeadings, { bodybuilderquery })).hits.total
  }
  const catalogue = async (...given: string[]) => {
    const script = join(import.meta.dirname, '../cli/catalogue.ts')
    const env = variablesWith(on('command-line'))
    return (await promisify(execFile)(process.execPath, [script, ...given], { env })).stdout
  }
  const marcFile = (leader: string, id: string, field: Omit<DataField, 'ind2'>) => {
    const path = join(folder, `${id}.mrc`)
    const fields = [
      { tag: '001', value: id },
      { tag: '008', value: '' },
      { ...field, ind2: ' ' },
    ]
    writeFileSync(path, encodeRecord({ leader, fields }).bytes)
    return path
  }
  const titled = (id: string, title: string) =>
    marcFile('00000nam a2200000 a 4500', id, { tag: '245', ind1: '1', subfields: [{ code: 'a', value: title }] })

  test('a sign-in whose steps alternate between the two is valid on both', async () => {
    const browser = openBrowser({
      ...inTurn(portals.map(({ origin }) => origin)),
      env: { publicUrl: shared.PUBLIC_URL } as never,
    })
    await browser.signIn(librarian)
    cookie = `session=${browser.cookie('session')!.value}`
    for (const n of [0, 1]) expect((await at(n)(accountApi.currentUser, {})).user.username).toBe(librarian)
  })

  test('a download requested on one is read from both, byte for byte', async () => {
    const identities = await someRecords()
    const { response } = await at(0)(downloadsApi.createRequest, { identities, content: 'DATA_AND_IMAGE' })
    await isReady(1, response.id)
    await sameAtBoth(fileOf(response.id))
  })

  test('a picture sent to one is visible on the other', async () => {
    const items = [paper({ title: 'With a picture', files: [await sentPicture()] })]
    const { response } = await at(0)(requestsApi.createCatalogueRequest, { items })
    const there = await at(1)(requestsApi.catalogueRequest, { id: response.id })
    expect(there.response).toEqual(response)
    const [picture] = there.response.items[0]!.files
    await sameAtBoth(picture!.url)
    await sameAtBoth(picture!.thumbnailUrl)
  })

  test('both find at once what the command line loads, replaces, rebuilds or removes', async () => {
    const both = (query: string) => Promise.all([found(0, query), found(1, query)])
    expect(await both('zephyrquill')).toEqual([0, 0])
    await catalogue('load', titled('machines-1', 'Zephyrquill'))
    expect(await both('zephyrquill')).toEqual([1, 1])
    await catalogue('load', titled('machines-1', 'Gossamerquill'))
    expect(await both('zephyrquill')).toEqual([0, 0])
    let isBuilt = false
    const building = catalogue('rebuild').finally(() => {
      isBuilt = true
    })
    for (let searches = 0; !isBuilt || searches < 3; searches++) expect(await both('gossamerquill')).toEqual([1, 1])
    expect(await building).toMatch(/^rebuilt \d+\n$/)
    await catalogue('remove', 'machines-1')
    expect(await both('gossamerquill')).toEqual([0, 0])
  })

  test('headings loaded by the command line are found on both, and released once', async () => {
    const releases = async (n: number) => (await at(n)(authoritiesApi.authorityReleases, {})).response
    const before = await releases(0)
    expect(before).toHaveLength(1)
    const field = { tag: '150', ind1: ' ', subfields: [{ code: 'a', value: 'Zephyrquills' }] }
    await catalogue('load', '--authorities', marcFile('00000nz  a2200000n  4500', 'machines-2', field))
    expect(await Promise.all([headingsFound(0, 'zephyrquills'), headingsFound(1, 'zephyrquills')])).toEqual([1, 1])
    await Promise.all([catalogue('release'), catalogue('release')])
    const now = await releases(0)
    expect(now.map(({ number }) => number)).toEqual([2, 1])
    expect(now[0]!.changes!.ALL).toEqual({ added: 1, changed: 0, deleted: 0 })
    expect(await releases(1)).toEqual(now)
    for (const { fileFormat, requestFileId } of now[0]!.files.slice(0, 4))
      await sameAtBoth(
        `/rest/mydownload/downloadAuthorityFile?fileFormat=${fileFormat}&requestFileId=${encodeURIComponent(requestFileId)}`,
      )
  })

  test('a machine is lost with all its data, and an empty one replaces it', async () => {
    const identities = await someRecords()
    const acknowledged: string[] = []
    let [ending, lost] = [false, false]
    const writer = async (n: number) => {
      while (!ending)
        try {
          const { response } = await at(n)(downloadsApi.createRequest, { identities })
          acknowledged.push(response.id)
        } catch (error) {
          // Calls to the lost one get no answer; the other may be overloaded for a moment.
          if (error instanceof Problem) expect([error.status, error.code]).toEqual([503, 'busy'])
          else expect([n, lost]).toEqual([0, true])
          if (n === 0 && lost) return
          await delay(50)
        }
    }
    const writers = [writer(0), writer(1), writer(1)]
    await expect.poll(() => acknowledged.length, { timeout: longMs }).toBeGreaterThan(20)
    lost = true
    await Promise.all([portals[0]!.kill(), workers[0]!.kill()])
    rmSync(dataDir('one'), { recursive: true })
    const before = acknowledged.length
    await expect.poll(() => acknowledged.length, { timeout: longMs }).toBeGreaterThan(before + 20)
    portals[0] = await startPortal(on('one', { PORT: String(ports[0]) }))
    workers[0] = await startWorker(on('one'))
    ending = true
    await Promise.all(writers)

    expect((await at(0)(accountApi.currentUser, {})).user.username).toBe(librarian)
    for (const id of acknowledged) await isReady(0, id)
    for (const id of [acknowledged[0]!, acknowledged.at(-1)!]) await sameAtBoth(fileOf(id))
    expect(await found(0, 'dragon')).toBe(await found(1, 'dragon'))
    expect(await headingsFound(0, 'zephyrquills')).toBe(1)
  })
})
