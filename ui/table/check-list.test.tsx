import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { CheckList } from './check-list.tsx'

afterEach(cleanup)

const options = Array.from({ length: 12 }, (_, i) => ({ value: `v${i}`, label: `Value ${i}`, count: 1200 - i }))
const boxes = () => screen.getAllByRole('checkbox').length

test('a long list is folded, and unfolded on request', async () => {
  render(<CheckList legend="Genre" options={options} chosen={[]} onToggle={() => {}} />)
  expect(boxes()).toBe(5)
  await userEvent.click(screen.getByRole('button', { name: 'Show 7 more in Genre' }))
  expect(boxes()).toBe(12)
  await userEvent.click(screen.getByRole('button', { name: 'Show fewer in Genre' }))
  expect(boxes()).toBe(5)
})

test('chosen options stay visible in a folded list', () => {
  render(<CheckList legend="Genre" options={options} chosen={['v9']} onToggle={() => {}} />)
  expect(screen.getByRole('checkbox', { name: /Value 9/ })).toHaveProperty('checked', true)
  expect(boxes()).toBe(6)
})

test('folding never hides a single line', () => {
  render(<CheckList legend="Genre" options={options.slice(0, 6)} chosen={[]} onToggle={() => {}} />)
  expect(boxes()).toBe(6)
  expect(screen.queryByRole('button')).toBeNull()
})

test('ticking a box reports its value', async () => {
  const toggle = vi.fn()
  render(<CheckList legend="Genre" options={options} chosen={['v1']} onToggle={toggle} />)
  await userEvent.click(screen.getByRole('checkbox', { name: /Value 0/ }))
  await userEvent.click(screen.getByRole('checkbox', { name: /Value 1/ }))
  expect(toggle.mock.calls).toEqual([
    ['v0', true],
    ['v1', false],
  ])
})
