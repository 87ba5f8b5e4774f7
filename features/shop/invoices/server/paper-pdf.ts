import { type Barcode, qrCode } from '#kit/server/files/barcode.ts'
import { a4, bytesOfPdf, drawBarcode, linesOf, mm, openPdf, type Pdf, writeText } from '#kit/server/files/pdf.ts'

const edge = 18 * mm
const inner = a4.width - 2 * edge
/** Only the footer is below this. */
const foot = a4.height - 20 * mm
const grey = '#56605b'
const hairline = '#c9cfcb'
const accent = '#00595f'

export type PaperLine = { description: string; detail: string; quantity: string; unitPrice: string; amount: string }

/** A letter with lines and totals: an invoice, receipt or quote. Money is already formatted. */
export type LetterPaper = {
  /** For example `Tax invoice`. */
  title: string
  number: string
  /** Printed across it, such as `PAID`. */
  mark?: { text: string; tone: 'good' | 'bad' | 'plain' } | undefined
  providerName: string
  /** Address and business number, below the name. */
  letterhead: string[]
  supportEmail: string
  facts: { label: string; value: string }[]
  /** Printed above the address, such as `Bill to`. */
  addressLabel: string
  name: string
  address: string[]
  lines: PaperLine[]
  totals: { label: string; value: string; strong?: boolean }[]
  /** Below the totals; with a QR code if there is a link. */
  closing?: { heading: string; paragraphs: string[]; link?: string | undefined } | undefined
  now: Date
}

/** Uses as many pages as needed; keeps the totals and the closing together. */
export async function paperPdf(paper: LetterPaper): Promise<Buffer> {
  const pdf = openPdf({ title: `${paper.title} ${paper.number}`, author: paper.providerName, now: paper.now })
  let y = drawLines(pdf, paper.lines, { top: head(pdf, paper), nextTop: (page) => nextHead(page, paper) })
  if (y + heightOfEnd(paper) > foot) {
    pdf.doc.addPage()
    y = nextHead(pdf, paper)
  }
  y = totals(pdf, paper, y + 4 * mm)
  if (paper.closing) closing(pdf, paper.closing, y + 10 * mm)
  feet(pdf, paper)
  return bytesOfPdf(pdf)
}

const factsWidth = 78 * mm
const labelWidth = 34 * mm

/** Letterhead, facts on the right, addressee on the left. */
function head(pdf: Pdf, paper: LetterPaper): number {
  const { doc } = pdf
  const right = { x: a4.width - edge - factsWidth, width: factsWidth }
  doc
    .save()
    .rect(0, 0, a4.width, 4 * mm)
    .fill(accent)
    .restore()
  const left = { x: edge, width: inner - factsWidth - 10 * mm }
  const name = { size: 22, face: 'strong', colour: accent, most: 2 } as const
  let letterhead = writeText(pdf, paper.providerName, { ...left, ...name, y: 15 * mm })
  for (const line of paper.letterhead)
    letterhead = writeText(pdf, line, { ...left, y: letterhead, size: 9.5, colour: grey, most: 2 })
  const titled = writeText(pdf, paper.title, {
    ...right,
    y: 15 * mm,
    size: 22,
    face: 'strong',
    align: 'right',
    most: 1,
  })
  writeText(pdf, paper.number, { ...right, y: titled, size: 12, colour: grey, align: 'right', most: 1 })
  const top = Math.max(42 * mm, letterhead + 6 * mm)
  let facts = top
  for (const { label, value } of paper.facts) {
    const how = { y: facts, size: 9.5 }
    writeText(pdf, label, { ...how, x: right.x, width: labelWidth, colour: grey, most: 1 })
    const below = writeText(pdf, value, {
      ...how,
      x: right.x + labelWidth,
      width: factsWidth - labelWidth,
      align: 'right',
      most: 4,
    })
    facts = below + 1.2 * mm
  }
  let y = writeText(pdf, paper.addressLabel, { ...left, y: top, size: 9.5, colour: grey })
  y = writeText(pdf, paper.name, { ...left, y: y + 0.5 * mm, size: 12, face: 'strong', most: 6 })
  for (const line of paper.address) y = writeText(pdf, line, { ...left, y, size: 10.5, most: 2 })
  if (paper.mark) y = stamp(pdf, paper.mark, y + 6 * mm)
  return Math.max(y, facts) + 9 * mm
}

const tones = { good: '#1f6b3a', bad: '#a3261c', plain: grey }

function stamp(pdf: Pdf, { text, tone }: NonNullable<LetterPaper['mark']>, y: number): number {
  const size = 14
  const height = 10 * mm
  const widest = inner - factsWidth - 20 * mm
  const width = Math.min(widest, 10 * mm + [...text].length * size * 0.72)
  pdf.doc
    .save()
    .lineWidth(1.4)
    .strokeColor(tones[tone])
    .roundedRect(edge, y, width, height, 1.5 * mm)
    .stroke()
    .restore()
  writeText(pdf, text, {
    x: edge,
    y: y + (height - size * 1.3) / 2,
    width,
    size,
    face: 'strong',
    colour: tones[tone],
    align: 'centre',
    most: 1,
  })
  return y + height
}

