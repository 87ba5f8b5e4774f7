const pieces = /<[^>]*>|[^<]+/g
const indent = '  '

/** Our own well-formed XML with one element a line; text stays beside its element. */
export function xmlLines(xml: string): string {
  const lines: string[] = []
  let depth = 0
  let open = false
  for (const [piece] of xml.matchAll(pieces)) {
    if (piece.startsWith('</')) {
      depth--
      if (open) lines[lines.length - 1] += piece
      else lines.push(indent.repeat(depth) + piece)
      open = false
    } else if (piece.startsWith('<')) {
      lines.push(indent.repeat(depth) + piece)
      open = !/^<[?!]|\/>$/.test(piece)
      if (open) depth++
    } else if (open && piece.trim() !== '') lines[lines.length - 1] += piece
  }
  return lines.join('\n')
}
