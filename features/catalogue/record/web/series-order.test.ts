import { expect, test } from 'vitest'
import { missingNumbers, type Volume } from './series-order.ts'

const series = (...volumes: string[]) => volumes.map((volume) => ({ volume }) as Volume)

test('the numbers that no member has are missing, up to the highest', () => {
  expect(missingNumbers(series('1', '2', 'no. 4', 'VI', ''))).toEqual([3, 5])
  expect(missingNumbers(series('1', '2', '3'))).toEqual([])
})

test('years, single numbers and wide gaps say nothing', () => {
  expect(missingNumbers(series('7'))).toEqual([])
  expect(missingNumbers(series('2004', '2006'))).toEqual([])
  expect(missingNumbers(series('1', '40'))).toEqual([])
  expect(missingNumbers(series('1', '2.5', '3'))).toEqual([2])
})
