import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '#app/testing.ts'
import { book } from '#features/downloads/server/testing.ts'
import { askOai, type Given, hillview, openOaiApp, recordsIn } from './oai-testing.ts'

/** The protocol's own schemas, which `.ci/run` fetches: no part of them is in the project. */
const schemas = join(process.cwd(), 'node_modules/.cache/oai-schemas')
const isFetched = existsSync(join(schemas, 'OAI-PMH.xsd'))

/** OAI-PMH demands a declaration of every element inside; for these namespaces only the envelope is checked. */
const undeclared = {
  record: 'http://www.loc.gov/MARC21/slim',
  mods: 'http://www.loc.gov/mods/v3',
  'oai-identifier': 'http://www.openarchives.org/OAI/2.0/oai-identifier',
}

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await openOaiApp()
  await app.catalogue.write([
    book({ id: '1', title: 'Possum magic', isbns: ['9780152632243'], numbers: [['100', 'a', 'Fox, Mem']] }),
    book({ id: '2', title: 'Te kererū & <others>', numbers: [['520', 'a', 'Birds.']] }),
    book({ id: '3', title: 'Removed' }),
  ])
  await app.catalogue.remove(['3'])
  folder = mkdtempSync(join(tmpdir(), 'oai-'))
  const imports = [
    // Before oai_dc, which names an address of the network for it.
    ['http://purl.org/dc/elements/1.1/', join(schemas, 'simpledc20021212.xsd')],
    ['http://www.openarchives.org/OAI/2.0/', join(schemas, 'OAI-PMH.xsd')],
    ['http://www.openarchives.org/OAI/2.0/oai_dc/', join(schemas, 'oai_dc.xsd')],
  ]
  for (const [name, namespace] of Object.entries(undeclared)) {
    const file = join(folder, `${name}.xsd`)
    writeFileSync(file, schemaOf(`targetNamespace="${namespace}"`, `<element name="${name}" type="anyType"/>`))
    imports.push([namespace, file])
  }
  const lines = imports.map(([namespace, file]) => `<import namespace="${namespace}" schemaLocation="${file}"/>`)
  writeFileSync(join(folder, 'all.xsd'), schemaOf('', lines.join('')))
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const schemaOf = (attributes: string, content: string) =>
  `<schema xmlns="http://www.w3.org/2001/XMLSchema" ${attributes}>${content}</schema>`

/** Xmllint's errors for a response; empty if it is valid. */
function faultsOf(xml: string): string {
  const file = join(folder, 'response.xml')
  writeFileSync(file, xml)
  const args = ['--nonet', '--noout', '--schema', join(folder, 'all.xsd'), file]
  const { status, stderr } = spawnSync('xmllint', args, { encoding: 'utf8' })
  return status === 0 ? '' : stderr
}

describe.skipIf(!isFetched)(`by OAI-PMH's schemas${isFetched ? '' : ': skipped, they were not fetched'}`, () => {
  test.each<Given>([
    { verb: 'Identify' },
    { verb: 'ListMetadataFormats' },
    { verb: 'ListSets' },
    ...['oai_dc', 'marcxml', 'mods'].flatMap((metadataPrefix) => [
      { verb: 'ListRecords', metadataPrefix },
      { verb: 'ListIdentifiers', metadataPrefix },
      { verb: 'GetRecord', metadataPrefix, identifier: 'oai:portal.example:2' },
    ]),
    { verb: 'Nothing' },
    { verb: 'ListRecords' },
    { verb: 'ListRecords', metadataPrefix: 'oai_dc', from: '2999-01-01' },
  ])('%o is answered by a valid response', async (given) => {
    expect(faultsOf(await askOai(app, given, hillview))).toBe('')
  })

  test('brief records of a visitor and deleted ones are valid', async () => {
    const xml = await askOai(app, { verb: 'ListRecords', metadataPrefix: 'oai_dc' })
    expect(
      recordsIn(xml)
        .map(({ isDeleted }) => isDeleted)
        .sort(),
    ).toEqual([false, false, true])
    expect(faultsOf(xml)).toBe('')
  })

  test('a response that breaks the schema is found', async () => {
    const xml = await askOai(app, { verb: 'ListRecords', metadataPrefix: 'oai_dc' })
    expect(faultsOf(xml.replace('<dc:title', '<dc:titel').replace('</dc:title', '</dc:titel'))).toContain('titel')
    expect(faultsOf(xml.replace('<datestamp>2', '<datestamp>x'))).toContain('datestamp')
  })
})
