import { expect, test } from 'vitest'
import { watchCodes } from './sightings.ts'

const isbn = { text: '9781869713805', format: 'EAN13' }
const shelf = { text: 'B123', format: 'Code39' }

test('a code is reported once, however long it is held in front of the camera', () => {
  const codes = watchCodes()
  expect(codes.see([isbn], 0).fresh).toEqual(['9781869713805'])
  for (let at = 100; at < 3000; at += 100) expect(codes.see([isbn], at)).toEqual({ fresh: [], again: [] })
})

test('several codes in a row, or in one picture, are each reported', () => {
  const codes = watchCodes()
  expect(codes.see([isbn, { ...isbn, text: '9780143506522' }], 0).fresh).toEqual(['9781869713805', '9780143506522'])
})

test('a code that is shown again later is reported as known, not added twice', () => {
  const codes = watchCodes()
  codes.see([isbn], 0)
  expect(codes.see([isbn], 4000)).toEqual({ fresh: [], again: ['9781869713805'] })
  expect(codes.see([isbn], 4100)).toEqual({ fresh: [], again: [] })
})

test('a code without a check digit counts once it is read twice', () => {
  const codes = watchCodes()
  expect(codes.see([shelf], 0).fresh).toEqual([])
  expect(codes.see([{ ...shelf, text: 'B128' }], 100).fresh).toEqual([])
  expect(codes.see([shelf], 200).fresh).toEqual(['B123'])
  expect(codes.see([{ ...shelf, text: 'B128' }], 5000).fresh).toEqual([])
})
