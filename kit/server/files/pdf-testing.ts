import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The text on each page of a PDF: its pieces, in the order written. */
export async function textOfPdf(bytes: Uint8Array): Promise<string[][]> {
  const reading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const pdf = await reading.promise
  const pages: string[][] = []
  for (let page = 1; page <= pdf.numPages; page++) {
    const { items } = await (await pdf.getPage(page)).getTextContent()
    pages.push(items.flatMap((item) => ('str' in item && item.str.trim() ? [item.str.trim()] : [])))
  }
  await reading.destroy()
  return pages
}
