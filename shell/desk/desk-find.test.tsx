import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useRef } from 'react'
import { afterEach, expect, test } from 'vitest'
import { SearchField } from '#features/catalogue/search-box/web/search-field.tsx'
import { deskFindApi, type Found } from '#features/desk/find/contract.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { DeskSuggestions } from './desk-find.tsx'

const nothing: Found['suggested'] = {
  ...{ titles: [], authors: [], headings: [], schemesOfHeadings: {}, series: [], record: null },
}
const hill: Found = {
  numbers: [],
  organisations: [{ id: 'c 1', customerNo: '10001', name: 'Hillview' }],
  people: [{ id: 'p', name: 'Ann Hill', username: 'ann@hill.example', organisation: 'Hillview' }],
  more: { organisations: false, people: false },
  suggested: { ...nothing, titles: [{ id: '7', title: 'The hill', responsibility: 'B. Author' }] },
}
const numbers: Found['numbers'] = [
  { kind: 'item', number: 'CI100', organisation: 'Hillview', itemId: 'i' },
  { kind: 'invoice', number: 'SCINV100', organisation: 'Hillview', itemId: null },
]

function Box() {
  const box = useRef<HTMLInputElement>(null)
  return (
    <SearchField box={box} label="Search" complaint={undefined} onComplain={() => {}} suggestions={DeskSuggestions} />
  )
}

function open(response: Found) {
  const view = renderScreen(<Box />, { api: deskFindApi, fakes: { deskFind: () => ({ response }) } })
  return { ...view, box: screen.getByRole('combobox') }
}
const lines = async () =>
  (await screen.findAllByRole('option')).map((line) => [line.textContent, line.getAttribute('href')])

afterEach(cleanup)

test('organisations and people come before the catalogue, in one call', async () => {
  const { box, calls } = open(hill)
  await userEvent.type(box, 'hill')
  expect(await lines()).toEqual([
    ['Hillview10001', '/desk/organisations/c%201'],
    ['Ann Hillann@hill.example, Hillview', '/desk/users?text=ann%40hill.example'],
    ['The hillB. Author', expect.stringContaining('7')],
  ])
  expect(calls.map(({ input }) => input)).toEqual([{ text: 'hill' }])
  expect(box.getAttribute('aria-activedescendant')).toBeNull()
})

test('a group with more lines ends with a link to its list', async () => {
  const { box } = open({ ...hill, more: { organisations: true, people: false } })
  await userEvent.type(box, 'hill')
  expect((await lines())[1]).toEqual(['All organisations matching “hill”', '/desk/organisations?text=hill'])
})

test('Enter follows the first number, which is selected already', async () => {
  const { box } = open({ ...hill, numbers })
  await userEvent.type(box, 'CI100')
  expect((await lines()).slice(0, 2)).toEqual([
    ['CI100Hillview', '/desk/cataloguing/i'],
    ['SCINV100Hillview', '/desk/invoices?text=SCINV100'],
  ])
  expect(screen.getAllByRole('option')[0]!.getAttribute('aria-selected')).toBe('true')
  await userEvent.keyboard('{Enter}')
  expect(window.location.pathname).toBe('/desk/cataloguing/i')
})
