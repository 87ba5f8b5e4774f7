import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settings } from '../settings.ts'
import { settingsTable, withTable } from './settings-table.ts'

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')

test('docs/operations.md describes every current setting: else npm run docs:settings', () => {
  const text = read('docs/operations.md')
  expect(withTable(text)).toBe(text)
  expect(text).not.toContain('[object')
  for (const { name } of settings) expect(settingsTable()).toContain(`| \`${name}\` |`)
})
