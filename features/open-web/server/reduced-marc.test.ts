import { describe, expect, test } from 'vitest'
import { blankDocument } from '#marc/crosswalk/blank-document.ts'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import { itemTypes } from '#marc/crosswalk/item-types.ts'
import { decodeRecord, encodeRecord } from '#marc/iso2709/iso2709.ts'
import { recordToMarcXml } from '#marc/marcxml/marcxml.ts'
import { modsFooter, modsHeader, recordToMods } from '#marc/mods/mods.ts'
import { breachesOf } from '#marc/mods/mods-testing.ts'
import type { DataField } from '#marc/record.ts'
import { reducedRecord, titleOf, yearOf } from '../rules.ts'
import { reducedMarc } from './reduced-marc.ts'
import { elementsIn, everyDocument } from './testing.ts'

const site = 'https://portal.example'
const lines = (xml: string) => xml.split('\n').map((line) => line.trim())

test('a record in MARC has what a stranger sees, and no more', () => {
  const document = {
    ...blankDocument('7'),
    title: { titlePrimary: 'Possum magic', noteStmOfResponsibility: 'Mem Fox ; pictures by Julie Vivas' },
    mainAuthor: { namePersonalPrimary: 'Fox, Mem', nameCorporatePrimary: '' },
    authors: ['Fox, Mem', 'Vivas, Julie, 1947-', 'Omnibus Books'],
    contributor: {
      namePersonalOther: ['Vivas, Julie, 1947-'],
      nameCorporateOther: ['Omnibus Books'],
      notePerformers: '',
    },
    publicationYear: 1983,
    subjectHeadings: [
      { heading: 'Possums -- Fiction', scheme: 'scisshl' },
      { heading: 'Magic', scheme: '' },
    ],
    imageFileName: 'p m.jpg',
  }
  const record = reducedMarc(document, site)
  const shown = record.fields.map((field) =>
    'value' in field
      ? `${field.tag} ${field.value}`
      : `${field.tag} ${field.ind1}${field.ind2} ${field.subfields.map(({ code, value }) => `$${code} ${value}`).join(' ')}`,
  )
  expect(record.leader).toBe('00000nam a22000003u 4500')
  expect(shown).toEqual([
    '001 7',
    '008 ||||||s1983    ||||||||||||||||||||||| |',
    '100 1  $a Fox, Mem',
    '245 10 $a Possum magic $c Mem Fox ; pictures by Julie Vivas',
    '264  1 $c 1983',
    '650  7 $a Possums $x Fiction $2 scisshl',
    '650  4 $a Magic',
    '655  4 $a Book',
    '700 1  $a Vivas, Julie, $d 1947-',
    '710 2  $a Omnibus Books',
    '856 42 $3 Page of the record $u https://portal.example/record/7',
    '856 42 $3 Cover $u https://portal.example/covers/p%20m.jpg?width=512',
  ])
  const mods = lines(recordToMods(record))
  expect(mods).toEqual(expect.arrayContaining(['<title>Possum magic</title>', '<topic>Possums</topic>']))
})

test('each subject has the tag and the codes of its field', () => {
  const subject = (tag: string, ind2: string, text: string): DataField => ({
    tag,
    ind1: ' ',
    ind2,
    subfields: text
      .split('$')
      .slice(1)
      .map((each) => ({ code: each[0]!, value: each.slice(1) })),
  })
  const subjects = [
    subject('650', '7', '$aSheep$zWales$y1900-$xBreeding$vFiction.$0(AU)1$2scisshl'),
    subject('651', '0', '$aWales$vMaps'),
    subject('600', '4', '$aFox, Mem,$d1946-$vBiography'),
    subject('630', '4', '$aBible.$pPsalms'),
    subject('650', '4', '$aSheep'),
  ]
  const whole = { leader: '00000nam a2200000 a 4500', fields: [...subjects, ...subjects] }
  const { fields } = reducedMarc(reducedRecord(toDocument(whole)), site, whole)
  const shown = fields.flatMap((field) =>
    'value' in field || !/^6[0-4]|65[01]/.test(field.tag)
      ? []
      : [`${field.tag} ${field.ind2} ${field.subfields.map(({ code, value }) => `$${code}${value}`).join('')}`],
  )
  expect(shown).toEqual([
    '650 7 $aSheep$zWales$y1900-$xBreeding$vFiction.$2scisshl',
    '651 7 $aWales$vMaps$2lcsh',
    '600 4 $aFox, Mem,$d1946-$vBiography',
    '630 4 $aBible.$pPsalms',
    '650 4 $aSheep',
  ])
})

test.each(Object.values(itemTypes).flat())('a program that reads the record takes it for the type %s', (scisType) => {
  const serial = scisType === 'Serial' || scisType === 'Newspaper' || scisType === 'Online serial'
  const record = reducedMarc(
    { ...blankDocument('1'), scisType, issuance: serial ? 'serial' : 'nonSerial', dateIssuedMarc: '2004' },
    site,
  )
  expect(record.fields.find(({ tag }) => tag === '008')).toMatchObject({ value: expect.stringMatching(/^.{40}$/) })
  expect(toDocument(record)).toMatchObject({ scisType, dateIssuedMarc: '2004' })
})

describe('of every record of the sample, and real ones,', () => {
  test('title, responsibility, year, type and subjects can be read back from bytes and XML', async () => {
    for (const document of (await everyDocument()).map(reducedRecord)) {
      const record = reducedMarc(document, site)
      const back = toDocument(decodeRecord(encodeRecord(record).bytes).record)
      const headings = document.subjectHeadings.map(({ heading }) => heading)
      expect(back.subjectHeadings.map(({ heading }) => heading)).toEqual(headings)
      expect(back.scisType).toBe(document.scisType)
      expect(back.title.titlePrimary).toBe(titleOf(document))
      expect(yearOf(back)).toBe(yearOf(document))
      const xml = recordToMarcXml(record)
      expect(elementsIn(xml).filter(({ attributes }) => attributes.tag === '245')).toHaveLength(1)
      expect(breachesOf(modsHeader + recordToMods(record) + modsFooter)).toEqual([])
    }
  })
})
