import { describe, expect, test } from 'vitest'
import { absent, openLedger, Unanswered } from './ledger.ts'

const unanswered = () => Promise.reject(new Unanswered('Gone'))
const notSent = () =>
  Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) }))

describe('the ledger of acknowledged writes', () => {
  test('reports states that are missing, outdated, or were never requested', async () => {
    const ledger = openLedger()
    await ledger.change('folder', 'a', 'saved', async () => {})
    await ledger.change('folder', 'b', 'saved', async () => {})
    await ledger.change('folder', 'b', 'renamed', async () => {})
    ledger.compare(
      'folder',
      new Map([
        ['b', 'saved'],
        ['c', 'saved'],
      ]),
    )
    expect(ledger.wrong).toEqual([
      'folder a is absent, and not saved',
      'folder b is saved, and not renamed',
      'folder c is saved, and not absent',
    ])
  })

  test('accepts an unanswered call as done or not, but nothing else', async () => {
    for (const [state, wrong] of [
      ['saved', 0],
      [absent, 0],
      ['saved and saved', 1],
    ] as const) {
      const ledger = openLedger()
      await ledger.change('folder', 'a', 'saved', unanswered).catch(() => {})
      ledger.compare('folder', new Map(state === absent ? [] : [['a', state]]))
      expect(ledger.wrong).toHaveLength(wrong)
      expect(ledger.counts).toEqual({ acknowledged: 0, unanswered: 1 })
    }
  })

  test('treats a call that was never sent as not done', async () => {
    const ledger = openLedger()
    await ledger.change('folder', 'a', 'saved', notSent).catch(() => {})
    ledger.compare('folder', new Map([['a', 'saved']]))
    expect(ledger.wrong).toHaveLength(1)
  })
})