const nextHead = (pdf: Pdf, { title, number, name }: LetterPaper) =>
  writeText(pdf, `${title} ${number}, ${name}`, {
    x: edge,
    y: 16 * mm,
    width: inner,
    size: 10.5,
    colour: grey,
    most: 1,
  }) +
  5 * mm

const totalsWidth = 84 * mm
const codeSize = 28 * mm

function totals({ doc, ...rest }: Pdf, { totals: rows }: LetterPaper, top: number): number {
  const pdf = { doc, ...rest }
  const x = a4.width - edge - totalsWidth
  let y = top
  for (const { label, value, strong } of rows) {
    if (strong) {
      doc
        .save()
        .lineWidth(0.8)
        .strokeColor(accent)
        .moveTo(x, y + 1 * mm)
        .lineTo(x + totalsWidth, y + 1 * mm)
        .stroke()
        .restore()
      y += 2.6 * mm
    }
    const how = { y, size: strong ? 13 : 10.5, face: strong ? 'strong' : 'plain' } as const
    writeText(pdf, label, { ...how, x, width: totalsWidth * 0.55, most: 1 })
    y = writeText(pdf, value, { ...how, x: x + totalsWidth * 0.5, width: totalsWidth * 0.5, align: 'right', most: 1 })
    y += 1.4 * mm
  }
  return y
}

const closingText = (link: string | undefined) => inner - 12 * mm - (link ? codeSize + 6 * mm : 0)

function closingHeight({ paragraphs, link }: NonNullable<LetterPaper['closing']>): number {
  const lines = paragraphs.flatMap((each) => linesOf(each, { size: 10 }, closingText(link)))
  const text = 13 * 1.3 + lines.length * 13 + paragraphs.length * 1.5 * mm
  return Math.max(text, link ? codeSize - 2 * mm : 0) + 9 * mm
}

function closing(pdf: Pdf, { heading, paragraphs, link }: NonNullable<LetterPaper['closing']>, top: number) {
  const height = closingHeight({ heading, paragraphs, link })
  pdf.doc
    .save()
    .roundedRect(edge, top, inner, height, 2 * mm)
    .lineWidth(0.6)
    .fillAndStroke('#f3f6f5', hairline)
    .restore()
  const text = { x: edge + 6 * mm, width: closingText(link) }
  let y = writeText(pdf, heading, { ...text, y: top + 4 * mm, size: 12, face: 'strong', most: 1 })
  for (const each of paragraphs) y = writeText(pdf, each, { ...text, y: y + 1.5 * mm, size: 10 })
  if (!link) return
  const code: Barcode = qrCode(link)
  const at = { x: a4.width - edge - codeSize - 4 * mm, width: codeSize }
  drawBarcode(pdf, code, { ...at, y: top + (height - codeSize) / 2 })
  pdf.doc.link(at.x, top + (height - codeSize) / 2, codeSize, codeSize, link)
}

const heightOfEnd = ({ totals: rows, closing: end }: LetterPaper) =>
  4 * mm + rows.length * 7 * mm + (end ? 10 * mm + closingHeight(end) : 0)

function feet(pdf: Pdf, { providerName, supportEmail, number }: LetterPaper) {
  const { count } = pdf.doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    pdf.doc.switchToPage(page)
    const at = { x: edge, y: a4.height - 13 * mm, width: inner, size: 8.5, colour: grey, most: 1 }
    writeText(pdf, `${providerName} · ${supportEmail}`, { ...at, width: inner * 0.6 })
    writeText(pdf, count > 1 ? `${number} · page ${page + 1} of ${count}` : number, {
      ...at,
      x: edge + inner * 0.6,
      width: inner * 0.4,
      align: 'right',
    })
  }
}

const columns = {
  quantity: { x: a4.width - edge - 84 * mm, width: 20 * mm },
  unitPrice: { x: a4.width - edge - 62 * mm, width: 30 * mm },
  amount: { x: a4.width - edge - 30 * mm, width: 30 * mm },
}
const textColumn = { x: edge, width: inner - 90 * mm }
const lineSize = 10.5
const detailSize = 9

/** Returns where the last line ends, perhaps on another page. */
function drawLines(
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
    y = drawLine(pdf, line, y)
  }
  return y
}

function tableHead(pdf: Pdf, y: number): number {
  const how = { y, size: detailSize, colour: grey, most: 1 }
  writeText(pdf, 'Description', { ...how, ...textColumn })
  writeText(pdf, 'Quantity', { ...how, ...columns.quantity, align: 'right' })
  writeText(pdf, 'Unit price', { ...how, ...columns.unitPrice, align: 'right' })
  const below = writeText(pdf, 'Amount', { ...how, ...columns.amount, align: 'right' })
  rule(pdf, below + 1.2 * mm, accent, 0.8)
  return below + 1.2 * mm
}

const heightOf = ({ description, detail }: PaperLine) =>
  4 * mm +
  linesOf(description, { size: lineSize }, textColumn.width).length * lineSize * 1.3 +
  linesOf(detail, { size: detailSize }, textColumn.width).length * detailSize * 1.3

function drawLine(pdf: Pdf, line: PaperLine, y: number): number {
  const how = { y: y + 2 * mm, size: lineSize }
  const described = writeText(pdf, line.description, { ...how, ...textColumn })
  if (line.detail) writeText(pdf, line.detail, { y: described, size: detailSize, colour: grey, ...textColumn })
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
