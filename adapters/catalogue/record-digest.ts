import { hash } from 'node:crypto'

/**
 * A 16-byte digest of a record's state. It includes the document: after a crosswalk improvement the same bytes are
 * worth loading again.
 */
export function digestOf(json: string, marc: Uint8Array, encoding: string): Buffer {
  const whole = Buffer.allocUnsafe(json.length * 3 + marc.length + 8)
  let length = whole.write(json)
  whole.set(marc, length)
  length += marc.length
  length += whole.write(encoding, length)
  return hash('sha256', whole.subarray(0, length), 'buffer').subarray(0, 16)
}
