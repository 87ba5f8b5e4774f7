import { afterEach, describe, expect, test } from 'vitest'
import type { HumanCheck } from '#platform/human-check/contract.ts'
import type { HumanCheckPort } from '#platform/human-check/server/human-check-port.ts'

export type OpenCheck = {
  port: HumanCheckPort
  /** Does what the page does for a person, at this time. */
  solve(check: HumanCheck, now: Date): Promise<string>
  close(): Promise<void>
}

const minutes = (count: number) => count * 60_000

/** The contract of every human check, run by each adapter. */
export function describeHumanCheck(name: string, open: () => Promise<OpenCheck>) {
  describe(name, () => {
    let opened: OpenCheck
    afterEach(() => opened.close())
    const solved = async (now: Date) => {
      opened = await open()
      return opened.solve(await opened.port.ask('pay-now', now), now)
    }

    test('a solved check is accepted, and always identified as the same one', async () => {
      const now = new Date()
      const answer = await solved(now)
      const first = await opened.port.check(answer, 'pay-now', now)
      const second = await opened.port.check(answer, 'pay-now', now)
      expect(first!.id).toMatch(/^[0-9a-f]{64}$/)
      expect(second!.id).toBe(first!.id)
      expect(first!.expiresAt.getTime()).toBeGreaterThan(now.getTime() + minutes(9))
    })

    test('two solved checks have different identities', async () => {
      const now = new Date()
      const one = await solved(now)
      const other = await opened.solve(await opened.port.ask('pay-now', now), now)
      const [first, second] = [
        await opened.port.check(one, 'pay-now', now),
        await opened.port.check(other, 'pay-now', now),
      ]
      expect(first!.id).not.toBe(second!.id)
    })

    test('after ten minutes it has expired', async () => {
      const now = new Date()
      const answer = await solved(now)
      const late = new Date(now.getTime() + minutes(10) + 1000)
      expect(await opened.port.check(answer, 'pay-now', late)).toBeUndefined()
    })

    test.each([
      ['nothing', ''],
      ['a word', 'yes'],
      ['no base64', '%%%\u0000'],
      ['an empty object', btoa('{}')],
      ['null', btoa('null')],
      ['a list', btoa('[]')],
      ['a deep one', btoa('['.repeat(2000))],
      ['numbers for texts', btoa('{"challenge":{"parameters":{"nonce":1},"signature":2},"solution":3}')],
      ['a polluted one', btoa('{"__proto__":{"verified":true},"challenge":{"__proto__":{}}}')],
      ['a long one', 'A'.repeat(8000)],
      ['lines of a header', 'x\r\nset-cookie: a=b'],
    ])('an unsolved check is rejected without an error: %s', async (_, answer) => {
      opened = await open()
      expect(await opened.port.check(answer, 'pay-now', new Date())).toBeUndefined()
    })
  })
}
