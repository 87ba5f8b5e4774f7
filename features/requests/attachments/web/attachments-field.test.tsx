import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Input } from '#kit/contract.ts'
import { Problem } from '#kit/problem.ts'
import { unreachable } from '#kit/web/fetch-json.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import type { Attachment } from '../../contract.ts'
import { fileSentences, maxFileBytes, scanningStopped, virusFound } from '../../rules.ts'
import { attachmentsApi } from '../contract.ts'
import { AttachmentsField } from './attachments-field.tsx'

beforeEach(() => {
  URL.createObjectURL = () => 'blob:preview'
  URL.revokeObjectURL = () => undefined
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const attachment = (filename: string): Attachment => ({
  id: filename,
  filename,
  filetype: 'image/png',
  filesize: 2_400_000,
  url: `/rest/cataloguerequests/files/${filename}`,
  thumbnailUrl: `/rest/cataloguerequests/files/${filename}?size=thumbnail`,
  caption: '',
})
const picture = (name: string, { type = 'image/png', size = 5 } = {}) =>
  new File([new Uint8Array(size).fill(65)], name, { type })

type Scan = (input: Input<typeof attachmentsApi.scanFiles>) => object
const taken: Scan = ({ files: [file] }) => ({
  response: { files: [{ filename: file!.filename, accepted: true, file: attachment(file!.filename) }] },
})

let saved: readonly Attachment[] = []
function Form({ first, onBusy }: { first: Attachment[]; onBusy?: (busy: boolean) => void }) {
  const [files, setFiles] = useState<readonly Attachment[]>(first)
  saved = files
  return <AttachmentsField files={files} onChange={setFiles} {...(onBusy ? { onBusy } : {})} />
}

function show({
  scan = taken,
  first = [] as Attachment[],
  onBusy = undefined as ((busy: boolean) => void) | undefined,
} = {}) {
  const view = renderScreen(<Form first={first} {...(onBusy ? { onBusy } : {})} />, {
    api: attachmentsApi,
    fakes: { scanFiles: scan as never },
  })
  return { ...view, user: userEvent.setup({ applyAccept: false }) }
}
const choose = () => screen.findByLabelText('Pictures', { selector: 'input' })
const names = () => saved.map(({ filename }) => filename)

test('chosen pictures are sent one by one and then belong to the item', async () => {
  const { user, calls } = show()
  await user.upload(await choose(), [picture('front.png'), picture('back.png')])
  await screen.findByRole('button', { name: 'Remove back.png' })
  expect(names()).toEqual(['front.png', 'back.png'])
  expect(calls.map(({ input }) => (input as { files: object[] }).files)).toEqual([
    [{ filename: 'front.png', filetype: 'image/png', filesize: 5, base64: btoa('AAAAA') }],
    [{ filename: 'back.png', filetype: 'image/png', filesize: 5, base64: btoa('AAAAA') }],
  ])
  expect(screen.getByText('2 of 5')).toBeDefined()
})

test('a picture can be described and removed', async () => {
  const { user } = show({ first: [attachment('a.png'), attachment('b.png')] })
  await user.type(await screen.findByLabelText('What a.png shows'), 'Title page')
  expect(saved[0]!.caption).toBe('Title page')
  await user.click(screen.getByRole('button', { name: 'Remove b.png' }))
  expect(names()).toEqual(['a.png'])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose pictures' })))
})

test('a virus is reported in the specification’s words, and existing pictures stay', async () => {
  const { user } = show({
    first: [attachment('a.png')],
    scan: () => ({
      responseCode: 4003,
      messages: [virusFound('evil.png')],
      response: { files: [{ filename: 'evil.png', accepted: false, reason: virusFound('evil.png') }] },
    }),
  })
  await user.upload(await choose(), picture('evil.png'))
  expect((await screen.findByRole('alert')).textContent?.trim()).toBe('Virus found in: evil.png - file removed')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(names()).toEqual(['a.png'])
  await user.click(screen.getByRole('button', { name: 'Dismiss evil.png' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  [unreachable(), `${scanningStopped}. We can’t reach the service. Please check your connection and try again.`],
  [new Problem('unexpected', 500, ['It broke.']), `${scanningStopped}. It broke.`],
  [new Problem('too_large', 413, ['The request is too large.']), `${scanningStopped}. The request is too large.`],
  [new Problem('too_many_held', 429, ['Too many.']), `${scanningStopped}. Too many.`],
  [new Problem('not_allowed', 403, ['Not you.']), `${scanningStopped}. Not you.`],
  [new Problem('scanner_away', 503, [scanningStopped]), scanningStopped],
  [new Problem('invalid_input', 400, ['Not so.']), 'Not so.'],
])('a scan that fails by %s says so', async (problem, sentence) => {
  const { user } = show({
    scan: () => {
      throw problem
    },
  })
  await user.upload(await choose(), picture('a.png'))
  expect((await screen.findByRole('alert')).textContent?.replace(/\s*Try again$/, '').trim()).toBe(sentence)
})

test('while the scanner is unavailable a picture waits for a retry', async () => {
  let away = true
  const { user } = show({
    scan: (input) => {
      if (away) throw new Problem('scanner_away', 503, [scanningStopped])
      return taken(input)
    },
  })
  await user.upload(await choose(), picture('a.png'))
  expect((await screen.findByRole('alert')).textContent).toContain(scanningStopped)
  away = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('button', { name: 'Remove a.png' })
  expect(names()).toEqual(['a.png'])
})

test('a file that is not a picture is refused on its own line, in the server’s words', async () => {
  const sentence = fileSentences.noPicture('notes.png')
  const { user } = show({
    scan: () => {
      throw new Problem('bad_files', 400, [sentence], { files: [sentence] })
    },
  })
  await user.upload(await choose(), picture('notes.png'))
  expect((await screen.findByRole('alert')).textContent?.trim()).toBe(sentence)
})

test('the sixth picture is left out, and named', async () => {
  const { user } = show({ first: ['1', '2', '3', '4'].map(attachment) })
  await user.upload(await choose(), [picture('5'), picture('six.png'), picture('seven.png')])
  expect((await screen.findByRole('alert')).textContent).toBe(`${fileSentences.tooMany} Not added: six.png, seven.png`)
  await screen.findByRole('button', { name: 'Remove 5' })
  expect(names()).toEqual(['1', '2', '3', '4', '5'])
  expect(screen.queryByRole('button', { name: 'Choose pictures' })).toBeNull()
})

test('a picture larger than 5 MB is scaled down before it is sent', async () => {
  const drawnAt: number[] = []
  vi.stubGlobal('createImageBitmap', async () => ({ width: 8000, height: 6000, close() {} }))
  HTMLCanvasElement.prototype.getContext = (() => ({ fillRect() {}, drawImage() {} })) as never
  HTMLCanvasElement.prototype.toBlob = function (this: HTMLCanvasElement, done: BlobCallback) {
    drawnAt.push(this.width, this.height)
    done(new Blob([new Uint8Array(drawnAt.length > 2 ? 7 : maxFileBytes + 1)], { type: 'image/jpeg' }))
  }
  const { user, calls } = show()
  await user.upload(await choose(), picture('Photo 1.HEIC', { type: 'image/heic' }))
  await screen.findByRole('button', { name: 'Remove Photo 1.jpg' })
  expect(drawnAt).toEqual([4000, 3000, 3000, 2250])
  expect(calls[0]!.input).toMatchObject({ files: [{ filename: 'Photo 1.jpg', filetype: 'image/jpeg', filesize: 7 }] })
})

test('one that this browser cannot scale down is refused without being sent', async () => {
  vi.stubGlobal('createImageBitmap', async () => Promise.reject(new Error('no picture')))
  const { user, calls } = show()
  await user.upload(await choose(), picture('large.png', { size: maxFileBytes + 1 }))
  expect((await screen.findByRole('alert')).textContent?.trim()).toBe('large.png is larger than 5 MB.')
  expect(calls).toEqual([])
})

test('pictures are dropped anywhere and pasted, while text is pasted as usual', async () => {
  show()
  await choose()
  const dropped = { types: ['Files'], files: [picture('dropped.png')] }
  fireEvent.dragOver(document, { dataTransfer: dropped })
  expect(await screen.findByText('Drop the pictures anywhere')).toBeDefined()
  fireEvent.drop(document, { dataTransfer: dropped })
  fireEvent.paste(document, { clipboardData: { types: ['Files'], files: [picture('pasted.png')] } })
  fireEvent.paste(document, {
    clipboardData: { types: ['text/plain', 'Files'], files: [picture('text.png')] },
  })
  await screen.findByRole('button', { name: 'Remove pasted.png' })
  expect(names()).toEqual(['dropped.png', 'pasted.png'])
})

test('while the school is uploading elsewhere, the picture waits', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  let tries = 0
  show({
    scan: (input) => {
      if (++tries < 2) throw new Problem('too_many_at_once', 429, ['wait'])
      return taken(input)
    },
  })
  fireEvent.change(await choose(), { target: { files: [picture('a.png')] } })
  await waitFor(() => expect(tries).toBe(1))
  await waitFor(async () => {
    await act(() => vi.advanceTimersByTimeAsync(2000))
    expect(screen.getByRole('button', { name: 'Remove a.png' })).toBeDefined()
  })
  expect(tries).toBe(2)
})

test('the form is notified of pending uploads', async () => {
  const heard: boolean[] = []
  let answer: (() => void) | undefined
  const { user } = show({
    onBusy: (busy) => heard.push(busy),
    scan: (input) => new Promise((done) => (answer = () => done(taken(input)))),
  })
  await user.upload(await choose(), picture('a.png'))
  await waitFor(() => expect(answer).toBeDefined())
  expect(heard.at(-1)).toBe(true)
  expect(screen.getByRole('progressbar', { name: 'Sending a.png' })).toBeDefined()
  answer!()
  await waitFor(() => expect(heard.at(-1)).toBe(false))
})

test('a picture is viewed in large, and so is the next one', async () => {
  const { user } = show({ first: [{ ...attachment('a.png'), caption: 'Front' }, attachment('b.png')] })
  await user.click(await screen.findByRole('button', { name: 'View a.png' }))
  const dialog = await screen.findByRole('dialog', { name: 'Front' })
  expect(within(dialog).getByRole('img').getAttribute('src')).toBe('/rest/cataloguerequests/files/a.png')
  await user.keyboard('{ArrowRight}')
  expect(within(dialog).getByRole('img').getAttribute('src')).toBe('/rest/cataloguerequests/files/b.png')
  expect(within(dialog).getByText('2 of 2')).toBeDefined()
})
