import { applyPatch } from 'rfc6902'
import { expect, test } from 'vitest'
import { copyOf, doubleFaults, type FormItem, newItem, sendable } from '../../items/web/form-item.ts'
import { mergeItems } from './merge-items.ts'
import { patchesOf, patchOf, sentItem } from './patch-of.ts'
import { mergeTheirs } from './request-state.ts'

const saved = (id: string, part: Partial<FormItem> = {}): FormItem => ({
  ...newItem({
    resourceType: 'BOOK',
    physicalResource: false,
    title: id,
    publisher: 'Press',
    publicationDate: '2019',
    ...part,
  }),
  id,
  key: id,
})
const picture = (id: string, caption = '') => ({
  ...{ id, caption, filename: `${id}.png`, filetype: 'image/png', filesize: 1 },
  ...{ url: `/p/${id}`, thumbnailUrl: `/t/${id}` },
})

test('only differences are sent, and emptied values are removed', () => {
  const base = [saved('a', { series: 'Seas' }), saved('b')]
  const wanted = [{ ...base[0]!, series: ' ', pages: '32' }, base[1]!]

  expect(patchOf(base, wanted)).toEqual([
    { op: 'remove', path: '/items/0/series' },
    { op: 'replace', path: '/items/0/pages', value: '32' },
  ])
  expect(patchOf(base, base)).toEqual([])
})

test('removing, changing and adding at once produces the wanted list', () => {
  const base = [saved('a'), saved('b'), saved('c')]
  const fresh = newItem({ resourceType: 'DVD_CD', title: 'Film' })
  const last = newItem({ resourceType: 'READER_SET', title: 'Set' })
  const wanted = [base[0]!, fresh, { ...base[2]!, title: 'C!', files: [picture('p1')] }, last]
  const document = { items: base.map(({ id, title, files }) => ({ id, title, files })) }

  const failed = applyPatch(document, patchOf(base, wanted) as never)

  expect(failed.every((each) => each === null)).toBe(true)
  expect(document.items.map(({ title }) => title)).toEqual(['a', 'Film', 'C!', 'Set'])
  expect(document.items[2]!.files).toEqual([{ id: 'p1', caption: '' }])
})

test('a changed caption is a change of the pictures, and pictures are named by their ids', () => {
  const base = [saved('a', { files: [picture('p1')] })]
  expect(patchOf(base, [{ ...base[0]!, files: [picture('p1', 'Its cover')] }])).toEqual([
    { op: 'replace', path: '/items/0/files', value: [{ id: 'p1', caption: 'Its cover' }] },
  ])
  expect(patchOf(base, [{ ...base[0]!, files: [] }])).toEqual([{ op: 'remove', path: '/items/0/files' }])
})

test('changing a book to posted removes the fields that it now lacks', () => {
  const base = [saved('a', { authors: 'Someone' })]
  const ops = patchOf(base, [{ ...base[0]!, physicalResource: true }])
  expect(ops).toContainEqual({ op: 'replace', path: '/items/0/physicalResource', value: true })
  expect(ops).toContainEqual({ op: 'remove', path: '/items/0/authors' })
  expect(ops).toContainEqual({ op: 'remove', path: '/items/0/publisher' })
})

test('more operations than a call accepts are split between items', () => {
  const base = Array.from({ length: 150 }, (_, i) => saved(`i${i}`))
  const wanted = base.map((item) => ({ ...item, pages: '1', series: 'S' }))
  const parts = patchesOf(base, wanted)
  expect(parts.map((ops) => ops.length)).toEqual([200, 100])
  expect(parts.flat()).toEqual(patchOf(base, wanted))
})

test('a new item is sent without empty values and without the page’s own keys', () => {
  expect(sentItem(newItem({ resourceType: 'DVD_CD', title: ' Film ', publisher: 'Nobody' }))).toEqual({
    resourceType: 'DVD_CD',
    physicalResource: true,
    title: 'Film',
  })
})

test('a duplicate is detected in either spelling of its number or address, and reported on the later one', () => {
  const book = newItem({ standardNumber: '0-306-40615-2' })
  const same = newItem({ standardNumber: '9780306406157' })
  expect(doubleFaults(same, [book])).toMatchObject({
    standardNumber: 'This standard number is already in the request.',
    of: book,
  })
  const site = newItem({ resourceType: 'ONLINE_RESOURCE', url: 'https://www.example.org/a/' })
  const again = newItem({ resourceType: 'ONLINE_RESOURCE', url: 'HTTP://example.org/a' })
  expect(doubleFaults(again, [site]).url).toBe('This URL is already in the request.')
})

