import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { discoverApi } from '#features/catalogue/discover/contract.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { SearchField } from './search-field.tsx'

afterEach(cleanup)

function Box() {
  const box = useRef<HTMLInputElement>(null)
  const [complaint, complain] = useState<string>()
  return <SearchField box={box} label="Search" complaint={complaint} onComplain={complain} />
}

async function open() {
  const found = { titles: [], authors: ['Dragt, Tonke'], headings: [], series: [], record: null }
  renderScreen(<Box />, { api: discoverApi, fakes: { suggest: () => ({ response: found }) } })
  await userEvent.click(screen.getByRole('combobox'))
  return screen.findByRole('button', { name: 'Search tips' })
}
const tips = () => screen.queryByRole('region', { name: 'Search tips' })

test('the keys alone open the tips and close them again', async () => {
  const button = await open()
  await userEvent.tab()
  await userEvent.tab()
  expect(document.activeElement).toBe(button)
  await userEvent.keyboard('{Enter}')
  expect(button.getAttribute('aria-expanded')).toBe('true')
  for (const syntax of ['title:holes', '"the magic faraway tree"', 'dragon -train', 'dino*', 'wom?n'])
    expect(tips()?.textContent).toContain(syntax)
  await userEvent.tab()
  expect(document.activeElement?.textContent).toBe('advanced search')
  await userEvent.keyboard('{Escape}')
  expect(tips()).toBeNull()
  expect(document.activeElement).toBe(button)
})

test('typing puts suggestions in their place', async () => {
  await userEvent.click(await open())
  expect(tips()).not.toBeNull()
  await userEvent.type(screen.getByRole('combobox'), 'dragt')
  expect(tips()).toBeNull()
  await screen.findByRole('option', { name: 'Dragt, Tonke' })
  await userEvent.click(screen.getByRole('button', { name: 'Search tips' }))
  expect(screen.queryByRole('option')).toBeNull()
  expect(tips()).not.toBeNull()
})

test('leaving the field closes them', async () => {
  await userEvent.click(await open())
  await userEvent.tab()
  await userEvent.tab()
  expect(tips()).toBeNull()
})
