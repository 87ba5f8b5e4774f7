import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Problem } from '#kit/problem.ts'
import { genericSentence } from '#kit/web/fetch-json.ts'
import { onMove } from '#kit/web/history.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { headingProblem, headingsApi } from '../contract.ts'
import { StandardScreen } from './standard-screen.tsx'
import { headingOf } from './testing.ts'

afterEach(cleanup)

const item = (id: string, heading: string, narrower = 0) =>
  `<li><a href="/standards/${id}">${heading}</a>${narrower ? ` <a class="count" href="/standards/tree-${id}">${narrower} narrower headings<span class="visually-hidden"> of ${heading}</span></a>` : ''}</li>`
const page = (inside: string) => `<article class="standard">${inside}</article>`

const pages: Record<string, string> = {
  index: page(
    '<h2>Subject headings</h2><nav class="letters" aria-label="Letters"><a href="/standards/index-a">A</a><a href="/standards/index-d">D</a></nav>',
  ),
  'index-d': page(
    '<nav class="letters"><a href="/standards/index-a">A</a><a href="/standards/index-d">D</a></nav><ul class="headings"><li><a href="/standards/sh6">Dogs</a></li><li class="see">Doggies <em>see</em> <a href="/standards/sh6">Dogs</a></li></ul>',
  ),
  sh6: '<article class="record"><h2>Dogs</h2><dl><dt>Used for</dt><dd>Canines</dd><dd>Hounds</dd><dt>Broader</dt><dd><a href="/standards/sh5">Mammals</a></dd></dl></article>',
  tree: page(`<ul class="tree">${item('sh1', 'Animals', 2)}${item('sh90', 'Zeal')}</ul>`),
  'tree-sh1': page(`<ul class="tree">${item('sh5', 'Mammals', 1)}${item('sh8', 'Birds')}</ul>`),
}

function open(id: string | undefined, more: Record<string, string> = {}) {
  const requests: string[] = []
  const view = renderScreen(<StandardScreen />, {
    api: headingsApi,
    path: id === undefined ? '/standards' : '/standards/$id',
    address: id === undefined ? '/standards' : `/standards/${id}`,
    fakes: {
      standard: ({ fileName }) => {
        requests.push(fileName)
        const html = { ...pages, ...more }[fileName]
        if (html === undefined) throw headingProblem('page_not_found')
        return html
      },
      searchHeadings: () => ({
        hits: { total: 1, hits: [headingOf('sh6', 'Dogs', { variants: ['Canines'] }), headingOf('sh7', 'Dog shows')] },
        aggregations: { isSubject: 1, isName: 0, isSeriesTitle: 0 },
        took: 1,
      }),
    },
  })
  return { ...view, requests }
}
/** Records the screen's navigation; the test knows no other screen. */
function watchMoves() {
  const moves: string[] = []
  stopWatching = onMove(({ kind, to }) => kind === 'push' && moves.push(to.href))
  return moves
}
let stopWatching = () => {}
afterEach(() => stopWatching())
const path = () => window.location.pathname

test('the index has the specification’s title and leads back to the services', async () => {
  const { requests } = open(undefined)
  expect(await screen.findByRole('link', { name: 'D' })).toBeTruthy()
  expect(requests).toEqual(['index'])
  expect(screen.getAllByRole('heading', { level: 1 }).map((each) => each.textContent)).toEqual([
    'Browse Subject Headings',
  ])
  expect(screen.getByRole('link', { name: 'Cataloguing services' }).getAttribute('href')).toBe('/catServices')
  expect(document.title).toBe('Browse Subject Headings')
})

test('a letter shows its headings and see-from references', async () => {
  open('index-d')
  expect((await screen.findByText('see')).parentElement?.textContent).toBe('Doggies see Dogs')
  expect(screen.getByRole('link', { name: 'D' }).getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('link', { name: 'A–Z' }).getAttribute('aria-current')).toBe('true')
})

test('a further page of a letter is listed under its letter', async () => {
  open('index-d-2', { 'index-d-2': pages['index-d']! })
  expect((await screen.findByRole('link', { name: 'D' })).getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('link', { name: 'A' }).hasAttribute('aria-current')).toBe(false)
})

test('a link navigates without a page load', async () => {
  open('index-d')
  const [dogs] = await screen.findAllByRole('link', { name: 'Dogs' })
  await userEvent.click(dogs!)
  await waitFor(() => expect(path()).toBe('/standards/sh6'))
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Dogs')
  await waitFor(() => expect(document.title).toBe('Dogs – subject headings'))
  const rows = [...document.querySelectorAll('dl > div')]
  expect(
    rows.map((row) => [...row.querySelectorAll('dt, li, dd:not(:has(li))')].map((each) => each.textContent)),
  ).toEqual([
    ['Used for', 'Canines', 'Hounds'],
    ['Broader', 'Mammals'],
  ])
})

test('nothing in a page runs, and no link leads to another site', async () => {
  open('sh6', {
    sh6: `<article class="record" onclick="alert(1)" style="position:fixed"><h2>Dogs</h2><script>alert(1)</script>
      <img src="x" onerror="alert(1)"><p><blink>Words stay.</blink></p><a href="javascript:alert(1)">run</a>
      <a href="https://elsewhere.example/">away</a><a href="//elsewhere.example/">away too</a><a href="/rest/user/logout">out</a>
      <form action="/x"><input name="password"></form><a href="/standards/tree" target="_top" onclick="alert(1)">tree</a></article>`,
  })
  expect(await screen.findByText('Words stay.')).toBeTruthy()
  const content = document.querySelector('.standard-content')!
  expect(content.querySelectorAll('script, img, form, input, blink')).toHaveLength(0)
  expect([...content.querySelectorAll('a')].map((a) => a.outerHTML)).toEqual(['<a href="/standards/tree">tree</a>'])
  expect(content.textContent).toContain('away too')
  expect(content.textContent).not.toContain('alert')
  expect(content.querySelector('article')?.getAttributeNames()).toEqual(['class'])
})

