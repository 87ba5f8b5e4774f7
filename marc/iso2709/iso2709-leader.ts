import { MarcError } from '../marc-error.ts'
import { fieldTerminator, hasSubfields, isExactEntry, leaderLength } from './iso2709-directory.ts'

/** `text`: the leader in its 24 characters; `end`: where the directory begins. */
export type FoundLeader = { text: string; end: number }

/** Finds the leader by the start of the directory, even if it lost or gained bytes. */
export function findLeader(bytes: Buffer, repairs: string[]): FoundLeader {
  const end = bytes.toString('latin1', 20, 24) === '4500' ? leaderLength : directoryStart(bytes)
  const head = bytes.toString('latin1', 0, end)
  if (end === leaderLength) return { text: head, end }
  const base = bytes.indexOf(fieldTerminator, end) + 1
  const given = leaderLength - end
  const codes = fitted(head, bytes.length + given, base + given)
  if (!codes)
    throw new MarcError('leader_damaged', `The leader has ${end} characters instead of 24 and cannot be restored.`, 0)
  if (codes[typePlace] === undefined)
    throw new MarcError(
      'leader_damaged',
      `The leader has ${end} characters instead of 24, and its type of record (06) is lost.`,
      typePlace,
    )
  repairs.push(`The leader had ${end} characters instead of 24.`)
  const code = (from: number, to: number) => codes.slice(from, to).map((each) => each ?? ' ')
  const text = `00000${code(5, 10).join('')}22${String(base).padStart(5, '0')}${code(17, 20).join('')}4500`
  return { text, end }
}

/** How many bytes from its place a directory is looked for. */
const farthest = 6

/** The position whose entries match fields; else after `4500`, else the regular one. */
function directoryStart(bytes: Buffer): number {
  const first = bytes.indexOf(fieldTerminator, leaderLength - farthest)
  const start = leaderLength - farthest + ((first - leaderLength + farthest) % 12)
  const count = (first - start) / 12
  let exact = 0
  for (let at = start; at < first; at += 12) if (isExactEntry(bytes, at, first + 1)) exact++
  if (count >= 1 && exact * 2 >= count)
    return start === leaderLength || startsWell(bytes, start, first + 1) ? start : start + 1
  const head = bytes.toString('latin1', 0, leaderLength + 4)
  return [23, 25, 22, 26].find((end) => head.slice(end - 4, end) === '4500') ?? leaderLength
}

/** Whether the directory starts here. If not, the first tag would include a byte of the leader. */
function startsWell(bytes: Buffer, start: number, base: number): boolean {
  const end = bytes.indexOf(fieldTerminator, base)
  return bytes.toString('latin1', start, start + 2) === '00' || end < 0 || hasSubfields(bytes, { start: base, end })
}

const typePlace = 6
const [missing, extra, extraBlank, damaged] = [5, 4, 3, 8]
/** Maximum cost of a reading; above it, the bytes may be anything. */
const maxCost = 30
/** If another reading is nearly as likely, the type of record is in doubt. */
const margin = 1.5

/** The cost of each code at its place, likely ones first. */
const usual: Record<number, [codes: string, cost: number][]> = {
  5: [
    ['nc', 0.7],
    ['p', 4],
    ['ad', 4.5],
  ],
  6: [
    ['a', 0.1],
    ['cdefgijkmoprtqwuvxyz', 3],
  ],
  7: [
    ['m', 0.2],
    ['s', 2],
    [' abcdin', 3.5],
  ],
  8: [
    [' ', 0.2],
    ['a', 3],
  ],
  9: [['a ', 0.5]],
  10: [['2', 0]],
  11: [['2', 0]],
  17: [
    [' ', 0.5],
    ['1234578IKLMJEuz', 1.5],
  ],
  18: [
    ['ai', 0.5],
    [' ', 0.7],
    ['cnu', 2],
  ],
  19: [
    [' ', 0.1],
    ['abcr', 4],
  ],
  20: [['4', 0]],
  21: [['5', 0]],
  22: [['0', 0]],
  23: [['0', 0]],
}

function costOf(character: string, place: number, expected: string): number {
  if (expected !== ' ') return character === expected ? 0 : character >= '0' && character <= '9' ? 3 : damaged
  return usual[place]!.find(([codes]) => codes.includes(character))?.[1] ?? damaged
}

type Reading = { cost: number; codes: (string | undefined)[] }

/**
 * The characters of a leader by position, with the least damage; undefined for a position without one. The record's
 * length and base address are known, other codes are more or less likely. Undefined if everything is damaged; no type
 * if another is nearly as likely.
 */
function fitted(head: string, length: number, base: number): (string | undefined)[] | undefined {
  const digits = (value: number) => String(value % 100_000).padStart(5, '0')
  const expected = `${digits(length)}       ${digits(base)}`.padEnd(leaderLength)
  /** By type of record, the best reading of the first characters up to each position. */
  let rows: Map<string, Reading>[] = Array.from({ length: head.length + 1 }, () => new Map())
  const offer = (row: Map<string, Reading>, { cost, codes }: Reading) => {
    const type = codes[typePlace] ?? ''
    const known = row.get(type)
    if (!known || cost < known.cost) row.set(type, { cost, codes })
  }
  offer(rows[0]!, { cost: 0, codes: [] })
  for (let place = 0; place <= leaderLength; place++) {
    for (const [at, row] of rows.entries())
      for (const { cost, codes } of row.values())
        if (at < head.length) offer(rows[at + 1]!, { cost: cost + (head[at] === ' ' ? extraBlank : extra), codes })
    if (place === leaderLength) break
    const next: Map<string, Reading>[] = rows.map(() => new Map())
    for (const [at, row] of rows.entries())
      for (const { cost, codes } of row.values()) {
        offer(next[at]!, { cost: cost + missing, codes: [...codes, undefined] })
        const character = head[at]
        if (character !== undefined)
          offer(next[at + 1]!, {
            cost: cost + costOf(character, place, expected[place]!),
            codes: [...codes, character],
          })
      }
    rows = next
  }
  const [best, other] = [...rows.at(-1)!.values()].sort((one, two) => one.cost - two.cost)
  if (!best || best.cost > maxCost) return undefined
  const isSure = !other || other.cost - best.cost > margin
  return isSure ? best.codes : best.codes.with(typePlace, undefined)
}
