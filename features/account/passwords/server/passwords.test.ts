import { expect, onTestFinished, test } from 'vitest'
import { maxPasswordLength } from '../rules.ts'
import { owaspCost, passwordCost } from './password-cost.ts'
import { hashSecret, isSecret } from './passwords.ts'

test('a password is hashed with a separate salt, at the documented cost', async () => {
  const ofTests = { ...passwordCost }
  onTestFinished(() => void Object.assign(passwordCost, ofTests))
  Object.assign(passwordCost, owaspCost)

  const [one, two] = await Promise.all([hashSecret('Owl and pussycat'), hashSecret('Owl and pussycat')])

  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
  expect([await isSecret('Owl and pussycat', one), await isSecret('Owl and Pussycat', one)]).toEqual([true, false])
})

test('one accented letter typed in two ways gives one password', async () => {
  expect(await isSecret('Ma\u0304ori', await hashSecret('M\u0101ori'))).toBe(true)
})

test('nothing matches a missing hash, and text that is too long does not match even the empty password', async () => {
  expect(await isSecret('anything', null)).toBe(false)
  expect(await isSecret('x'.repeat(maxPasswordLength + 1), await hashSecret(''))).toBe(false)
})
