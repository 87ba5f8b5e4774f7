import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { decodeRecord, encodeRecord } from '../iso2709/iso2709.ts'
import type { ControlField } from '../record.ts'
import { toHeading } from './authority-crosswalk.ts'
import { toAuthorityRecord } from './authority-record.ts'
import type { HeadingDocument } from './heading-document.ts'

const made = {
  agency: 'SCIS',
  enteredAt: new Date('2026-01-02T03:04:05Z'),
  changedAt: new Date('2026-11-21T09:30:00Z'),
}
const dogs: HeadingDocument = {
  recordId: 'scot-1',
  heading: 'Dogs -- Training',
  headingSort: 'dogs training',
  variants: ['Hounds', 'Pooches -- Schools'],
  kind: 'topic',
  isSubject: true,
  isName: false,
  isSeriesTitle: false,
  topicAuthority: 'scot',
  nameAuthority: '',
  broader: [{ heading: 'Animals', number: 'scot-2' }],
  narrower: [{ heading: 'Puppies', number: '' }],
  related: [{ heading: 'Wolves', number: 'scot-3' }],
  earlier: [{ heading: 'Dog training', number: '' }],
  later: [{ heading: 'Canine education', number: '' }],
  note: 'Works on dogs at school.\nDefinition: a class.',
}
const name = {
  ...dogs,
  heading: 'Dogs of Hillview',
  headingSort: 'dogs of hillview',
  isSubject: false,
  isName: true,
  topicAuthority: '',
  broader: [],
  narrower: [],
}
const series = { ...name, isName: false, isSeriesTitle: true }

test.each<[string, HeadingDocument]>([
  ['a topic of a thesaurus', dogs],
  ['a topic of the Library of Congress', { ...dogs, topicAuthority: 'lcsh' }],
  ['a topic of nobody', { ...dogs, topicAuthority: '' }],
  ['a place', { ...dogs, kind: 'place' }],
  ['a genre', { ...dogs, kind: 'genre' }],
  ['a person as a subject', { ...dogs, kind: 'person' }],
  [
    'a person',
    {
      ...name,
      kind: 'person',
      heading: 'Dahl, Roald, 1916-1990',
      headingSort: 'dahl roald 1916 1990',
      nameAuthority: 'local',
    },
  ],
  ['a name of the Library of Congress', { ...name, kind: 'corporate body', nameAuthority: 'naf' }],
  ['a place as a name', { ...name, kind: 'place', nameAuthority: 'local' }],
  ['a meeting', { ...name, kind: 'meeting', nameAuthority: 'local' }],
  ['a title', { ...name, kind: 'title', nameAuthority: 'local' }],
  [
    'a series',
    { ...series, kind: 'series', nameAuthority: 'local', heading: 'The saddle club', headingSort: 'saddle club' },
  ],
])('%s gives the same heading when its record is read back', (_, document) => {
  expect(toHeading(decodeRecord(encodeRecord(toAuthorityRecord(document, made)).bytes).record)).toEqual(document)
})

test('the record is a whole MARC 21 authority record, as another program reads it', () => {
  const record = toAuthorityRecord(dogs, made)
  const fixed = record.fields.find(({ tag }) => tag === '008') as ControlField
  expect(fixed.value).toHaveLength(40)
  const { bytes, cuts } = encodeRecord(record)
  expect(cuts).toEqual([])
  const folder = mkdtempSync(join(tmpdir(), 'authority-'))
  writeFileSync(join(folder, 'one.mrc'), bytes)
  const { stdout, status, error } = spawnSync('yaz-marcdump', [join(folder, 'one.mrc')])
  rmSync(folder, { recursive: true })
  if (error) return
  expect(status).toBe(0)
  expect(stdout.toString('utf8')).toContain(`001 scot-1
003 SCIS
005 20261121093000.0
008 260102|n azznnbab           |a ana     d
040    $a SCIS $b eng $c SCIS $f scot
150    $a Dogs $x Training
450    $a Hounds
450    $a Pooches $x Schools
550    $w g $a Animals $0 (SCIS)scot-2
550    $w h $a Puppies
550    $a Wolves $0 (SCIS)scot-3
550    $w a $a Dog training
550    $w b $a Canine education
680    $i Works on dogs at school.
680    $i Definition: a class.
`)
})
