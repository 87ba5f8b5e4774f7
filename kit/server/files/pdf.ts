import PDFDocument from 'pdfkit'
import type { Barcode } from './barcode.ts'
import { bytesOf, emsOf, type Face, runsOf } from './pdf-type.ts'

/** Points per millimetre. */
export const mm = 72 / 25.4
export const a4 = { width: 210 * mm, height: 297 * mm }

export type Pdf = {
  doc: PDFKit.PDFDocument
  /** Fonts already added to this document. */
  fonts: Set<string>
}

export function openPdf({ title, author, now }: { title: string; author: string; now: Date }): Pdf {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    // Page numbers are written once the number of pages is known.
    bufferPages: true,
    lang: 'en-AU',
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: now, ModDate: now },
  })
  return { doc, fonts: new Set() }
}

export type Written = { face?: Face; size: number; colour?: string; align?: 'left' | 'right' | 'centre' }
type Place = { x: number; y: number; width: number }

/** Lines of at most this width; a single wider word is broken. */
export function linesOf(text: string, { face = 'plain', size }: Written, width: number): string[] {
  const fits = (line: string) => emsOf(face, line) * size <= width
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/u).filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line) lines.push(line)
    line = ''
    for (const letter of word) {
      if (line !== '' && !fits(line + letter)) {
        lines.push(line)
        line = ''
      }
      line += letter
    }
  }
  if (line) lines.push(line)
  return lines
}

const leading = 1.3

/** Writes a paragraph with its top at `y`, limited to a number of lines; returns where the next one begins. */
export function writeText(
  pdf: Pdf,
  text: string,
  { x, y, width, most = Number.POSITIVE_INFINITY, ...how }: Place & Written & { most?: number },
): number {
  const { face = 'plain', size, colour = 'black', align = 'left' } = how
  const all = linesOf(text, how, width)
  const lines = all.slice(0, most)
  if (all.length > most) lines[most - 1] = shortened(`${lines[most - 1]}…`, how, width)
  for (const [index, line] of lines.entries()) {
    const free = width - emsOf(face, line) * size
    const start = x + (align === 'left' ? 0 : align === 'right' ? free : free / 2)
    writeLine(pdf, line, { x: start, y: y + index * size * leading, face, size, colour })
  }
  return y + lines.length * size * leading
}

function shortened(line: string, { face = 'plain', size }: Written, width: number) {
  let short = line
  while (emsOf(face, short) * size > width && short.length > 1) short = `${short.slice(0, -2)}…`
  return short
}

type Line = { x: number; y: number; face: Face; size: number; colour: string }

function writeLine({ doc, fonts }: Pdf, text: string, { x, y, face, size, colour }: Line) {
  let at = x
  for (const { font, text: part } of runsOf(face, text)) {
    if (!fonts.has(font)) doc.registerFont(font, bytesOf(font))
    fonts.add(font)
    doc.font(font).fontSize(size).fillColor(colour)
    doc.text(part, at, y + size * (leading - 1) * 0.5 + size * 0.92, { lineBreak: false, baseline: 'alphabetic' })
    at += emsOf(face, part) * size
  }
}

/** Draws a code with this width; returns its bottom. */
export function drawBarcode({ doc }: Pdf, code: Barcode, { x, y, width }: Place): number {
  const scale = width / code.width
  doc.save().fillColor('black').translate(x, y).scale(scale).path(code.path).fill('even-odd').restore()
  return y + code.height * scale
}

export async function bytesOfPdf({ doc }: Pdf): Promise<Buffer> {
  const parts: Buffer[] = []
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('data', (part: Buffer) => parts.push(part))
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  doc.end()
  await ended
  return Buffer.concat(parts)
}
