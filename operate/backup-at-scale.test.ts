import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openClient } from '#adapters/catalogue/opensearch/client.ts'
import { onServer } from '#adapters/database/testing.ts'
import { readEnv } from '#app/env.ts'
import { loadFirstContent } from '#app/first-start.ts'
import { wire } from '#app/wire.ts'
import { readManifest } from '#platform/backup/server/manifest.ts'
import { type S3Server, startS3 } from '../scale/services/s3.ts'
import { contentOf, runAdmin } from './backup-testing.ts'

const postgres = inject('postgresUrl')
const openSearch = inject('openSearchUrl')

describe.skipIf(!postgres || !openSearch)('from one machine to many and back', () => {
  const root = mkdtempSync(join(tmpdir(), 'backup-'))
  const at = (name: string) => join(root, name)
  const name = `backup_${randomUUID().replaceAll('-', '')}`
  const prefix = name.replaceAll('_', '-')
  const url = new URL(postgres || 'postgres://nowhere')
  url.pathname = `/${name}`
  const alone = { DATABASE_URL: '', OPENSEARCH_URL: '', S3_BUCKET: '', LOG_LEVEL: 'silent' }
  let store: S3Server
  let many: Record<string, string>
  beforeAll(async () => {
    store = (await startS3())!
    await onServer(postgres, `create database ${name}`)
    many = {
      DATA_DIR: at('scratch'),
      LOG_LEVEL: 'silent',
      DATABASE_URL: url.href,
      OPENSEARCH_URL: openSearch,
      OPENSEARCH_PREFIX: prefix,
      S3_ENDPOINT: store.endpoint,
      S3_BUCKET: store.bucket,
      S3_ACCESS_KEY_ID: store.keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: store.keys.secretAccessKey,
    }
    const app = await wire(readEnv({ ...alone, DATA_DIR: at('one'), DEMO: 'true' }))
    await loadFirstContent(app)
    await app.files.put('downloads/of-nobody.bin', Buffer.from([0, 1, 2, 255]))
    await app.close()
  }, 600_000)
  afterAll(async () => {
    await store?.stop()
    const client = openClient(openSearch.split(','))
    await client.ask({ method: 'DELETE', path: `/${prefix}-*` })
    await client.close()
    await onServer(postgres, `drop database if exists ${name} with (force)`)
    rmSync(root, { recursive: true, force: true })
  })

  const done = async (settings: Record<string, string>, ...given: string[]) => {
    const { status, out, err } = await runAdmin(settings, ...given)
    expect([status, err], out).toEqual([0, expect.any(String)])
  }

  test('embedded, PostgreSQL with OpenSearch and S3, and embedded again have the same rows, files, records and headings', async () => {
    await done({ ...alone, DATA_DIR: at('one') }, 'backup', at('first'), '--with-secret-key')
    await done(many, 'restore', at('first'))
    await done(many, 'backup', at('second'))
    const first = await contentOf(at('first'))
    expect(first.records.length).toBeGreaterThan(4000)
    expect(first.headings.length).toBeGreaterThan(3000)
    expect(await contentOf(at('second'))).toEqual(first)
    const [one, two] = [await readManifest({ path: at('first') }), await readManifest({ path: at('second') })]
    expect(two.catalogue.generation).toBeGreaterThan(one.catalogue.generation)
    expect(two.headings.generation).toBeGreaterThan(one.headings.generation)

    // Over existing data with other records.
    const app = await wire(readEnv(many))
    await app.catalogue.remove(first.records.slice(0, 100).map(({ document }) => document.id))
    await app.files.put('downloads/of-nobody.bin', Buffer.from([0, 1, 2, 254]))
    await app.close()
    await done(many, 'restore', at('second'))
    await done(many, 'backup', at('third'), '--with-secret-key')
    expect(await contentOf(at('third'))).toEqual(first)

    await done({ ...alone, DATA_DIR: at('other') }, 'restore', at('third'))
    await done({ ...alone, DATA_DIR: at('other') }, 'backup', at('fourth'))
    expect(await contentOf(at('fourth'))).toEqual(first)
  }, 900_000)
})
