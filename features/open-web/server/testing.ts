import { SaxesParser } from 'saxes'
import { sampleRecords } from '#demo/catalogue/sample-catalogue.ts'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { dataFiles, readShare } from '#marc/testing.ts'

/** The sample catalogue, and a share of the real records if they are here; those without a number get one. */
export async function everyDocument(): Promise<BibliographicDocument[]> {
  const documents = [...sampleRecords()].map(toDocument)
  for (const file of dataFiles('bib', /\.(xml|marc|mrc|usmarc|dat)$/i)) {
    documents.push(...(await readShare(file)).map(({ record }) => toDocument(record)))
  }
  return documents.map((document, at) => ({ ...document, id: document.id || `no-number-${at}` }))
}

export const page = { accept: 'text/html' }

type Element = { name: string; text: string; attributes: Record<string, string> }
/** The elements of an XML text in their order; throws if it is not well-formed. */
export function elementsIn(xml: string): Element[] {
  const found: Element[] = []
  const open: Element[] = []
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, text: '', attributes }
    found.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    const element = open.at(-1)
    if (element) element.text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  return found
}
