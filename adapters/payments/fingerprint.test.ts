import { expect, test } from 'vitest'
import { requestFingerprint, resultFingerprint, sameFingerprint } from './fingerprint.ts'

const merchant = { kind: 'sha1', merchant: 'ABC0001', password: 'abc123' } as const

test('the form is signed as in the operator’s published example', () => {
  const fields = { txnType: '0', ref: 'Picnic-Buy', amount: '1337.00', timestamp: '20120906140000' }
  expect(requestFingerprint(merchant, fields)).toBe('770258d70df0dfa6e186d5b6f7635d870abfea2b')
})

test('a result is signed as in the operator’s published example', () => {
  const result = { ref: 'Test Reference', amount: '100', timestamp: '20140520221931', summaryCode: '1' }
  expect(resultFingerprint(merchant, result)).toBe('f56581336bd275c916f0c3d7490fb266505a5845')
})

test('the newer kind gives another fingerprint of the same members', () => {
  const result = { ref: 'Test Reference', amount: '100', timestamp: '20140520221931', summaryCode: '1' }
  expect(resultFingerprint({ ...merchant, kind: 'hmac-sha256' }, result)).toMatch(/^[0-9a-f]{64}$/)
})

test('upper and lower case are the same fingerprint, another length is invalid', () => {
  expect(sameFingerprint('AB12', 'ab12')).toBe(true)
  expect(sameFingerprint('AB12', 'ab1')).toBe(false)
  expect(sameFingerprint('', '')).toBe(true)
})
