import { hash } from 'node:crypto'

/**
 * 16 bytes that tell one state of a record from another. The document counts too: when the crosswalk has learnt
 * something, the same bytes are worth loading again.
 */
export function digestOf(json: string, marc: Uint8Array, encoding: string): Buffer {
  const whole = Buffer.allocUnsafe(json.length * 3 + marc.length + 8)
  let length = whole.write(json)
  whole.set(marc, length)
  length += marc.length
  length += whole.write(encoding, length)
  return hash('sha256', whole.subarray(0, length), 'buffer').subarray(0, 16)
}
