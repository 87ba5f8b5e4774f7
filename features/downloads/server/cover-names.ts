import type { BibliographicDocument } from '#marc/document.ts'

/**
 * Names for the pictures of one zip: the ISBN, by which library systems take covers, else the record number. Each is
 * given once, also where a file system minds no capitals.
 */
export function coverNames() {
  const given = new Set<string>()
  return ({ id, isbn13 }: Pick<BibliographicDocument, 'id' | 'isbn13'>, extension: string): string => {
    const number = safe(id) || 'record'
    const isbn = safe(isbn13[0] ?? '')
    for (let turn = 0; ; turn++) {
      const name = nameAt(turn, isbn, number)
      if (given.has(name.toLowerCase())) continue
      given.add(name.toLowerCase())
      return `${name}.${extension}`
    }
  }
}

const nameAt = (turn: number, isbn: string, number: string) => {
  const base = isbn === '' ? number : turn === 0 ? isbn : `${isbn}-${number}`
  const again = isbn === '' ? turn : turn - 1
  return again > 0 ? `${base}-${again + 1}` : base
}

/** Never a path, never hidden, never a name that a system keeps for itself. */
const safe = (text: string) => {
  const plain = text
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/^[_-]+|[_-]+$/g, '')
    .slice(0, 80)
  return /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(plain) ? `record_${plain}` : plain
}
