import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { OpenDatabase } from '#adapters/database/database.ts'
import { openPostgres } from '#adapters/database/postgres.ts'
import { onServer } from '#adapters/database/testing.ts'
import { sessionOf } from '#features/account/sign-in/server/session-testing.ts'
import { catalogueApi } from '#features/catalogue/contract.ts'
import { foldersApi } from '#features/folders/contract.ts'
import { callAt } from '../scale/call-at.ts'
import { type Portal, startPortal } from '../scale/programs.ts'
import { freePorts } from '../scale/services/free-port.ts'
import type { Db } from './app.ts'

const server = inject('postgresUrl')

describe.skipIf(!server)('two portals that are replaced one after the other', { timeout: 600_000 }, () => {
  const name = `rolling_${randomUUID().replaceAll('-', '')}`
  const url = new URL(server || 'postgres://nowhere')
  url.pathname = `/${name}`
  const folder = mkdtempSync(join(tmpdir(), 'rolling-'))
  let database: OpenDatabase
  let cookie: string
  /** Takes calls, as the endpoints of a Kubernetes service do: a portal leaves before it is asked to end. */
  let serving: Portal[] = []
  let ports: number[]
  let publicUrl: string

  const start = async () => {
    const portal = await startPortal({
      DATABASE_URL: url.href,
      DATA_DIR: folder,
      PUBLIC_URL: publicUrl,
      PORT: String(ports.shift()),
      LOG_LEVEL: 'error',
      DEMO: 'true',
    })
    serving.push(portal)
  }

  beforeAll(async () => {
    await onServer(server, `create database ${name}`)
    ports = await freePorts(4)
    publicUrl = `http://localhost:${ports[0]}`
    await start()
    await start()
    database = await openPostgres(url.href, () => {})
    cookie = await sessionOf(database.db as Db, 'demo-lakeside-trial', publicUrl)
  })
  afterAll(async () => {
    await Promise.all(serving.map((each) => each.stop()))
    await database?.close()
    await onServer(server, `drop database ${name} with (force)`)
    rmSync(folder, { recursive: true, force: true })
  })

  test('no call fails, and every acknowledged folder exists', async () => {
    let calls = 0
    let ending = false
    const made: string[] = []
    const failures: unknown[] = []
    const next = () => callAt(serving[calls++ % serving.length]!.origin, cookie)
    const keepCalling = async (client: number) => {
      for (let turn = 0; !ending; turn++)
        try {
          await next()(catalogueApi.search, { bodybuilderquery: '{"query":{"match_all":{}}}' })
          const folderName = `Folder ${client}-${turn}`
          await next()(foldersApi.saveFolder, { folderName, searchFolderJson: JSON.stringify([{ bibId: '1000001' }]) })
          made.push(folderName)
        } catch (error) {
          failures.push(error)
          return
        }
    }
    const clients = [1, 2, 3, 4].map(keepCalling)
    for (const old of [...serving]) {
      await start()
      serving = serving.filter((each) => each !== old)
      expect(await old.stop()).toBe(0)
    }
    ending = true
    await Promise.all(clients)
    expect(failures).toEqual([])
    const kept = await (database.db as Db).selectFrom('savedFolder').select('name').execute()
    const names = new Set(kept.map((each) => each.name))
    expect(made.length).toBeGreaterThan(10)
    expect(made.filter((each) => !names.has(each))).toEqual([])
  })
})
