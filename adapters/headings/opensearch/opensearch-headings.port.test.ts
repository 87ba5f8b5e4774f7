import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, inject, test } from 'vitest'
import { openClient } from '#adapters/catalogue/opensearch/client.ts'
import { describeHeadings } from '../headings-suite.ts'
import { openOpenSearchHeadings } from './opensearch-headings.ts'

const url = inject('openSearchUrl')
const client = openClient(url.split(','))
const folder = mkdtempSync(join(tmpdir(), 'headings-'))
afterAll(async () => {
  await client.close()
  rmSync(folder, { recursive: true, force: true })
})

let count = 0
const open = async () => {
  const name = `h${process.pid}-${++count}`
  return openOpenSearchHeadings({
    client,
    alias: `${name}-headings`,
    folder: join(folder, name),
  })
}

if (url) describeHeadings('headings on OpenSearch', open)
else test.skip('OpenSearch is not installed on this machine', () => {})
