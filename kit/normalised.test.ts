import { expect, test } from 'vitest'
import { normalised } from './normalised.ts'

const longest = (text: string) => Math.max(...[...text.matchAll(/\p{M}+/gu)].map(([marks]) => marks.length))

test.each(['NFC', 'NFD', 'NFKC', 'NFKD'] as const)('in %s a letter of a long text keeps at most 30 marks', (form) => {
  for (const marks of ['\u0301\u0316', '\u0345\u0301\u0316', '\uff9e\u0316', '\u3099\u05b0\u064b'])
    expect(longest(normalised(`e${marks.repeat(1000)} n${marks.repeat(1000)}`, form))).toBeLessThanOrEqual(30)
})

test('every other text is as Unicode has it', () => {
  for (const text of [
    'misérables '.repeat(50),
    'Nguyễn Thị '.repeat(50),
    'हिन्दी की पुस्तकें '.repeat(30),
    '각'.repeat(300),
    `e${'\u0301\u0316'.repeat(20)}`,
  ])
    for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const) {
      expect(normalised(text, form)).toBe(text.normalize(form))
      expect(normalised(text.normalize('NFD'), form)).toBe(text.normalize(form))
    }
})
