import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Tabs } from './tabs.tsx'

afterEach(cleanup)

function Sample() {
  const [selected, select] = useState('a')
  const tabs = ['a', 'b', 'c'].map((id) => ({ id, label: id.toUpperCase(), count: 3, panel: `panel ${id}` }))
  return <Tabs label="Lists" tabs={tabs} selected={selected} onSelect={select} />
}

test('arrow keys, Home and End move between tabs and show their panel', async () => {
  render(<Sample />)
  await userEvent.tab()
  expect(document.activeElement?.textContent).toBe('A3')
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByRole('tabpanel').textContent).toBe('panel b')
  expect(document.activeElement?.textContent).toBe('B3')
  await userEvent.keyboard('{End}{ArrowRight}')
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('A3')
  await userEvent.keyboard('{ArrowLeft}')
  expect(screen.getByRole('tabpanel').textContent).toBe('panel c')
})

test('the Tab key reaches one tab, and the next press leaves the row', async () => {
  render(<Sample />)
  expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([0, -1, -1])
})
