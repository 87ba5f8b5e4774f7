import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, test } from 'vitest'
import type { HumanCheck, Puzzle } from '#platform/human-check/contract.ts'
import { openAltcha, openRecaptcha } from './human-check.ts'
import { describeHumanCheck, type OpenCheck } from './human-check-suite.ts'

const secrets = { challenge: 'one secret', key: 'another secret' }
const encode = (value: unknown) => btoa(JSON.stringify(value))
const puzzleOf = (check: HumanCheck) => (check as { puzzle: Puzzle }).puzzle

async function solve(puzzle: Puzzle) {
  const solution = await solveChallenge({ challenge: puzzle as Challenge, deriveKey })
  return { challenge: puzzle, solution: solution! }
}

describeHumanCheck('ALTCHA', async () => ({
  port: openAltcha(secrets),
  solve: async (check) => encode(await solve(puzzleOf(check))),
  close: async () => undefined,
}))

const hostname = 'portal.example'
type Verdict = Record<string, unknown>

/** A fake reCAPTCHA server: confirms each answer once, as the real one does, unless `again`. */
async function openStandIn(answer?: (response: ServerResponse) => void) {
  const given = new Map<string, Verdict>()
  const forms: URLSearchParams[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    const sent = new URLSearchParams(body)
    forms.push(sent)
    if (answer) return answer(response)
    const known = sent.get('secret') === 'secret' ? given.get(sent.get('response') ?? '') : undefined
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(known ?? { success: false, 'error-codes': ['invalid-input-response'] }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    given,
    forms,
    port: openRecaptcha({ siteKey: 'public', secret: 'secret', base, hostname }),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

describeHumanCheck('reCAPTCHA', async (): Promise<OpenCheck> => {
  const { given, port, close } = await openStandIn()
  return {
    port,
    close,
    solve: async (_, now) => {
      const answer = `03A_${crypto.randomUUID()}`
      given.set(answer, { success: true, challenge_ts: now.toISOString(), hostname })
      return answer
    },
  }
})

test('an ALTCHA answer is valid only for the action it was issued for', async () => {
  const port = openAltcha(secrets)
  const now = new Date()
  const answer = encode(await solve(puzzleOf(await port.ask('z3950-reset', now))))
  expect(await port.check(answer, 'pay-now', now)).toBeUndefined()
  expect(await port.check(answer, 'z3950-reset', now)).toBeDefined()
})

test('a puzzle that was made easier or older, or is another’s, is rejected', async () => {
  const port = openAltcha(secrets)
  const now = new Date()
  const { challenge, solution } = await solve(puzzleOf(await port.ask('pay-now', now)))
  const refused = async (part: Partial<Puzzle['parameters']>, counter = solution.counter) => {
    const parameters = { ...challenge.parameters, ...part }
    return port.check(
      encode({ challenge: { ...challenge, parameters }, solution: { ...solution, counter } }),
      'pay-now',
      now,
    )
  }
  expect(await refused({})).toBeDefined()
  expect(await refused({ cost: 1 })).toBeUndefined()
  expect(await refused({ keyPrefix: '00' })).toBeUndefined()
  expect(await refused({ expiresAt: challenge.parameters.expiresAt! + 600 })).toBeUndefined()
  expect(await refused({ data: { action: 'z3950-reset' } })).toBeUndefined()
  expect(await refused({}, Number.NaN)).toBeUndefined()
  const stranger = openAltcha({ challenge: 'a guess', key: 'a guess' })
  const theirs = encode(await solve(puzzleOf(await stranger.ask('pay-now', now))))
  expect(await port.check(theirs, 'pay-now', now)).toBeUndefined()
  const unsolved = { challenge, solution: { counter: 1, derivedKey: '00'.repeat(32) } }
  expect(await port.check(encode(unsolved), 'pay-now', now)).toBeUndefined()
})

test('one puzzle answered in two spellings counts as one answer', async () => {
  const port = openAltcha(secrets)
  const now = new Date()
  const solved = await solve(puzzleOf(await port.ask('pay-now', now)))
  const spellings = [encode(solved), btoa(JSON.stringify({ ...solved, more: 1 }, null, 2)), `${encode(solved)}\n`]
  const ids = await Promise.all(spellings.map(async (each) => (await port.check(each, 'pay-now', now))?.id))
  expect(new Set(ids).size).toBe(1)
  expect(ids[0]).toBeDefined()
})

test('a puzzle takes a computer less than a few seconds', async () => {
  const puzzle = puzzleOf(await openAltcha(secrets).ask('pay-now', new Date()))
  expect(puzzle.parameters.cost).toBeLessThan(10_000)
  expect((await solve(puzzle)).solution.counter).toBeLessThan(1000)
})

test.each<[string, Verdict]>([
  [
    'solved on pages of somebody else',
    { success: true, challenge_ts: new Date().toISOString(), hostname: 'evil.example' },
  ],
  ['without a time', { success: true, hostname }],
  ['of a time that cannot be read', { success: true, challenge_ts: 'soon', hostname }],
  ['that says no', { success: false, challenge_ts: new Date().toISOString(), hostname }],
])('a reCAPTCHA verdict %s means rejection', async (_, verdict) => {
  const { given, port, close } = await openStandIn()
  given.set('answer', verdict)
  expect(await port.check('answer', 'pay-now', new Date())).toBeUndefined()
  await close()
})

test.each<[string, (response: ServerResponse) => void]>([
  ['an error of theirs', (response) => response.writeHead(500).end('{}')],
  ['a redirection elsewhere', (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()],
  ['a page', (response) => response.end('<html>success</html>')],
  ['a verdict that is none', (response) => response.end('{"success":"yes"}')],
  ['an answer without end', (response) => response.end('x'.repeat(200_000))],
  ['a line that is cut', (response) => response.destroy()],
])('if reCAPTCHA answers with %s it is unavailable, and nothing is accepted', async (_, answer) => {
  const { port, close } = await openStandIn(answer)
  await expect(port.check('answer', 'pay-now', new Date())).rejects.toThrow()
  await close()
})

test('reCAPTCHA receives our secret and the answer, and nothing about the person', async () => {
  const { forms, port, close } = await openStandIn()
  await port.check('answer', 'pay-now', new Date())
  expect(forms.map((each) => Object.fromEntries(each))).toEqual([{ secret: 'secret', response: 'answer' }])
  await close()
})
