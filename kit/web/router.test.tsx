import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ComponentType, type ReactNode, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Link } from '#ui/link.tsx'
import { goTo, replaceWith } from './history.ts'
import { Router, Screen, useMoving, useParams, useSearch } from './router.tsx'
import { lazyScreen, type Route } from './routes.ts'

afterEach(cleanup)

const ready = (Component: ComponentType) => ({ Component, prepare: () => undefined })
const Home = () => <h1>Home</h1>
function Book() {
  const { id } = useParams()
  const { shelf } = useSearch()
  return <h1>{`Book ${id} on ${shelf}`}</h1>
}
function Broken(): ReactNode {
  throw new Error('does not work')
}

const unknown: string[] = []
const noteUnknown = (pathname: string) => void unknown.push(pathname)

function open(address: string, routes: Route[]) {
  replaceWith(address)
  const Moving = () => <p>{useMoving() ? 'moving' : 'at rest'}</p>
  return render(
    <Router routes={routes}>
      <Link href="/">home</Link>
      <Moving />
      <Screen waiting="waiting" onUnknown={noteUnknown} failure={({ error }) => <p role="alert">{error.message}</p>} />
    </Router>,
  )
}
const routes: Route[] = [
  { path: '/', screen: ready(Home) },
  { path: '/book/$id', screen: ready(Book) },
  { path: '/broken', screen: ready(Broken) },
]
const title = () => screen.findByRole('heading')

test('the address determines the screen, its parameters and its query', async () => {
  open('/book/7?shelf=top', routes)
  expect((await title()).textContent).toBe('Book 7 on top')
})

test('an unknown address leads home, and is named', async () => {
  open('/no/such/page', routes)
  expect(unknown).toEqual(['/no/such/page'])
  expect((await title()).textContent).toBe('Home')
  expect(window.location.pathname).toBe('/')
})

test('a link opens its screen without a page load, and a step back returns', async () => {
  open('/book/7?shelf=top', routes)
  await title()
  await userEvent.click(screen.getByRole('link', { name: 'home' }))
  expect((await screen.findByText('Home')).tagName).toBe('H1')
  act(() => window.history.back())
  expect(await screen.findByText('Book 7 on top')).toBeTruthy()
})

test('the former screen stays until the next one is ready', async () => {
  let arrive = (_: ComponentType) => {}
  const late = lazyScreen(() => new Promise((resolve) => (arrive = resolve)))
  open('/', [...routes, { path: '/late', screen: late }])
  await title()
  await act(async () => goTo('/late'))
  expect(screen.getByRole('heading').textContent).toBe('Home')
  expect(screen.getByText('moving')).toBeTruthy()
  await act(async () => arrive(() => <h1>Late</h1>))
  expect((await screen.findByText('Late')).tagName).toBe('H1')
  expect(screen.getByText('at rest')).toBeTruthy()
})

test('a screen that throws is replaced by the error, and the next address works again', async () => {
  open('/broken', routes)
  expect((await screen.findByRole('alert')).textContent).toBe('does not work')
  await userEvent.click(screen.getByRole('link', { name: 'home' }))
  expect((await title()).textContent).toBe('Home')
})

test('a screen’s frame is kept while its query changes', async () => {
  let drawn = 0
  const Around = ({ children }: { children: ReactNode }) => {
    const [count] = useState(() => ++drawn)
    return <div data-count={count}>{children}</div>
  }
  open('/book/7?shelf=top', [{ path: '/book/$id', screen: ready(Book), around: Around }])
  await title()
  const before = drawn
  act(() => goTo('/book/7?shelf=bottom'))
  expect(screen.getByRole('heading').textContent).toBe('Book 7 on bottom')
  expect(drawn).toBe(before)
})
