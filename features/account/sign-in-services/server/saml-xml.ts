import { SaxesParser, type SaxesTagNS } from 'saxes'
import { grouped } from '#kit/wording.ts'

/** An element with the names of its namespace, so that a prefix cannot make one pass for another. */
export type Element = {
  /** Name with its namespace: `{urn:oasis:names:tc:SAML:2.0:assertion}Issuer`. */
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

export const [assertionNs, protocolNs, metadataNs] = ['assertion', 'protocol', 'metadata'].map(
  (part) => `{urn:oasis:names:tc:SAML:2.0:${part}}`,
) as [string, string, string]
export const signatureNs = '{http://www.w3.org/2000/09/xmldsig#}'

const deepest = 60
/** Real answers have fewer than 2,000 elements, each with 3 attributes at most on average, namespaces included. */
const elementsAtMost = 2000
const attributesAtMost = 4 * elementsAtMost
const attributesOfOneAtMost = 50

/**
 * Reads a document without document type, so that nothing is expanded or fetched. Throws on anything that is not
 * well-formed, or larger than the queries that check signatures can bear: their time grows with the square of the
 * elements. Attributes in a namespace are left out: SAML has none that matters.
 */
export function readSamlXml(xml: string): Element {
  const above: Element[] = []
  let root: Element | undefined
  let [elements, attributes, ofOne] = [0, 0, 0]
  const parser = new SaxesParser<{ xmlns: true }>({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('doctype', () => {
    throw new Error('it has a document type')
  })
  parser.on('opentagstart', () => {
    ofOne = 0
    if (++elements > elementsAtMost) throw new Error(`it has more than ${grouped(elementsAtMost)} elements`)
  })
  parser.on('attribute', () => {
    if (++ofOne > attributesOfOneAtMost) throw new Error(`an element has more than ${attributesOfOneAtMost} attributes`)
    if (++attributes > attributesAtMost) throw new Error(`it has more than ${grouped(attributesAtMost)} attributes`)
  })
  parser.on('opentag', (tag) => {
    const element = elementOf(tag)
    if (above.length === deepest) throw new Error('it is nested too deeply')
    above.at(-1)?.children.push(element)
    root ??= element
    above.push(element)
  })
  const addText = (text: string) => {
    const last = above.at(-1)
    if (last) last.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => void above.pop())
  parser.write(xml).close()
  return root!
}

const elementOf = ({ uri, local, attributes }: SaxesTagNS): Element => ({
  name: `{${uri}}${local}`,
  attributes: Object.fromEntries(
    Object.values(attributes)
      .filter((each) => each.uri === '')
      .map((each) => [each.local, each.value]),
  ),
  children: [],
  text: '',
})

export const childrenNamed = ({ children }: Element, name: string) => children.filter((each) => each.name === name)

/** The only child of that name; throws if there are none or several. */
export function onlyChild(element: Element, name: string): Element {
  const [found, ...others] = childrenNamed(element, name)
  const plain = name.replace(/^.*\}/, '')
  if (!found) throw new Error(`it has no ${plain}`)
  if (others.length > 0) throw new Error(`it has more than one ${plain}`)
  return found
}
