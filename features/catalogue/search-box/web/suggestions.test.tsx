import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { currentUser } from '#features/account/web/account-parts.tsx'
import { discoverApi } from '#features/catalogue/discover/contract.ts'
import { onMove } from '#kit/web/history.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { SearchField } from './search-field.tsx'
import { clearHistory, rememberSearch } from './search-history.ts'
import type { Suggested } from './suggestion-groups.ts'

const dragons = {
  titles: [{ id: '7', title: 'How to train your dragon', responsibility: 'Cressida Cowell' }],
  authors: ['Dragt, Tonke'],
  headings: ['Dragons -- Fiction'],
  schemesOfHeadings: {} as Record<string, string[]>,
  series: ['Dragon masters'],
  record: null as Suggested['record'],
}
const matilda = { id: '1000001', title: 'Matilda', responsibility: 'Roald Dahl' }
const nothing = {
  titles: [],
  authors: [],
  headings: [],
  schemesOfHeadings: {},
  series: [],
  record: null as Suggested['record'],
}

function Box() {
  const box = useRef<HTMLInputElement>(null)
  const [complaint, complain] = useState<string>()
  return <SearchField box={box} label="Search" complaint={complaint} onComplain={complain} />
}

function open({ answer = dragons, signedIn = true } = {}) {
  const view = renderScreen(<Box />, { api: discoverApi, fakes: { suggest: () => ({ response: answer }) } })
  view.cache.setQueryData(currentUser.queryKey, signedIn ? ({ user: { id: 'ann' } } as never) : null)
  return { ...view, box: screen.getByRole<HTMLInputElement>('combobox', { name: 'Search' }) }
}
const options = async () => (await screen.findAllByRole('option')).map((option) => option.textContent)
const pointedAt = (box: HTMLElement) => document.getElementById(box.getAttribute('aria-activedescendant')!)

/** The addresses that the field navigated to. */
let went: URL[] = []
const words = () => went.at(-1)?.searchParams.get('query')
let stop = () => {}

beforeEach(() => {
  went = []
  stop = onMove(({ kind, to }) => {
    if (kind === 'push') went.push(new URL(to.href, 'http://portal.test'))
  })
  clearHistory('ann')
  clearHistory(undefined)
})
afterEach(() => {
  stop()
  cleanup()
})

test('titles, authors, subjects and series are suggested while typing', async () => {
  const { box, calls } = open()
  await userEvent.type(box, 'drag')
  expect(await options()).toEqual([
    'How to train your dragonCressida Cowell',
    'Dragt, Tonke',
    'Dragons — Fiction',
    'Dragon masters',
  ])
  expect(calls.map(({ input }) => input)).toEqual([{ prefix: 'drag' }])
  expect(box.getAttribute('aria-expanded')).toBe('true')
  expect(box.getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id)
  expect(within(screen.getByRole('group', { name: 'Subjects' })).getByRole('option')).toBeTruthy()
})

test('a subject is distinguished by its vocabulary', async () => {
  const { box } = open({ answer: { ...dragons, schemesOfHeadings: { 'Dragons -- Fiction': ['scot'] } } })
  await userEvent.type(box, 'drag')
  expect(await options()).toContain('Dragons — Fiction ScOT only')
})

test('arrow keys select a line and return to the field; Enter follows it', async () => {
  const { box } = open()
  await userEvent.type(box, 'drag')
  await options()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(pointedAt(box)?.textContent).toBe('Dragt, Tonke')
  expect(pointedAt(box)?.getAttribute('aria-selected')).toBe('true')
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  expect(box.hasAttribute('aria-activedescendant')).toBe(false)
  await userEvent.keyboard('{ArrowUp}{Enter}')
  expect(went[0]?.pathname).toBe('/discover/results/')
  expect(words()).toBe('series:"Dragon masters"')
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('Enter without a selected line searches for the words', async () => {
  const { box } = open()
  await userEvent.type(box, 'drag')
  await options()
  await userEvent.keyboard('{Enter}')
  expect(words()).toBe('drag')
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('Escape closes the list and leaves the words', async () => {
  const { box } = open()
  await userEvent.type(box, 'drag')
  await options()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(box.value).toBe('drag')
  expect(box.getAttribute('aria-expanded')).toBe('false')
})

test('a click follows a line', async () => {
  const { box } = open()
  await userEvent.type(box, 'drag')
  await userEvent.click(await screen.findByRole('option', { name: /How to train/ }))
  expect(went.at(-1)?.pathname).toBe('/discover/details/7')
})

test('neither one letter nor a scanner sends a call', async () => {
  const { box, calls } = open()
  await userEvent.type(box, 'd')
  await userEvent.type(box, 'ragons{Enter}')
  await act(async () => {})
  expect(calls).toEqual([])
  expect(words()).toBe('dragons')
})

test('a number of exactly one record leads to it', async () => {
  const { box } = open({ answer: { ...nothing, record: matilda } })
  await userEvent.type(box, '978-0-399-22690-8{Enter}')
  await waitFor(() => expect(went.at(-1)?.pathname).toBe('/discover/details/1000001'))
})

test('below a number its record is suggested', async () => {
  const { box } = open({ answer: { ...nothing, record: matilda } })
  await userEvent.type(box, '9780399226908')
  const found = await screen.findByRole('group', { name: 'The record with this number' })
  expect(within(found).getByRole('option').textContent).toBe('MatildaRoald Dahl')
})

test('of a number every record is listed, also by someone who groups editions', async () => {
  localStorage.setItem('results-editions', 'editions=grouped')
  const { box } = open({ answer: nothing })
  await userEvent.type(box, '9780399226908{Enter}')
  await waitFor(() => expect(went.at(-1)?.search).toBe('?query=9780399226908'))
  localStorage.removeItem('results-editions')
})

test('any other number is searched for, and so is every number of a visitor', async () => {
  const { box } = open({ answer: nothing })
  await userEvent.type(box, '9780399226908{Enter}')
  await waitFor(() => expect(words()).toBe('9780399226908'))
  cleanup()
  const visitor = open({ answer: { ...nothing, record: matilda }, signedIn: false })
  await userEvent.type(visitor.box, '9780399226908{Enter}')
  await waitFor(() => expect(words()).toBe('9780399226908'))
  expect(visitor.calls).toEqual([])
})

test('the empty field offers the last searches', async () => {
  rememberSearch('ann', {
    title: 'wombat',
    address: '/discover/results/?query=wombat',
    total: 12,
    at: '2026-02-03T00:00:00Z',
  })
  const { box } = open()
  await userEvent.click(box)
  expect(await options()).toEqual(['wombat12 found'])
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(words()).toBe('wombat')
})

test('markup in a title is escaped', async () => {
  const { box } = open({ answer: { ...dragons, titles: [{ id: '1', title: '<img src=x>', responsibility: '' }] } })
  await userEvent.type(box, 'img')
  expect((await options())[0]).toBe('<img src=x>')
  expect(screen.getByRole('listbox').querySelector('img')).toBeNull()
})
