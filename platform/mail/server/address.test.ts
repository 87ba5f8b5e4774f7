import { expect, test } from 'vitest'
import { readAddress } from './mail.ts'

test.each([
  ['reader@school.example', 'reader@school.example'],
  ["  o'brien@school.example ", "o'brien@school.example"],
  ['first.last+books@mail.school.edu.au', 'first.last+books@mail.school.edu.au'],
  ['reader@schüle.example', 'reader@xn--schle-mva.example'],
])('%j is a single address', (text, address) => {
  expect(readAddress(text)).toBe(address)
})

test.each([
  '',
  'reader',
  'reader@',
  '@school.example',
  'reader@school',
  'reader@127.0.0.1',
  'reader@[127.0.0.1]',
  'a@b.example,c@d.example',
  'a@b.example;c@d.example',
  'a@b.example c@d.example',
  'a@b.example\r\nBcc: c@d.example',
  'a@b.example\n',
  '\ra@b.example',
  'a@b.example\0',
  'a@b.example\u2028x',
  'A <a@b.example>',
  '"a b"@c.example',
  'a..b@c.example',
  '.a@c.example',
  'a@b@c.example',
  'a@-b.example',
  'a@b..example',
  'a@b.example%0d%0aBcc:x@y.example',
  `${'a'.repeat(65)}@b.example`,
  `a@${'b'.repeat(64)}.example`,
  `a@${'b.'.repeat(130)}example`,
])('%j is rejected', (text) => {
  expect(() => readAddress(text)).toThrow(expect.objectContaining({ status: 400, code: 'bad_address' }))
})

test('text that is not an address is rejected, however long', () => {
  const spaces = `a${' '.repeat(200_000)}b@c.example`
  for (const text of [`${'a.'.repeat(100_000)}@`, `a@${'b-'.repeat(100_000)}`, '@'.repeat(200_000), spaces])
    expect(() => readAddress(text)).toThrow()
})