test('a copy has neither the number nor the pictures nor the identity of the original', () => {
  const copy = copyOf(saved('a', { standardNumber: '9780306406157', files: [picture('p1')] }))
  expect(copy).toMatchObject({ title: 'a', standardNumber: '', files: [] })
  expect(copy.id).toBeUndefined()
  expect(sendable(copy).publisher).toBe('Press')
})

test('two people’s changes of different items are merged without asking', () => {
  const base = [saved('a'), saved('b'), saved('c')]
  const mine = [{ ...base[0]!, pages: '12' }, base[1]!, base[2]!, newItem({ title: 'new' })]
  const theirs = [base[0]!, { ...base[1]!, series: 'S' }, saved('d')]

  const { items, conflicts } = mergeItems(base, mine, theirs)

  expect(conflicts).toEqual([])
  expect(items.map(({ title }) => title)).toEqual(['a', 'b', 'new', 'd'])
  expect(items[0]!.pages).toBe('12')
  expect(items[1]!.series).toBe('S')
})

test('two people’s changes of different fields of one item are merged', () => {
  const base = [saved('a', { pages: '10', authors: 'A' }), saved('b', { pages: '10' })]
  const mine = [
    { ...base[0]!, pages: '12', authors: 'B' },
    { ...base[1]!, pages: '12' },
  ]
  const theirs = [
    { ...base[0]!, series: 'S', authors: 'C' },
    { ...base[1]!, series: 'S' },
  ]

  const { items, conflicts } = mergeItems(base, mine, theirs)

  expect(items[1]).toMatchObject({ pages: '12', series: 'S' })
  expect(conflicts).toMatchObject([{ id: 'a', differs: ['authors'] }])
  expect(mergeItems(base, mine, theirs, { a: 'theirs' }).items[0]).toMatchObject({
    authors: 'C',
    pages: '12',
    series: 'S',
  })
})

test('a changed type is never merged: it determines an item’s fields', () => {
  const base = [saved('a')]
  const mine = [sendable({ ...base[0]!, physicalResource: true })]
  const { conflicts } = mergeItems(base, mine, [{ ...base[0]!, series: 'S' }])
  expect(conflicts).toMatchObject([{ mine: { publisher: '' }, theirs: { series: 'S', publisher: 'Press' } }])
})

test('edits of an item that someone else has saved meanwhile are asked about, and never overwrite theirs', () => {
  const base = { version: 1, items: [saved('a', { pages: '10' })] }
  const written = { ...base.items[0]!, pages: '12' }
  const state = {
    ...{ base, items: base.items, open: { item: written, isNew: false }, anyway: [], rest: null },
    ...{ conflict: null, news: [] },
  }
  const same = mergeTheirs(state, { version: 2, items: [{ ...base.items[0]!, series: 'S' }] }, 'Assistant')
  expect(same).toMatchObject({ open: null, items: [{ pages: '12', series: 'S' }], conflict: null })
  const other = mergeTheirs(state, { version: 2, items: [{ ...base.items[0]!, pages: '13' }] }, 'Assistant')
  expect(other).toMatchObject({ open: null, items: [{ pages: '12' }], conflict: { by: 'Assistant' } })
  const elsewhere = mergeTheirs(state, { version: 2, items: [base.items[0]!, saved('b')] }, 'Assistant')
  expect(elsewhere.open?.item).toBe(written)
})

test('conflicting changes are asked about, and either choice is kept', () => {
  const base = [saved('a'), saved('b')]
  const mine = [
    { ...base[0]!, pages: '12' },
    { ...base[1]!, pages: '5' },
  ]
  const theirs = [{ ...base[0]!, pages: '13' }]

  const merged = mergeItems(base, mine, theirs)
  expect(merged.conflicts).toMatchObject([
    { id: 'a', differs: ['pages'] },
    { id: 'b', theirs: null },
  ])

  const kept = mergeItems(base, mine, theirs, { a: 'theirs', b: 'mine' })
  expect(kept.conflicts).toEqual([])
  expect(kept.items.map(({ pages }) => pages)).toEqual(['13', '5'])
  // The server has deleted it.
  expect(kept.items[1]!.id).toBeUndefined()
  expect(mergeItems(base, mine, theirs, { a: 'mine', b: 'theirs' }).items.map(({ pages }) => pages)).toEqual(['12'])
})
