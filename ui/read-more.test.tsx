import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { cutAtWord, ReadMore } from './read-more.tsx'

afterEach(cleanup)

const text = 'Words and more words, '.repeat(50).trim()

test('a text of 580 characters is shown in full, a longer one is cut at a word', () => {
  expect(cutAtWord(text, 580).length).toBeLessThanOrEqual(580)
  expect(text.startsWith(cutAtWord(text, 580))).toBe(true)
  expect(cutAtWord(text, 580)).toMatch(/\w$/)
  expect(cutAtWord('x'.repeat(900), 580)).toBe('x'.repeat(580))
  render(<ReadMore text={text.slice(0, 580)} />)
  expect(screen.queryByRole('button')).toBeNull()
})

test('the rest is shown on request', async () => {
  render(<ReadMore text={text} />)
  expect(document.body.textContent).not.toContain(text)
  await userEvent.click(screen.getByRole('button', { name: 'Read more' }))
  expect(document.body.textContent).toContain(text)
  expect(screen.getByRole('button', { name: 'Read less', expanded: true })).toBeTruthy()
})

test('the full text is printed', () => {
  render(<ReadMore text={text} />)
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(document.body.textContent).toBe(text)
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(screen.getByRole('button', { name: 'Read more' })).toBeTruthy()
})
