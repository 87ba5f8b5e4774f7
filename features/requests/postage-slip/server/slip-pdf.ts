import { type Day, writtenDay } from '#kit/day.ts'
import { code128Of, qrCode } from '#kit/server/files/barcode.ts'
import { a4, bytesOfPdf, drawBarcode, mm, openPdf, type Pdf, writeText } from '#kit/server/files/pdf.ts'
import type { PostageSlip } from '../../confirm/contract.ts'
import { resourceTypeNames } from '../../rules.ts'

const edge = 16 * mm
const inner = a4.width - 2 * edge
/** The cutting line: above it is the parcel's label, below it the list to put inside. */
const cut = 138 * mm
const foot = a4.height - 18 * mm
const grey = '#555555'
const hairline = '#999999'
const rowHeight = 19 * mm
const codeWidth = 50 * mm

type Given = { providerName: string; now: Date; submittedOn: Day }

/** The parcel's label and the enclosed list, on one sheet if they fit. */
export async function slipPdf(slip: PostageSlip, { providerName, now, submittedOn }: Given): Promise<Buffer> {
  const pdf = openPdf({ title: `Postage slip ${slip.requestNumber}`, author: providerName, now })
  label(pdf, slip)
  cutLine(pdf)
  let y = listHead(pdf, slip, submittedOn, cut + 10 * mm)
  for (const item of slip.items) {
    if (y + rowHeight > foot) {
      pdf.doc.addPage()
      y = nextHead(pdf, slip)
    }
    y = row(pdf, item, y)
  }
  pageNumbers(pdf, slip)
  return bytesOfPdf(pdf)
}

function label(pdf: Pdf, { requester, depot, barcode, requestNumber, items }: PostageSlip) {
  const qr = 36 * mm
  const left = inner - qr - 8 * mm
  const small = { x: edge, width: left, size: 10, colour: grey }
  let y = writeText(pdf, 'From', { ...small, y: edge })
  y = writeText(pdf, requester.organisation, { ...small, y, face: 'strong', colour: 'black', most: 2 })
  for (const line of requester.address) y = writeText(pdf, line, { ...small, y, most: 2 })
  writeText(pdf, `Customer ${requester.customerNo}`, { ...small, y })
  const right = { x: a4.width - edge - qr, width: qr }
  const below = drawBarcode(pdf, qrCode(barcode), { ...right, y: edge - 2 * mm })
  const ends = writeText(pdf, requestNumber, { ...right, y: below, size: 13, face: 'strong', align: 'centre' })
  const count = items.length === 1 ? '1 item' : `${items.length} items`
  writeText(pdf, count, { ...right, y: ends, size: 10, colour: grey, align: 'centre' })

  const to = { x: edge + 14 * mm, width: inner - 14 * mm }
  y = writeText(pdf, 'To', { ...to, y: 68 * mm, size: 10, colour: grey })
  y = writeText(pdf, depot.name, { ...to, y: y + 1 * mm, size: 22, face: 'strong', most: 2 })
  // Sorters look for the suburb's line.
  for (const line of depot.address) y = writeText(pdf, line, { ...to, y, size: 18, most: 2 })
}

function cutLine({ doc }: Pdf) {
  doc.save().lineWidth(0.6).dash(4, { space: 4 }).strokeColor(hairline)
  doc
    .moveTo(edge, cut)
    .lineTo(a4.width - edge, cut)
    .stroke()
    .restore()
}

function listHead(pdf: Pdf, { depot, requester, requestNumber }: PostageSlip, submittedOn: Day, top: number) {
  const line = { x: edge, width: inner }
  writeText(pdf, 'Cut here. Put the top part on the parcel and this part inside.', {
    ...line,
    y: cut + 2 * mm,
    size: 8.5,
    colour: grey,
  })
  let y = writeText(pdf, `Catalogue request ${requestNumber}`, { ...line, y: top, size: 15, face: 'strong' })
  const who = [requester.name, requester.email, `submitted ${writtenDay(submittedOn)}`].filter(Boolean).join(' · ')
  y = writeText(pdf, who, { ...line, y, size: 10, colour: grey, most: 2 })
  if (depot.note) y = writeText(pdf, `Note to sender: ${depot.note}`, { ...line, y: y + 1 * mm, size: 10, most: 3 })
  return y + 4 * mm
}

const nextHead = (pdf: Pdf, { requestNumber, requester }: PostageSlip) =>
  writeText(pdf, `Catalogue request ${requestNumber}, ${requester.organisation}`, {
    x: edge,
    y: edge,
    width: inner,
    size: 11,
    face: 'strong',
    most: 1,
  }) +
  4 * mm

/** A packing checkbox, the item, and its barcode. */
function row(pdf: Pdf, item: PostageSlip['items'][number], y: number) {
  const { doc } = pdf
  doc.save().lineWidth(0.4).strokeColor(hairline)
  doc
    .moveTo(edge, y)
    .lineTo(a4.width - edge, y)
    .stroke()
  doc.lineWidth(0.8).strokeColor('black')
  doc
    .rect(edge, y + 4 * mm, 4 * mm, 4 * mm)
    .stroke()
    .restore()
  const text = { x: edge + 8 * mm, width: inner - codeWidth - 14 * mm }
  const type = resourceTypeNames[item.resourceType]
  const named = item.title || (item.standardNumber ? `${type} ${item.standardNumber}` : type)
  const below = writeText(pdf, named, { ...text, y: y + 3 * mm, size: 11, face: 'strong', most: 2 })
  const detail = [item.title ? type : '', item.title ? item.standardNumber : '', item.additionalInfo]
  writeText(pdf, detail.filter(Boolean).join(' · '), { ...text, y: below, size: 9.5, colour: grey, most: 1 })
  const right = { x: a4.width - edge - codeWidth, width: codeWidth }
  const under = drawBarcode(pdf, code128Of(item.itemNumber), { ...right, y: y + 2 * mm })
  writeText(pdf, item.itemNumber, { ...right, y: under, size: 9, align: 'centre' })
  return y + rowHeight
}

function pageNumbers(pdf: Pdf, { requestNumber }: PostageSlip) {
  const { count } = pdf.doc.bufferedPageRange()
  if (count < 2) return
  for (let page = 0; page < count; page++) {
    pdf.doc.switchToPage(page)
    writeText(pdf, `${requestNumber} · page ${page + 1} of ${count}`, {
      x: edge,
      y: a4.height - 12 * mm,
      width: inner,
      size: 9,
      colour: grey,
      align: 'right',
    })
  }
}
