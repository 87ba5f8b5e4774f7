/** A growing byte array; numbers are written as little-endian base-128 (7 bits per byte). */
export class ByteWriter {
  bytes: Uint8Array
  length = 0

  constructor(capacity = 1 << 16) {
    this.bytes = new Uint8Array(capacity)
  }

  /** Makes room for `more` bytes. */
  reserve(more: number) {
    if (this.length + more <= this.bytes.length) return
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more))
    grown.set(this.bytes.subarray(0, this.length))
    this.bytes = grown
  }

  byte(value: number) {
    this.reserve(1)
    this.bytes[this.length++] = value
  }

  varint(value: number) {
    this.reserve(5)
    let rest = value
    while (rest > 127) {
      this.bytes[this.length++] = (rest & 127) | 128
      rest >>>= 7
    }
    this.bytes[this.length++] = rest
  }

  append(source: Uint8Array) {
    this.reserve(source.length)
    this.bytes.set(source, this.length)
    this.length += source.length
  }

  view(): Uint8Array {
    return this.bytes.subarray(0, this.length)
  }
}

/** A growing list of unsigned 32-bit integers. */
export class NumberList {
  values: Uint32Array
  length = 0

  constructor(capacity = 1024) {
    this.values = new Uint32Array(capacity)
  }

  push(value: number) {
    if (this.length === this.values.length) {
      const grown = new Uint32Array(this.values.length * 2)
      grown.set(this.values)
      this.values = grown
    }
    this.values[this.length++] = value
  }

  view(): Uint32Array {
    return this.values.subarray(0, this.length)
  }
}
