import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defaultSettings } from '#features/school/settings/rules.ts'
import { Problem } from '#kit/problem.ts'
import { goTo } from '#kit/web/history.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { DownloadRecord } from '../../web/downloads-parts.tsx'
import { api, librarian, request } from '../../web/testing.ts'
import { dismiss } from './under-way.ts'

const opened = vi.fn((_href?: string | URL, _target?: string): Window | null => ({ opener: window }) as Window)

beforeEach(() => {
  localStorage.clear()
  opened.mockClear()
  vi.spyOn(window, 'open').mockImplementation(opened)
})
afterEach(() => {
  cleanup()
  act(() => dismiss(() => true))
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const ready = request({ id: 'r7', requestStatus: 'READY', fileSize: 837 })
function open(fakes: object = {}) {
  return renderScreen(<DownloadRecord id="1001" title="The kererū" />, {
    api,
    path: '/discover/results/',
    fakes: {
      currentUser: () => librarian,
      createRequest: () => ({ response: ready }),
      requestDetails: () => ({ response: ready }),
      ...fakes,
    },
  })
}
const button = () => screen.findByRole('button', { name: /The kererū/ })
async function choose(...steps: ((dialog: HTMLElement) => Promise<unknown>)[]) {
  await userEvent.click(await button())
  const dialog = await screen.findByRole('dialog', { name: 'Download record' })
  for (const step of steps) await step(dialog)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Download' }))
}
const tray = () => screen.findByRole('region', { name: 'Downloads' })
const says = async (text: string) => waitFor(async () => expect((await tray()).textContent).toContain(text))

test('a record is downloaded as the settings say, and the list stays', async () => {
  const { calls } = open()
  await userEvent.click(await button())
  const dialog = await screen.findByRole('dialog', { name: 'Download record' })
  await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByRole('radio', { name: 'Record' })))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Download' }))
  await says('The download request is ready. Your file will begin downloading in a new window')
  expect(calls.find(({ name }) => name === 'createRequest')?.input).toEqual({
    identities: ['1001'],
    requestName: 'The kererū',
    content: 'DATA_ONLY',
  })
  expect(opened.mock.calls).toEqual([['/rest/mydownload/download?requestId=r7', '_blank']])
  expect(window.location.pathname).toBe('/discover/results/')
  expect(
    within(await tray())
      .getByRole('link', { name: 'MARC 21, 837 bytes' })
      .getAttribute('href'),
  ).toBe('/rest/mydownload/download?requestId=r7')
  expect(
    within(await tray())
      .getByRole('link', { name: 'Open the request' })
      .getAttribute('href'),
  ).toBe('/downloadRequest/r7')
})

test('content and format are chosen, and remembered for the next record', async () => {
  const { calls } = open()
  await choose(
    async (dialog) => userEvent.click(within(dialog).getByRole('radio', { name: 'Record and cover' })),
    async (dialog) => userEvent.selectOptions(within(dialog).getByRole('combobox', { name: 'Format' }), 'Excel'),
  )
  await says('The download request is ready.')
  const chosen = { content: 'DATA_AND_IMAGE', fileFormat: 'XLSX' }
  expect(calls.find(({ name }) => name === 'createRequest')?.input).toMatchObject(chosen)
  await userEvent.click(await button())
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByRole('radio', { name: 'Record and cover', checked: true })).toBeTruthy()
  expect((within(dialog).getByRole('combobox', { name: 'Format' }) as HTMLSelectElement).value).toBe('XLSX')
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Cover' }))
  expect(within(dialog).queryByRole('combobox', { name: 'Format' })).toBeNull()
})

test('the school’s content comes before the last choice', async () => {
  localStorage.setItem('download-choice', JSON.stringify({ content: 'DATA_ONLY', fileFormat: 'XLSX' }))
  open({ customerSettings: () => ({ response: { ...defaultSettings, downloadContent: 'DATA_AND_IMAGE' } }) })
  await userEvent.click(await button())
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByRole('radio', { name: 'Record and cover', checked: true })).toBeTruthy()
  expect((within(dialog).getByRole('combobox', { name: 'Format' }) as HTMLSelectElement).value).toBe('XLSX')
})

test('the progress outlives the screen that began it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
  let status = 'PROCESSING'
  open({
    createRequest: () => ({ response: request({ id: 'r7', requestStatus: 'PROCESSING' }) }),
    requestStatus: () => status,
    requestDetails: () => ({ response: status === 'READY' ? ready : request({ requestStatus: 'PROCESSING' }) }),
  })
  await choose()
  await says('Making your file…')
  act(() => goTo('/elsewhere'))
  await says('Making your file…')
  expect(within(await tray()).getByRole('progressbar')).toBeTruthy()
  status = 'READY'
  await act(() => vi.advanceTimersByTimeAsync(1500))
  await says('The download request is ready.')
  await userEvent.click(within(await tray()).getByRole('button', { name: 'Close the list' }))
  expect(screen.queryByRole('region', { name: 'Downloads' })).toBeNull()
})

test.each([
  [
    'an ended subscription leads to the products',
    new Problem('no_subscription', 403, ['subscribe::Your subscription has ended.']),
    'Your subscription has ended.',
    'See the products',
  ],
  [
    'any other refusal can be retried',
    new Problem('busy', 503, ['Please try again soon.']),
    'Please try again soon.',
    'Try again',
  ],
])('%s', async (_, problem, sentence, way) => {
  open({
    createRequest: () => {
      throw problem
    },
  })
  await choose()
  await says(sentence)
  expect(within(await tray()).getByText(way)).toBeTruthy()
  expect(opened).not.toHaveBeenCalled()
})

test('a second try makes the same request', async () => {
  let tries = 0
  const { calls } = open({
    createRequest: () => {
      tries += 1
      if (tries === 1) throw new Problem('busy', 503, ['Please try again soon.'])
      return { response: ready }
    },
  })
  await choose()
  await says('Please try again soon.')
  await userEvent.click(within(await tray()).getByRole('button', { name: 'Try again' }))
  await says('The download request is ready.')
  const [first, second] = calls.filter(({ name }) => name === 'createRequest')
  expect(second?.input).toEqual(first?.input)
})

test('a request without a file says why, and offers no second try', async () => {
  const messages = ['There is no image available to download.']
  open({ requestDetails: () => ({ response: request({ requestStatus: 'FAILED', messages }) }) })
  await choose()
  await says('There is no image available to download.')
  expect(within(await tray()).queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('if the browser refuses the new window, the line has the file', async () => {
  opened.mockReturnValueOnce(null)
  open()
  await choose()
  await says('The download request is ready. Your browser stopped the new window. Get the file here:')
})

test('covers in a file of their own are linked beside the records', async () => {
  const apart = { ...ready, content: 'DATA_AND_IMAGE' as const, imageAlone: true, dataSize: 837, imageSize: 2048 }
  open({ requestDetails: () => ({ response: apart }) })
  await choose()
  await says('The download request is ready.')
  const hrefs = within(await tray())
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))
  expect(hrefs).toEqual([
    '/rest/mydownload/download/data?requestId=r7',
    '/rest/mydownload/download/image?requestId=r7',
    '/downloadRequest/r7',
  ])
})