test('a branch of the tree is fetched when it is unfolded, and announced', async () => {
  const { requests } = open('tree')
  const animals = await screen.findByRole('button', { name: 'Narrower headings of Animals' })
  expect(animals.getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByRole('button', { name: /Zeal/ })).toBeNull()
  expect(requests).toEqual(['tree'])
  await userEvent.click(animals)
  const birds = await screen.findByRole('link', { name: 'Birds' })
  expect(animals.getAttribute('aria-expanded')).toBe('true')
  expect(requests).toEqual(['tree', 'tree-sh1'])
  expect(birds.getAttribute('href')).toBe('/standards/sh8')
  expect(within(animals.closest('li')!).getByRole('button', { name: 'Narrower headings of Mammals' })).toBeTruthy()
  expect(animals.closest('.tree-row')?.textContent?.trim()).toBe('Animals 2')
  await userEvent.click(animals)
  expect(screen.queryByRole('link', { name: 'Birds' })).toBeNull()
})

test('a branch of many pages links to its own page', async () => {
  open('tree', {
    'tree-sh1': `${pages['tree-sh1']}<nav class="pages"><a href="/standards/tree-sh1-page-2">2</a></nav>`,
  })
  const animals = await screen.findByRole('button', { name: 'Narrower headings of Animals' })
  await userEvent.click(animals)
  const all = await screen.findByRole('link', { name: 'All narrower headings of Animals' })
  expect(all.getAttribute('href')).toBe('/standards/tree-sh1')
  await userEvent.click(animals)
})

test('the tree is walked with the arrow keys', async () => {
  open('tree')
  const animals = await screen.findByRole('button', { name: 'Narrower headings of Animals' })
  act(() => animals.focus())
  await userEvent.keyboard('{ArrowRight}')
  await screen.findByRole('link', { name: 'Birds' })
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Narrower headings of Mammals' }))
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Birds' }))
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowLeft}')
  expect(document.activeElement).toBe(animals)
  expect(screen.queryByRole('link', { name: 'Birds' })).toBeNull()
})

test('an unfolded branch is unfolded again after a step back', async () => {
  open('tree')
  await userEvent.click(await screen.findByRole('button', { name: 'Narrower headings of Animals' }))
  await screen.findByRole('link', { name: 'Birds' })
  cleanup()
  open('tree')
  expect(await screen.findByRole('link', { name: 'Birds' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Narrower headings of Animals' }))
})

test('a branch that cannot be read says so and can be retried', async () => {
  let works = false
  renderScreen(<StandardScreen />, {
    api: headingsApi,
    path: '/standards/$id',
    address: '/standards/tree',
    fakes: {
      standard: ({ fileName }) => {
        if (fileName !== 'tree' && !works) throw new Problem('unexpected', 500, ['It failed.'])
        return pages[fileName]!
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Narrower headings of Animals' }))
  expect((await screen.findByRole('alert')).textContent).toContain('It failed.')
  works = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'Birds' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Narrower headings of Animals' }))
})

test('an unknown page says so, with links to continue', async () => {
  open('nothing-of-the-kind')
  expect(await screen.findByText('We couldn’t find this page of the subject headings')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Browse A–Z' }).getAttribute('href')).toBe('/standards')
  expect(screen.getByRole('link', { name: 'Search the thesaurus' }).getAttribute('href')).toBe('/discover/thesaurus')
})

test('a page that is not there after 15 s says so and can be retried', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let answers = false
  try {
    renderScreen(<StandardScreen />, {
      api: headingsApi,
      path: '/standards',
      fakes: { standard: () => (answers ? pages.index! : new Promise<string>(() => {})) },
    })
    await screen.findByText('Browse Subject Headings')
    await act(() => vi.advanceTimersByTimeAsync(15_000))
    expect(screen.getByRole('alert').textContent).toContain(genericSentence)
    answers = true
    const retry = screen.getByRole('button', { name: 'Try again' })
    await act(async () => retry.click())
    expect(await screen.findByRole('link', { name: 'D' })).toBeTruthy()
  } finally {
    vi.useRealTimers()
  }
})

test('headings appear while typing, and one is chosen with the keyboard', async () => {
  open(undefined)
  const box = await screen.findByRole('combobox', { name: 'Find a heading' })
  await userEvent.type(box, 'canin')
  const list = await screen.findByRole('listbox')
  expect(
    within(list)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Dogs SCIS only for “Canines”', 'Dog shows SCIS only'])
  await userEvent.keyboard('{ArrowDown}')
  expect(box.getAttribute('aria-activedescendant')).toBe(within(list).getAllByRole('option')[0]!.id)
  const moves = watchMoves()
  await userEvent.keyboard('{Enter}')
  expect(moves).toEqual(['/standards/sh6'])
})

test('Enter without a choice searches the thesaurus, Escape closes the list', async () => {
  open(undefined)
  const box = await screen.findByRole('combobox', { name: 'Find a heading' })
  await userEvent.type(box, 'dog')
  await screen.findByRole('listbox')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  const moves = watchMoves()
  await userEvent.keyboard('{Enter}')
  expect(moves).toEqual(['/discover/thesaurus?query=dog&selectedThesaurus=subjects'])
})

test('Enter without a word asks for one', async () => {
  open(undefined)
  const box = await screen.findByRole('combobox', { name: 'Find a heading' })
  await userEvent.type(box, ' {Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Please enter a search term.')
  expect(document.activeElement).toBe(box)
})
