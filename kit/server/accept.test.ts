import { expect, test } from 'vitest'
import { bestType } from './accept.ts'

const offered = ['application/json', 'application/marc', 'application/marcxml+xml'] as const

test.each([
  [undefined, 'application/json'],
  ['', 'application/json'],
  ['*/*', 'application/json'],
  ['application/marc', 'application/marc'],
  ['Application/MARC; q=0.5', 'application/marc'],
  ['application/marcxml+xml;q=0.9, application/marc;q=0.8', 'application/marcxml+xml'],
  ['text/html, application/*;q=0.3', 'application/json'],
  ['application/json;q=0, */*;q=0.1', 'application/marc'],
  ['application/*;q=0.9, application/json;q=0.1', 'application/marc'],
  ['text/html', undefined],
  ['application/marc;q=0', undefined],
  ['application/marc;q=x', undefined],
  ['nonsense', undefined],
])('Accept: %s gets %s', (header, type) => {
  expect(bestType(header, offered)).toBe(type)
})
