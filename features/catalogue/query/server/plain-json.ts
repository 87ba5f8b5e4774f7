import { refuse } from './refuse.ts'

const deepest = 64

/**
 * The input as plain data: valid JSON of at most `maxBytes`, limited nesting, text without NUL and lone surrogates.
 * Iterates over a list instead of recursing, so no input can exhaust the stack.
 */
export function readPlainJson(sent: unknown, maxBytes: number): unknown {
  const value = typeof sent === 'string' ? parseText(sent, maxBytes) : sent
  let bytes = 0
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.depth > deepest) throw refuse('The search is nested too deeply.')
    if (typeof next.value === 'string') bytes += sizeOfText(next.value)
    else if (typeof next.value === 'object' && next.value !== null) {
      // Each entry takes at least two bytes, so a longer array is refused without a look at its entries.
      if (Array.isArray(next.value) && 2 * next.value.length > maxBytes) throw tooLong(maxBytes)
      for (const [key, inner] of Object.entries(next.value)) {
        if (key === '__proto__') throw refuse('The search cannot have a member “__proto__”.')
        if (!Array.isArray(next.value)) bytes += sizeOfText(key)
        open.push({ value: inner, depth: next.depth + 1 })
      }
    }
    bytes += 2
    if (bytes > maxBytes) throw tooLong(maxBytes)
  }
  return value
}

function parseText(text: string, maxBytes: number): unknown {
  if (text.length > maxBytes || Buffer.byteLength(text) > maxBytes) throw tooLong(maxBytes)
  try {
    return JSON.parse(text)
  } catch {
    throw refuse('The search is not valid JSON.')
  }
}

function sizeOfText(text: string): number {
  if (text.includes('\0')) throw refuse('The search contains a NUL character.')
  if (!text.isWellFormed()) throw refuse('The search contains half a character (a lone surrogate).')
  return text.length
}

const tooLong = (maxBytes: number) => refuse(`The search is too long: at most ${maxBytes} bytes.`)
