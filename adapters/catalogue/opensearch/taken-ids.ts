import { hash } from 'node:crypto'

/** Numbers of one place: two for the id's hash, four for the record's digest. */
const width = 6

/**
 * Which ids a load has had already, with the digest of what it brought last: 24 bytes for each, so that millions of
 * records take tens of megabytes.
 */
export class TakenIds {
  private slots = new Uint32Array(width * 4096)
  private count = 0

  /** Bytes are 16. */
  get(id: string): Buffer | undefined {
    const [high, low] = hashOf(id)
    const place = this.placeOf(high, low)
    if (this.isFree(place)) return undefined
    return Buffer.from(this.slots.slice(place + 2, place + width).buffer)
  }

  set(id: string, digest: Uint8Array): void {
    if ((this.count + 1) * width * 3 > this.slots.length * 2) this.grow()
    const [high, low] = hashOf(id)
    const place = this.placeOf(high, low)
    if (this.isFree(place)) this.count++
    this.slots[place] = high
    this.slots[place + 1] = low
    this.slots.set(new Uint32Array(Uint8Array.from(digest).buffer), place + 2)
  }

  private isFree(place: number): boolean {
    return this.slots[place] === 0
  }

  private placeOf(high: number, low: number): number {
    const places = this.slots.length / width
    for (let at = low & (places - 1); ; at = (at + 1) & (places - 1)) {
      const place = at * width
      if (this.isFree(place) || (this.slots[place] === high && this.slots[place + 1] === low)) return place
    }
  }

  private grow() {
    const before = this.slots
    this.slots = new Uint32Array(before.length * 2)
    for (let from = 0; from < before.length; from += width)
      if (before[from] !== 0)
        this.slots.set(before.subarray(from, from + width), this.placeOf(before[from]!, before[from + 1]!))
  }
}

/** 64 bits of it; the first half is never 0, which stands for a free place. */
function hashOf(id: string): [number, number] {
  const bytes = hash('sha256', id, 'buffer')
  return [bytes.readUInt32LE(0) || 1, bytes.readUInt32LE(4)]
}
