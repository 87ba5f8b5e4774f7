import { expect, test } from 'vitest'
import { idOfKey, newSecretKey, sealedBy, secretKeyOf, UnknownSecretKey } from './secret-key.ts'

const [one, other] = [newSecretKey(), newSecretKey()]
const keyOf = (...keys: Buffer[]) => secretKeyOf(() => keys, '/etc/secret-key')

test('a sealed text opens with the same key for the same purpose, and differs each time', () => {
  const key = keyOf(one)
  for (const text of ['', 'x', 'Zoë 🎈'.repeat(1000)]) expect(key.open(key.seal(text, 'codes'), 'codes')).toBe(text)
  expect(key.seal('x', 'codes')).not.toBe(key.seal('x', 'codes'))
  expect(key.seal('plain', 'codes')).not.toContain('plain')
  expect(sealedBy(key.seal('x', 'codes'))).toBe(idOfKey(one))
  expect(() => key.open(key.seal('x', 'codes'), 'cookies')).toThrow()
})

test('any changed bit is detected', () => {
  const key = keyOf(one)
  const sealed = key.seal('secret', 'codes')
  const begin = sealed.lastIndexOf('.') + 1
  const bytes = Buffer.from(sealed.slice(begin), 'base64url')
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes)
    changed[bit >> 3]! ^= 1 << (bit & 7)
    expect(() => key.open(sealed.slice(0, begin) + changed.toString('base64url'), 'codes')).toThrow()
  }
})

test('the first key encrypts, every key decrypts, and a missing one is named', () => {
  const sealed = keyOf(other).seal('x', 'codes')
  expect(keyOf(one, other).open(sealed, 'codes')).toBe('x')
  expect(sealedBy(keyOf(one, other).seal('x', 'codes'))).toBe(idOfKey(one))
  expect(() => keyOf(one).open(sealed, 'codes')).toThrow(UnknownSecretKey)
  expect(() => keyOf(one).open(sealed, 'codes')).toThrow(
    `The codes secret needs the secret key ${idOfKey(other)}, which /etc/secret-key does not hold.`,
  )
})
