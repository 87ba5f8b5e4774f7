import { act, cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { downloadsApi } from '#features/downloads/contract.ts'
import { Problem } from '#kit/problem.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { ItemDownloads } from './item-downloads.tsx'
import { request as requestOf } from './testing.ts'

type Made = ReturnType<typeof requestOf>
const opened = vi.fn()
beforeEach(() => {
  vi.spyOn(window, 'open').mockImplementation(opened)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  opened.mockReset()
})

function open({ make, status = () => 'READY', details }: Partial<Server> = {}) {
  return renderScreen(<ItemDownloads id="1001" title="The kererū" />, {
    api: downloadsApi,
    path: '/discover/details/1001',
    address: '/discover/details/1001',
    fakes: {
      itemFormats: () => ({ response: { marc: 'MARC_21' as const, data: 'MARC_XML' as const, image: false } }),
      requestItem: () => ({ response: make?.() ?? item('READY') }),
      requestStatus: status,
      requestDetails: () => ({ response: details ?? item('FAILED') }),
    },
  })
}
type Server = { make: () => Made; status: () => string; details: Made }

const item = (requestStatus: Made['requestStatus'], more: Partial<Made> = {}) =>
  requestOf({ id: 'r1', requestType: 'ITEM', requestStatus, messages: [], ...more })
const refuse = (status: number, message: string, code = 'refused') => ({
  make: () => {
    throw new Problem(code, status, [message])
  },
})
const press = async (name: RegExp) => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await user.click(await screen.findByRole('button', { name }))
}
const reason = async () =>
  within(await screen.findByRole('alertdialog', {}, { timeout: 10_000 })).getAllByText(/./, { selector: 'p' })[0]!

test('each kind of file is described', async () => {
  open()
  for (const name of [/^MARC record MARC 21/, /^Data file in your format MARCXML/, /^Cover picture None/])
    expect(await screen.findByRole('button', { name })).toBeTruthy()
})

test.each([
  [/^MARC record/, 'marc', '/rest/mydownload/download?requestId=r1'],
  [/^Data file/, 'data', '/rest/mydownload/download/data?requestId=r1'],
  [/^Cover picture/, 'image', '/rest/mydownload/download/image?requestId=r1'],
  [/^Web page/, 'html', '/rest/mydownload/download/html?requestId=r1'],
])('%s opens in a new window, with a link in case it does not open', async (name, type, address) => {
  const { calls } = open()
  await press(name)
  expect(await screen.findByText(/^The download request is ready\. Your file will begin/)).toBeTruthy()
  expect(calls.find((call) => call.name === 'requestItem')?.input).toEqual({ type, bibId: '1001' })
  expect(opened.mock.calls).toEqual([[address, '_blank', 'noopener']])
  expect(screen.getByRole('link', { name: /Get the file here/ }).getAttribute('href')).toBe(address)
})

test.each([
  [
    'a sentence about subscribing',
    /^MARC/,
    403,
    'subscribe::Your subscription has ended.',
    'Your subscription has ended.',
  ],
  ['no cover', /^Cover/, 404, 'No.', 'There is no image available to download.'],
  ['no data', /^Data/, 404, 'No.', 'There is no data available to download.'],
  ['no page', /^Web/, 500, 'No.', 'There is no html available to download.'],
  ['a limit', /^MARC/, 429, 'Download limit reached for today.', 'Download limit reached for today.'],
  ['a limit, for a cover', /^Cover/, 429, 'Download limit reached for today.', 'Download limit reached for today.'],
  ['anything else', /^MARC/, 500, 'Broken.', 'Could not download file. Please try again later.'],
])('%s has its own sentence', async (_, name, status, message, sentence) => {
  open(refuse(status, message))
  await press(name)
  expect((await reason()).textContent).toBe(sentence)
  expect(opened).not.toHaveBeenCalled()
})

test('without a file the page moves on to the product page, unless the reader stays', async () => {
  const gone = vi.fn((event: Event) => {
    if (!(event.target as Element).closest('a')) return
    event.preventDefault()
    left.push((event.target as Element).closest('a')!.getAttribute('href'))
  })
  const left: (string | null)[] = []
  document.addEventListener('click', gone)
  open(refuse(500, 'Broken.'))
  await press(/^MARC/)
  await reason()
  await press(/^Stay/)
  await act(() => vi.advanceTimersByTime(11_000))
  expect(left).toEqual([])

  await press(/^MARC/)
  await reason()
  await act(() => vi.advanceTimersByTime(9000))
  expect(left).toEqual([])
  await act(() => vi.advanceTimersByTime(1000))
  expect(left).toEqual(['/cms/products'])
  document.removeEventListener('click', gone)
})

test('if the server cannot be reached the page does not move on', async () => {
  open({
    make: () => {
      throw new Problem('unreachable', 0, ['The service cannot be reached.'])
    },
  })
  await press(/^Cover/)
  expect((await reason()).textContent).toBe('Could not download file. Please try again later.')
  expect(screen.queryByRole('link', { name: 'Go to the product page' })).toBeNull()
})

test('a file that takes time is polled every 1.2 seconds', async () => {
  const states = ['PROCESSING', 'PROCESSING', 'READY']
  const { calls } = open({ make: () => item('PROCESSING'), status: () => states.shift()! })
  await press(/^MARC/)
  const statusCalls = () => calls.filter(({ name }) => name === 'requestStatus').length
  expect(await screen.findByText('Making your file…')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(1100))
  expect(statusCalls()).toBe(0)
  await act(() => vi.advanceTimersByTimeAsync(2600))
  expect(statusCalls()).toBe(3)
  expect(opened).toHaveBeenCalledOnce()
})

test('after 180 seconds the request needs more time', async () => {
  open({ make: () => item('PROCESSING'), status: () => 'PROCESSING' })
  await press(/^MARC/)
  await screen.findByText('Making your file…')
  await act(() => vi.advanceTimersByTimeAsync(182_000))
  expect((await reason()).textContent).toBe('This request requires more time.')
})

test('a poll that fails says so', async () => {
  open({
    make: () => item('PROCESSING'),
    status: () => {
      throw new Problem('broken', 500, ['Broken.'])
    },
  })
  await press(/^MARC/)
  await screen.findByText('Making your file…')
  await act(() => vi.advanceTimersByTimeAsync(1300))
  expect((await reason()).textContent).toBe('Error performing this operation. Please come back later.')
})

test.each([
  [['One.', 'Two.'], 'One. Two.'],
  [[], 'An unknown error has occured. Please contact the system administrator.'],
])('a request that fails later shows the server’s sentences, or an unknown error', async (messages, sentence) => {
  open({ make: () => item('PROCESSING'), status: () => 'FAILED', details: item('FAILED', { messages }) })
  await press(/^MARC/)
  await screen.findByText('Making your file…')
  await act(() => vi.advanceTimersByTimeAsync(1300))
  expect((await reason()).textContent).toBe(sentence)
})

test('a request without an id is reported as such', async () => {
  open({ make: () => item('PROCESSING', { id: '' }) })
  await press(/^MARC/)
  expect((await reason()).textContent).toBe('No ID provided')
})
