import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { formatWait } from './format-wait.ts'

test.each([
  [0, '1 second'],
  [0.2, '1 second'],
  [1, '1 second'],
  [2, '2 seconds'],
  [119, '119 seconds'],
  [120, '2 minutes'],
  [121, '3 minutes'],
  [90 * 60, '90 minutes'],
  [90 * 60 + 1, '2 hours'],
  [24 * 3600, '24 hours'],
])('a wait of %d seconds is %s', (seconds, words) => {
  expect(formatWait(seconds)).toBe(words)
})

test('no sentence says in another way how long to wait', async () => {
  const counted =
    /(again in|wait) \$\{(?!formatWait\()|\$\{[^}]*(wait|ttl)\w*\} (second|minute|hour)s\b|\bSeconds\} seconds\b/i
  const found: string[] = []
  for await (const file of glob('{app,cli,features,kit,platform,shell,ui}/**/*.{ts,tsx}')) {
    if (/\.(test|spec)\.tsx?$|testing\.tsx?$/.test(file) || file.startsWith('kit/wait-in-words')) continue
    for (const line of readFileSync(file, 'utf8').split('\n'))
      if (counted.test(line)) found.push(`${file}: ${line.trim()}`)
  }
  expect(found).toEqual([])
})
