import { leaderLength } from './iso2709-directory.ts'
import { MarcError } from './marc-error.ts'

/** `text`: the leader in its 24 characters; `end`: where the directory begins. */
export type FoundLeader = { text: string; end: number }

/** Length, five codes, `22`, base address, three codes, `4500`: what is known of a leader that has lost or gained a byte. */
const pattern = /^\d{4,6}(.{5})22(\d{4,6})(.{2,4})4500$/s

/** A leader that has lost or gained bytes ends in front of the directory all the same, in `4500`. */
export function findLeader(bytes: Buffer, repairs: string[]): FoundLeader {
  const head = bytes.toString('latin1', 0, leaderLength + 4)
  const end = head.slice(20, 24) === '4500' ? leaderLength : (shifted(head) ?? leaderLength)
  if (end === leaderLength) return { text: head.slice(0, leaderLength), end }
  const parts = pattern.exec(head.slice(0, end))
  if (!parts)
    throw new MarcError('leader_damaged', `The leader has ${end} characters instead of 24 and cannot be restored.`, 0)
  repairs.push(`The leader had ${end} characters instead of 24.`)
  const base = parts[2]!.slice(-5).padStart(5, '0')
  return { text: `00000${parts[1]}22${base}${parts[3]!.slice(0, 3).padEnd(3)}4500`, end }
}

function shifted(head: string): number | undefined {
  return [23, 25, 22, 26].find((end) => head.slice(end - 4, end) === '4500')
}

/** The type of the record and its codes can be read. */
export const isWholeLeader = (text: string): boolean => /^.{6}[a-z][\x20-\x7e]{3}/s.test(text)
