import { expect, test } from 'vitest'
import { inverted, nameOf } from '#marc/citation/names.ts'
import { blankDocument } from '#marc/crosswalk/blank-document.ts'
import { titleOf, yearOf } from '../rules.ts'
import { coinsOf } from './coins.ts'
import { everyDocument } from './testing.ts'

const valuesOf = (coins: string) => Object.fromEntries(new URLSearchParams(coins))

test('a book names what a reference needs', () => {
  const coins = coinsOf(
    {
      ...blankDocument('1'),
      title: { titlePrimary: 'Possum magic', noteStmOfResponsibility: 'Mem Fox' },
      mainAuthor: { namePersonalPrimary: 'Fox, Mem', nameCorporatePrimary: '' },
      contributor: { namePersonalOther: ['Vivas, Julie'], nameCorporateOther: [], notePerformers: '' },
      publicationYear: 1983,
    },
    'portal.example',
  )
  expect(valuesOf(coins)).toEqual({
    ctx_ver: 'Z39.88-2004',
    rft_val_fmt: 'info:ofi/fmt:kev:mtx:book',
    rfr_id: 'info:sid/portal.example:catalogue',
    'rft.genre': 'book',
    'rft.btitle': 'Possum magic',
    'rft.title': 'Possum magic',
    'rft.au': 'Vivas, Julie',
    'rft.date': '1983',
  })
  expect(new URLSearchParams(coins).getAll('rft.au')).toEqual(['Fox, Mem', 'Vivas, Julie'])
})

test('a serial is described by Dublin Core, since readers of journals save only their articles', () => {
  const coins = coinsOf({ ...blankDocument('1'), scisType: 'Serial' }, 'portal.example')
  expect(Object.fromEntries(new URLSearchParams(coins))).toMatchObject({
    rft_val_fmt: 'info:ofi/fmt:kev:mtx:dc',
    'rft.title': 'Record 1',
    'rft.type': 'Serial',
  })
})

test('of every record the title, the year and the names can be read back', async () => {
  for (const document of await everyDocument()) {
    const read = new URLSearchParams(coinsOf(document, 'portal.example'))
    expect(read.get('rft.title')).toBe(titleOf(document).toWellFormed())
    expect(read.get('rft.date') ?? '').toBe(yearOf(document))
    const names = [...read.getAll('rft.au'), ...read.getAll('rft.aucorp'), ...read.getAll('rft.creator')]
    expect(names.toSorted()).toEqual(document.makers.map((maker) => inverted(nameOf(maker)).toWellFormed()).toSorted())
  }
})
