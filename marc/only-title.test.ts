import { expect, test } from 'vitest'
import { cslJsonOf } from './citation/csl-json.ts'
import { toDocument } from './crosswalk/crosswalk.ts'
import { dublinCoreOf } from './dublin-core/dublin-core.ts'
import { recordToMods } from './mods/mods.ts'
import type { DataField } from './record.ts'

/** `24504 $a The $b tides` */
const fieldOf = (line: string): DataField => ({
  tag: line.slice(0, 3),
  ind1: line[3]!,
  ind2: line[4]!,
  subfields: [...line.matchAll(/\$(\w) ([^$]*)/g)].map(([, code, value]) => ({ code: code!, value: value!.trim() })),
})

test.each([
  [['24500 $k Papers, $f 1939-1954.'], 'Papers, 1939-1954', 'papers 1939 1954'],
  [['24504 $k The records, $g bulk 1950'], 'The records, bulk 1950', 'records bulk 1950'],
  [['24500 $k Letters $b to a friend'], 'Letters : to a friend', 'letters to a friend'],
  [['24014 $a The tempest. $l French'], 'The tempest. French', 'tempest french'],
  [['1304  $a The dreaming.'], 'The dreaming', 'dreaming'],
  [['7404  $a The sea garden.'], 'The sea garden', 'sea garden'],
  [['24613 $a Moana nui'], 'Moana nui', 'moana nui'],
  [['24010 $a Hamlet', '7400  $a Ghosts'], 'Hamlet', 'hamlet'],
  [['24500 $a  $c a publisher', '7400  $a Ghosts'], 'Ghosts', 'ghosts'],
  [['24500 $a Tides $f 1990', '24010 $a Hamlet'], 'Tides', 'tides'],
  [['500   $a No title at all'], '', ''],
])('%j has the title “%s”', (lines, title, titleSort) => {
  const record = {
    leader: '00000nam a2200000 a 4500',
    fields: [{ tag: '001', value: '1' }, ...lines.map(fieldOf)],
  }
  const document = toDocument(record)
  expect(document).toMatchObject({ title: { titlePrimary: title }, titleSort })
  expect(cslJsonOf(document).title).toBe(title === '' ? '[Untitled]' : title.replace(' : ', ': '))
  const dublinCore = dublinCoreOf(record, { isBrief: true }).flatMap(([name, text]) => (name === 'title' ? [text] : []))
  expect(dublinCore).toEqual(title === '' ? [] : [title])
  const mods = recordToMods(record)
  for (const word of title.match(/\w+/g) ?? []) expect(mods).toContain(word)
})
