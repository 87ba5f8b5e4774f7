import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '#app/testing.ts'
import { book } from '#features/downloads/server/testing.ts'
import { cataloguingApi } from '../contract.ts'
import { compare } from './compare.ts'
import { submit } from './testing.ts'

const { compareRecord } = cataloguingApi

const requested = {
  title: 'The magic pudding',
  subtitles: '',
  series: '',
  authors: 'Norman Lindsay',
  standardNumber: '9780207132759',
  publicationDate: '1918',
  resourceType: 'BOOK' as 'BOOK' | 'DVD_CD',
}

type Part = { title?: string; variants?: string[]; isbn?: string; type?: 'Book' | 'DVD' }

function record({ title = 'The magic pudding', variants = [], isbn = '9780207132759', type = 'Book' }: Part = {}) {
  const { document } = book({ id: '1', title, isbns: [isbn] })
  return {
    ...document,
    title: { titlePrimary: title, noteStmOfResponsibility: 'Norman Lindsay' },
    variantTitles: variants,
    scisType: type,
    searched: { ...document.searched, properTitle: title.split(' : ')[0]! },
  }
}
const differing = (facts: ReturnType<typeof compare>) => facts.flatMap(({ name, differs }) => (differs ? [name] : []))

test.each([
  ['the same', {}, {}, []],
  ['another edition’s number', {}, { isbn: '9780732284329' }, ['standardNumber']],
  ['the ten digits of the same number', { standardNumber: '0-207-13275-5' }, {}, []],
  ['another volume', { title: 'Dragon rider 2' }, { title: 'Dragon rider 3' }, ['title']],
  ['a longer title', { title: 'Matilda' }, { title: 'Matilda the musical' }, ['title']],
  ['a subtitle that only the record has', { title: 'Matilda' }, { title: 'Matilda : a novel' }, []],
  ['a title in capitals without its article', { title: 'MAGIC PUDDING' }, {}, []],
  ['a variant title', { title: 'Puddin’ magic' }, { variants: ['Puddin’ magic'], title: 'Puddin’' }, []],
  ['the film', {}, { type: 'DVD' }, ['resourceType']],
  ['the film, requested as a DVD', { resourceType: 'DVD_CD' }, { type: 'DVD' }, []],
  ['nothing but a type', { title: '', authors: '', standardNumber: '', publicationDate: '' }, {}, []],
] satisfies [string, Partial<typeof requested>, Part, string[]][])('%s', (_, given, part, differs) => {
  expect(differing(compare([{ ...requested, ...given }], record(part)))).toEqual(differs)
})

test('of several schools each value is shown once, and one that differs is enough for a warning', () => {
  const [title] = compare([requested, requested, { ...requested, title: 'The muddle-headed wombat' }], record())
  expect(title).toEqual({
    name: 'title',
    requested: ['The magic pudding', 'The muddle-headed wombat'],
    record: 'The magic pudding',
    differs: true,
  })
})

test('the desk compares a waiting item with a catalogue record; unknown ones are refused', async () => {
  const app = await testApp()
  onTestFinished(() => app.close())
  await app.catalogue.write([book({ id: '1000001', title: 'The magic pudding', isbns: ['9780207132759'] })])
  const { items } = await submit(app, 'hillview', [{ title: 'Magic pudding', standardNumber: '9780000000002' }])
  const compared = (itemId: string, recordId: string) => app.as('desk')(compareRecord, { itemId, recordId })
  const { response } = await compared(items[0]!.id, '1000001')
  expect(response.slice(0, 3)).toEqual([
    { name: 'title', requested: ['Magic pudding'], record: 'The magic pudding', differs: false },
    { name: 'standardNumber', requested: ['9780000000002'], record: '9780207132759', differs: true },
    { name: 'resourceType', requested: ['Book'], record: 'Book', differs: false },
  ])
  await expect(compared(items[0]!.id, 'nothing')).rejects.toMatchObject({ code: 'record_not_found' })
  await expect(compared('nothing', '1000001')).rejects.toMatchObject({ code: 'item_not_found' })
})
