import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderScreen } from '#kit/web/testing.tsx'
import { type HumanCheck, humanCheckApi, humanCheckProblem } from '#platform/human-check/contract.ts'
import { HumanCheckBox, useHumanCheck } from './human-check-parts.tsx'
import { useLoaded } from './use-loaded.ts'

const solving = vi.hoisted(() => ({ solve: async () => 'the answer' }))
vi.mock('./solve-puzzle.ts', () => ({ solvePuzzle: () => solving.solve() }))

const altcha: HumanCheck = {
  kind: 'altcha',
  puzzle: {
    parameters: { algorithm: 'PBKDF2/SHA-256', nonce: '00', salt: '00', cost: 1, keyLength: 32, keyPrefix: '00' },
    signature: '00',
  },
}

function Shown() {
  const human = useHumanCheck()
  return (
    <>
      <HumanCheckBox action="pay-now" {...human.box} />
      <output>{human.answer ?? 'no answer'}</output>
      <button type="button" onClick={human.again}>
        Sent
      </button>
    </>
  )
}
const open = (check: HumanCheck | (() => never) = altcha) =>
  renderScreen(<Shown />, {
    api: humanCheckApi,
    fakes: { humanCheck: () => (typeof check === 'function' ? check() : { response: check }) },
  })
const answer = () => screen.getByText(/answer$/).textContent
const box = () => screen.findByRole<HTMLInputElement>('checkbox', { name: 'I am not a robot' })

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true)
  solving.solve = async () => 'the answer'
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.head.querySelectorAll('script').forEach((each) => void each.remove())
})

test('ticking the box solves the puzzle and gives the screen the answer', async () => {
  const { calls } = open()
  const tick = await box()
  expect(answer()).toBe('no answer')
  await userEvent.click(tick)
  expect(await screen.findByText('Checked. You can continue.')).toBeTruthy()
  expect([answer(), tick.checked]).toEqual(['the answer', true])
  expect(calls.every(({ input }) => (input as { action: string }).action === 'pay-now')).toBe(true)
})

test('once the answer was sent the box can be ticked again', async () => {
  open()
  await userEvent.click(await box())
  await screen.findByText('Checked. You can continue.')
  await userEvent.click(screen.getByRole('button', { name: 'Sent' }))
  expect(answer()).toBe('no answer')
  expect((await box()).checked).toBe(false)
})

test('an expired answer is withdrawn, with a message', async () => {
  open()
  const tick = await box()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(tick)
  await screen.findByText('Checked. You can continue.')
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(await screen.findByText('The check has expired. Please tick the box again.')).toBeTruthy()
  expect([answer(), tick.checked]).toEqual(['no answer', false])
})

test('a failed puzzle can be retried', async () => {
  open()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  solving.solve = () => Promise.reject(new Error('out of memory'))
  await userEvent.click(await box())
  expect(await screen.findByText('The check failed. Please tick the box again.')).toBeTruthy()
  expect(answer()).toBe('no answer')
  solving.solve = async () => 'the answer'
  await userEvent.click(await box())
  await waitFor(() => expect(answer()).toBe('the answer'))
})

test('without https a message says why there is no check', async () => {
  vi.stubGlobal('isSecureContext', false)
  open()
  expect(await screen.findByText(/needs a secure connection \(https\)/)).toBeTruthy()
})

test('a check that the server fails to give is requested again', async () => {
  open(() => {
    throw humanCheckProblem('not_a_person')
  })
  expect(await screen.findByText('We couldn’t load the check.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('reCAPTCHA is rendered once its script is loaded, and its answers and their expiry are passed on', async () => {
  open({ kind: 'recaptcha', siteKey: 'public', base: 'https://recaptcha.example' })
  const script = await waitFor(() => {
    const found = document.querySelector<HTMLScriptElement>('script[src^="https://recaptcha.example/"]')
    expect(found).not.toBeNull()
    return found!
  })
  expect(script.src).toBe('https://recaptcha.example/recaptcha/api.js?render=explicit')
  let options: Record<string, (answer?: string) => void> = {}
  const reset = vi.fn()
  Object.assign(window, {
    grecaptcha: {
      render: (_: HTMLElement, given: typeof options) => {
        options = given
        return 0
      },
      reset,
    },
  })
  await waitFor(() => expect(options.sitekey).toBe('public'))
  options.callback!('their answer')
  await waitFor(() => expect(answer()).toBe('their answer'))
  options['expired-callback']!()
  await waitFor(() => expect(answer()).toBe('no answer'))
  options.callback!('another answer')
  await userEvent.click(screen.getByRole('button', { name: 'Sent' }))
  expect(reset).toHaveBeenCalledWith(0)
  expect(answer()).toBe('no answer')
  Reflect.deleteProperty(window, 'grecaptcha')
})

test('the widget is polled every 200 ms, and reported as late after a while', async () => {
  vi.useFakeTimers()
  let looks = 0
  const begin = vi.fn()
  function Waiting() {
    const { late, again } = useLoaded(begin, () => {
      looks += 1
      return undefined
    })
    return late ? (
      <button type="button" onClick={again}>
        late
      </button>
    ) : (
      <p>waiting</p>
    )
  }
  render(<Waiting />)
  const before = looks
  await vi.advanceTimersByTimeAsync(1000)
  expect(looks - before).toBe(5)
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1000)
    screen.getByText('late')
  })
  screen.getByText('late').click()
  await vi.waitFor(() => expect(begin).toHaveBeenCalledTimes(2), 20_000)
})
