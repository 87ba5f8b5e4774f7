import { PostgresQueryCompiler } from 'kysely'

/**
 * Every value on its way into a statement. PostgreSQL text cannot hold NUL, nor its JSON half a character: U+FFFD
 * stands for both, as UTF-8 has it for the half character. So a search for such text finds nothing.
 */
export class StorableValues extends PostgresQueryCompiler {
  protected override addParameter(value: unknown): void {
    super.addParameter(storable(value))
  }
}

function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(storable)
  const isPlain = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  return isPlain ? storableText(JSON.stringify(value)) : value
}

/** A surrogate pair, a half of one or NUL, or any other escape of JSON. */
const escapes = /\\u(d[89ab]..\\ud[c-f]..)|\\u(?:0000|d[89a-f]..)|\\./gi

function storableText(text: string): string {
  const plain = text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text
  if (!plain.includes('\\u') || !/^[[{"]/.test(plain)) return plain
  return plain.replace(escapes, (found, pair) => (found.length === 2 || pair ? found : '\\ufffd'))
}
