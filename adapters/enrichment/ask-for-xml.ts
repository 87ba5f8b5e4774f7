import { SaxesParser } from 'saxes'
import { mapOf } from '#kit/map-of.ts'

/** Longer answers cannot be about one book. */
const largestReply = 512 * 1024

/** The text of an XML reply; throws on any other status, type or size, and on a redirect. */
export async function askForXml(address: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(address, {
    signal,
    redirect: 'error',
    headers: { accept: 'application/xml, text/xml', 'user-agent': 'school-catalogue-portal' },
  })
  try {
    if (response.status !== 200) throw new Error(`status ${response.status}`)
    const type = response.headers.get('content-type') ?? ''
    if (!/\bxml\b/i.test(type)) throw new Error(`an answer of type ${type.slice(0, 60) || 'unknown'}`)
    return await readBounded(response)
  } catch (error) {
    await response.body?.cancel().catch(() => undefined)
    throw error
  }
}

async function readBounded(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const piece of response.body ?? []) {
    bytes += piece.length
    if (bytes > largestReply) throw new Error('an answer that is too long')
    text += decoder.decode(piece, { stream: true })
  }
  return text + decoder.decode()
}

export type Element = { name: string; attributes: Record<string, string>; children: Element[]; text: string }

const deepest = 40

/** The elements of a document, names without prefix. Only XML's five entities are allowed, so none is expanded. */
export function readXml(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length > deepest) throw new Error('an answer that is nested too deep')
    const element: Element = {
      name: name.slice(name.indexOf(':') + 1),
      attributes: attributes as Record<string, string>,
      children: [],
      text: '',
    }
    open.at(-1)!.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => {
    const { text } = open.pop()!
    open.at(-1)!.text += text
  })
  const add = (text: string) => {
    open.at(-1)!.text += text
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.write(xml).close()
  return root
}

/** Every element of this name, in document order. */
export const all = (within: Element, name: string): Element[] =>
  within.children.flatMap((child) => [...(child.name === name ? [child] : []), ...all(child, name)])

const named = mapOf<string>({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', '#39': "'" })

/**
 * Reviews contain markup as text: tags are removed, paragraphs become lines, and the rest is always treated as plain
 * text.
 */
export const plainText = (text: string): string =>
  text
    .replace(/<(?:br|p|\/p|\/div|\/li)\b[^<>]*>/gi, '\n')
    .replace(/<\/?[a-z!][^<>]*>/gi, '')
    .replace(/&(amp|lt|gt|quot|apos|nbsp|#39);/g, (_, name: string) => named.get(name)!)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .replace(/\p{Cc}(?<!\n)/gu, '')
    .trim()
    .slice(0, 20_000)
