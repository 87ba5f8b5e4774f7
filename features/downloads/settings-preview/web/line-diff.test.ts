import { expect, test } from 'vitest'
import { diffLines, markDifference } from './line-diff.ts'

test('equal lines are side by side, and so is a changed line with its old version', () => {
  const before = '001    7\n020    $a 9780316234474\n245 14 $a The 100'
  const after = '001    7\n020    $a 031623447X\n245 14 $a The 100'
  expect(diffLines(before, after)).toEqual([
    { before: '001    7', after: '001    7' },
    { before: '020    $a 9780316234474', after: '020    $a 031623447X' },
    { before: '245 14 $a The 100', after: '245 14 $a The 100' },
  ])
})

test('a removed and an added field have no counterpart', () => {
  const before = '082 04 $a 813.6\n082 14 $a 813\n956    $f x.jpg'
  const after = '082 04 $a 813.6\n852 1  $h 813.6\n956    $f x.jpg'
  expect(diffLines(before, after)).toEqual([
    { before: '082 04 $a 813.6', after: '082 04 $a 813.6' },
    { before: '082 14 $a 813' },
    { after: '852 1  $h 813.6' },
    { before: '956    $f x.jpg', after: '956    $f x.jpg' },
  ])
})

test('added lines stay in order around a changed one', () => {
  expect(diffLines('b 1', 'a 1\nb 2\nc 1')).toEqual([
    { after: 'a 1' },
    { before: 'b 1', after: 'b 2' },
    { after: 'c 1' },
  ])
})

test('equal texts have no differing line, and lose nothing', () => {
  const text = 'a\n\nb\nb'
  expect(diffLines(text, text).map(({ before }) => before)).toEqual(['a', '', 'b', 'b'])
  expect(diffLines('', 'a')).toEqual([{ before: '' }, { after: 'a' }])
})

test('within a line only the differing words are marked', () => {
  expect(markDifference('020    $a 9780316234474 (pbk.)', '020    $a 031623447X (pbk.)')).toEqual([
    { text: '020    $a ', marked: false },
    { text: '9780316234474 ', marked: true },
    { text: '(pbk.)', marked: false },
  ])
  expect(markDifference('a b', 'a b c')).toEqual([
    { text: 'a ', marked: false },
    { text: 'b', marked: true },
  ])
})
