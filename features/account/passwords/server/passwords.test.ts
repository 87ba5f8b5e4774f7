import { expect, test } from 'vitest'
import { maxPasswordLength } from '../rules.ts'
import { hashSecret, isSecret } from './passwords.ts'

test('a password is hashed with a salt of its own, at the cost that is written down', async () => {
  const [one, two] = await Promise.all([hashSecret('Owl and pussycat'), hashSecret('Owl and pussycat')])

  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
  expect([await isSecret('Owl and pussycat', one), await isSecret('Owl and Pussycat', one)]).toEqual([true, false])
})

test('one accented letter typed in two ways is one password', async () => {
  expect(await isSecret('Ma\u0304ori', await hashSecret('M\u0101ori'))).toBe(true)
})

test('nothing matches where there is no hash, and what is too long matches not even an empty one', async () => {
  expect(await isSecret('anything', null)).toBe(false)
  expect(await isSecret('x'.repeat(maxPasswordLength + 1), await hashSecret(''))).toBe(false)
})
