import type { DataField, MarcRecord } from '../record.ts'

/** Decimal degrees, north and east positive. Across the antimeridian, `west` is greater than `east`. */
export type Area = { west: number; east: number; north: number; south: number }

/** The coded bounds of maps (034 $d west, $e east, $f north, $g south). A field with a wrong one is left out. */
export function areasOf(record: MarcRecord): Area[] {
  const found: Area[] = []
  for (const field of record.fields) {
    const area = field.tag === '034' && !('value' in field) ? areaIn(field) : undefined
    if (area && !found.some((each) => sides.every((side) => each[side] === area[side]))) found.push(area)
  }
  return found
}

const sides = ['west', 'east', 'north', 'south'] as const

function areaIn(field: DataField): Area | undefined {
  const code = (name: string) => field.subfields.find((each) => each.code === name)?.value ?? ''
  const west = longitude(code('d'))
  // For a point, some cataloguers give each bound once.
  const east = longitude(code('e') || code('d'))
  const north = latitude(code('f'))
  const south = latitude(code('g') || code('f'))
  if (west === undefined || east === undefined || north === undefined || south === undefined) return undefined
  // Confused north and south mean the same area; west and east may be meant so.
  return { west, east, north: Math.max(north, south), south: Math.min(north, south) }
}

const longitude = (code: string) => degreesIn(code, 'E', 'W', 180)
const latitude = (code: string) => degreesIn(code, 'N', 'S', 90)

/**
 * Degrees, minutes and seconds (`W1124500`), the last of them with decimals (`W112.75`, `W11245.5`, `W1124500.5`), or
 * signed decimal degrees (`-112.75`).
 */
function degreesIn(code: string, positive: string, negative: string, most: number): number | undefined {
  const [, side = '', digits = '', fraction = ''] =
    /^([A-Z+-]?)(\d{1,7})(\.\d{0,9})?$/.exec(code.trim().toUpperCase()) ?? []
  const isSigned = side === '+' || side === '-' || side === ''
  if (digits === '' || (!isSigned && side !== positive && side !== negative)) return undefined
  // Without a letter only decimal degrees are unmistakable.
  if (isSigned && (digits.length > 3 || fraction === '')) return undefined
  const parts = digits.length <= 3 ? [digits] : [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)]
  if (digits.length > 3 && digits.length !== 5 && digits.length !== 7) return undefined
  const [degrees = 0, minutes = 0, seconds = 0] = withFraction(
    parts.filter((part) => part !== ''),
    fraction,
  )
  const value = degrees + minutes / 60 + seconds / 3600
  if (minutes >= 60 || seconds >= 60 || value > most) return undefined
  return value !== 0 && (side === negative || side === '-') ? -value : value
}

const withFraction = (parts: string[], fraction: string): number[] =>
  parts.map((part, i) => Number(i === parts.length - 1 ? part + fraction : part))
