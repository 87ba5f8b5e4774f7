import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Writes marc8-tables.generated.ts from the Library of Congress code tables (tab-separated: set, MARC-8 bytes, Unicode,
 * combining, name). Usage: node marc/charset/generate-marc8-tables.ts ../shared/data/marc8-codetables.tsv
 */
const source = process.argv[2] ?? '../shared/data/marc8-codetables.tsv'
const gap = ' '

const sets = new Map<string, Map<number, string>>()
const combining = new Set<string>()
for (const line of readFileSync(source, 'utf8').split('\n')) {
  if (line === '' || line.startsWith('#')) continue
  const [set, bytes, unicode, isCombining] = line.split('\t') as [string, string, string, string]
  const code = Number.parseInt(bytes, 16)
  if (code <= 0x20) continue
  const character = String.fromCodePoint(Number.parseInt(unicode, 16))
  if (isCombining === '1') combining.add(character)
  const name = String.fromCharCode(Number.parseInt(set, 16))
  sets.set(name, (sets.get(name) ?? new Map()).set(code, character))
}

const lines = [
  '// Written by generate-marc8-tables.ts from the code tables of MARC-8 (Library of Congress).',
  '// By the final byte of a set’s escape: runs of characters, each from its first code on; a blank is a gap.',
  'export const marc8Sets: Record<string, readonly (readonly [firstCode: number, characters: string])[]> = {',
]
for (const [name, codes] of [...sets].sort(([a], [b]) => (a < b ? -1 : 1))) {
  lines.push(`  ${JSON.stringify(name)}: [`)
  for (const [first, characters] of runs(codes))
    lines.push(`    [0x${first.toString(16)}, '${[...characters].map(escaped).join('')}'],`)
  lines.push('  ],')
}
lines.push('}', `export const marc8Combining = '${[...combining].map(escaped).join('')}'`, '')
writeFileSync(new URL('marc8-tables.generated.ts', import.meta.url), lines.join('\n'))

function runs(codes: Map<number, string>): [number, string][] {
  const found: [first: number, characters: string][] = []
  let last = Number.NEGATIVE_INFINITY
  for (const [code, character] of [...codes].sort(([a], [b]) => a - b)) {
    const run = found.at(-1)
    if (run && code - last <= 8) run[1] += gap.repeat(code - last - 1) + character
    else found.push([code, character])
    last = code
  }
  return found
}

function escaped(character: string): string {
  const plain = /^[\p{L}\p{N}\p{P}\p{S} ]$/u.test(character) && !"'\\`".includes(character)
  if (plain && !/[\p{Bidi_Control}]/u.test(character)) return character
  return `\\u{${character.codePointAt(0)!.toString(16)}}`
}
