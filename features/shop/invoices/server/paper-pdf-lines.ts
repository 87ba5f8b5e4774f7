import { a4, linesOf, mm, type Pdf, writeText } from '#kit/server/files/pdf.ts'
import { accent, edge, foot, grey, hairline, inner } from './paper-pdf-type.ts'

export type PaperLine = { description: string; detail: string; quantity: string; unitPrice: string; amount: string }

const columns = {
  quantity: { x: a4.width - edge - 84 * mm, width: 20 * mm },
  unitPrice: { x: a4.width - edge - 62 * mm, width: 30 * mm },
  amount: { x: a4.width - edge - 30 * mm, width: 30 * mm },
}
const text = { x: edge, width: inner - 90 * mm }
const size = 10.5
const small = 9

/** Answers where the last one ends, perhaps on another page. */
export function drawLines(
  pdf: Pdf,
  lines: readonly PaperLine[],
  { top, nextTop }: { top: number; nextTop: (pdf: Pdf) => number },
): number {
  let y = tableHead(pdf, top)
  for (const line of lines) {
    if (y + heightOf(line) > foot) {
      pdf.doc.addPage()
      y = tableHead(pdf, nextTop(pdf))
    }
    y = row(pdf, line, y)
  }
  return y
}

function tableHead(pdf: Pdf, y: number): number {
  const how = { y, size: small, colour: grey, most: 1 }
  writeText(pdf, 'Description', { ...how, ...text })
  writeText(pdf, 'Quantity', { ...how, ...columns.quantity, align: 'right' })
  writeText(pdf, 'Unit price', { ...how, ...columns.unitPrice, align: 'right' })
  const below = writeText(pdf, 'Amount', { ...how, ...columns.amount, align: 'right' })
  rule(pdf, below + 1.2 * mm, accent, 0.8)
  return below + 1.2 * mm
}

const heightOf = ({ description, detail }: PaperLine) =>
  4 * mm +
  linesOf(description, { size }, text.width).length * size * 1.3 +
  linesOf(detail, { size: small }, text.width).length * small * 1.3

function row(pdf: Pdf, line: PaperLine, y: number): number {
  const how = { y: y + 2 * mm, size }
  const described = writeText(pdf, line.description, { ...how, ...text })
  if (line.detail) writeText(pdf, line.detail, { y: described, size: small, colour: grey, ...text })
  for (const name of ['quantity', 'unitPrice', 'amount'] as const)
    writeText(pdf, line[name], { ...how, ...columns[name], align: 'right', most: 1 })
  const below = y + heightOf(line)
  rule(pdf, below, hairline, 0.5)
  return below
}

function rule({ doc }: Pdf, y: number, colour: string, width: number) {
  doc.save().lineWidth(width).strokeColor(colour)
  doc
    .moveTo(edge, y)
    .lineTo(a4.width - edge, y)
    .stroke()
    .restore()
}
