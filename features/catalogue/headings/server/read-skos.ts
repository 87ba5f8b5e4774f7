import { EventEmitter } from 'node:events'
import { Parser, type Quad } from 'n3'
import { normalised } from '#kit/normalised.ts'
import { tidy } from '#marc/crosswalk/crosswalk-steps.ts'
import type { HeadingDocument } from '#marc/crosswalk/heading-document.ts'
import { sortKey } from '#marc/crosswalk/sort-key.ts'

export type SkosItem = { position: number } & ({ heading: HeadingDocument } | { reason: string })

/**
 * The concepts of SKOS thesauri in Turtle as subject headings. `scheme` is the source code of the thesaurus; by default
 * it is derived from its name. Throws with the line if the text is not Turtle.
 */
export async function* readSkos(chunks: AsyncIterable<Uint8Array>, scheme?: string): AsyncGenerator<SkosItem> {
  const concepts = await readConcepts(chunks)
  const named = nameConcepts(concepts, scheme)
  let position = 0
  for (const [address, concept] of concepts) {
    if (!concept.isConcept) continue
    position++
    const found = named.get(address)
    if (concept.isDeprecated) yield { position, reason: `${address} is marked as deprecated.` }
    else if (!found) yield { position, reason: `${address} has no preferred label.` }
    else yield { position, heading: documentOf(concept, found, named) }
  }
}

/** A concept may be described anywhere in the file, so the whole file is read first. */
async function readConcepts(chunks: AsyncIterable<Uint8Array>): Promise<Map<string, Concept>> {
  const concepts = new Map<string, Concept>()
  const about = (address: string) => {
    const known = concepts.get(address) ?? emptyConcept()
    concepts.set(address, known)
    return known
  }
  // Fed chunk by chunk: each chunk is parsed before the next one is read.
  const source = new EventEmitter()
  let failure: Error | undefined
  new Parser({ format: 'text/turtle' }).parse(source as never, (error: Error | null, quad: Quad | null) => {
    failure ??= error ?? undefined
    if (quad && !failure) takeQuad(about, quad)
  })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const feed = (event: 'data' | 'end', text?: string) => {
    source.emit(event, text)
    if (failure) throw new Error(`This isn’t Turtle. ${failure.message}`)
  }
  for await (const chunk of chunks) feed('data', decode(decoder, chunk))
  feed('data', decode(decoder))
  feed('end')
  return concepts
}

function decode(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
  } catch {
    throw new Error('This isn’t Turtle: it is not in UTF-8.')
  }
}

/** Record number, heading and source code of each current concept. */
type Named = Map<string, { recordId: string; heading: string; scheme: string }>

/** `unesco-thesaurus-C00008`: the end of the concept's address; more of it if two ends are equal. */
function nameConcepts(concepts: Map<string, Concept>, given: string | undefined): Named {
  const codes = new Map<string, string>()
  if (given === undefined)
    for (const [address, concept] of concepts)
      if (concept.isScheme) codes.set(address, codeOfName(nameOf(concept)) || 'skos')
  const [first = 'skos'] = codes.values()
  const named: Named = new Map()
  const taken = new Set<string>()
  for (const [address, concept] of concepts) {
    if (!concept.isConcept || concept.isDeprecated) continue
    const heading = inOneLanguage(concept.texts.get('prefLabel') ?? [])[0]
    if (heading === undefined) continue
    const own = concept.links.get('inScheme')?.map((scheme) => codes.get(scheme))
    const scheme = given ?? own?.find((code) => code !== undefined) ?? first
    const short = `${scheme}-${address.split(/[/#:]/).filter(Boolean).at(-1) ?? ''}`
    const recordId = (taken.has(short) ? `${scheme}-${address.replace(/[^A-Za-z0-9]+/g, '-')}` : short).replace(
      /\s+/g,
      '',
    )
    taken.add(recordId)
    named.set(address, { recordId, heading, scheme })
  }
  return named
}

const nameOf = ({ texts }: Concept): string =>
  inOneLanguage(texts.get('prefLabel') ?? [])[0] ?? inOneLanguage(texts.get('name') ?? [])[0] ?? ''

function documentOf(
  { texts, links }: Concept,
  { recordId, heading, scheme }: { recordId: string; heading: string; scheme: string },
  named: Named,
): HeadingDocument {
  const inItsLanguage = languageOf(texts.get('prefLabel') ?? [])
  const of = (name: string) => inItsLanguage(texts.get(name) ?? [])
  const linked = (name: string) =>
    [...new Set(links.get(name) ?? [])].flatMap((address) => {
      const target = named.get(address)
      // An address without a label means nothing to a reader.
      return target ? [{ heading: target.heading, number: target.recordId }] : []
    })
  const [, ...others] = of('prefLabel')
  const variants = new Set([...others, ...of('altLabel'), ...of('hiddenLabel')])
  variants.delete(heading)
  const unlisted = new Set(
    [...(texts.get('prefLabel') ?? []), ...(texts.get('notation') ?? [])].map(({ text }) => text),
  )
  return {
    recordId,
    heading,
    headingSort: sortKey(heading),
    variants: [...variants],
    unlisted: [...unlisted].filter((text) => text !== heading && !variants.has(text)),
    kind: 'topic',
    isSubject: true,
    isName: false,
    isSeriesTitle: false,
    topicAuthority: scheme,
    nameAuthority: '',
    broader: linked('broader'),
    narrower: linked('narrower'),
    related: linked('related'),
    earlier: [],
    later: [],
    note: [...of('scopeNote'), ...of('definition')].join('\n'),
  }
}

/** Detects Turtle by the start of a file: a declaration, or a statement about an address. */
export const isTurtle = (start: string): boolean =>
  /^\uFEFF?(?:\s|#[^\n]*\n)*(?:@prefix\s|@base\s|prefix\s+[\w.-]*:\s*<|base\s+<|<[a-z][a-z0-9+.-]*:[^>\s]*>\s)/i.test(
    start,
  )

const skos = 'http://www.w3.org/2004/02/skos/core#'
const type = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'
const deprecated = 'http://www.w3.org/2002/07/owl#deprecated'

const texts = new Map([
  ...['prefLabel', 'altLabel', 'hiddenLabel', 'scopeNote', 'definition', 'notation'].map(
    (name) => [skos + name, name] as const,
  ),
  ['http://purl.org/dc/terms/title', 'name'],
  ['http://purl.org/dc/elements/1.1/title', 'name'],
  ['http://www.w3.org/2000/01/rdf-schema#label', 'name'],
])
const links = new Map([
  ...['broader', 'narrower', 'related', 'inScheme'].map((name) => [skos + name, name] as const),
  [`${skos}topConceptOf`, 'inScheme'],
])

/** The statements of a file about one address. `name`: of a scheme without a SKOS label. */
type Concept = {
  isConcept: boolean
  isScheme: boolean
  isDeprecated: boolean
  texts: Map<string, Labels>
  links: Map<string, string[]>
}

const emptyConcept = (): Concept => ({
  isConcept: false,
  isScheme: false,
  isDeprecated: false,
  texts: new Map(),
  links: new Map(),
})

function takeQuad(about: (address: string) => Concept, { subject, predicate, object }: Quad) {
  const property = predicate.value
  const text = texts.get(property)
  const link = links.get(property)
  if (text !== undefined && object.termType === 'Literal') {
    const read = tidy(object.value.toWellFormed())
    if (read !== '') push(about(subject.value).texts, text, { language: object.language, text: read })
  } else if (link !== undefined && object.termType !== 'Literal') push(about(subject.value).links, link, object.value)
  else if (property === type && object.value === `${skos}Concept`) about(subject.value).isConcept = true
  else if (property === type && object.value === `${skos}ConceptScheme`) about(subject.value).isScheme = true
  else if (property === deprecated && object.value === 'true') about(subject.value).isDeprecated = true
}

function push<T>(lists: Map<string, T[]>, name: string, value: T) {
  const list = lists.get(name)
  if (list) list.push(value)
  else lists.set(name, [value])
}

/** Texts of one property in several languages. */
type Labels = { language: string; text: string }[]

/** Selects texts by the language of the heading: English, else no language, else the first one with a label. */
function languageOf(labels: Labels): (texts: Labels) => string[] {
  const languages = labels.map(({ language }) => language.toLowerCase()).sort()
  const isEnglish = (language: string) => /^en(?:-|$)/i.test(language)
  const first = languages[0] ?? ''
  const isRead = languages.some(isEnglish) ? isEnglish : (language: string) => language.toLowerCase() === first
  return (texts) => {
    const own = texts.filter(({ language }) => isRead(language))
    const chosen = own.length > 0 ? own : texts.filter(({ language }) => language === '')
    return [...new Set(chosen.map(({ text }) => text))]
  }
}

/** The texts in the language that `languageOf` chooses for them. */
const inOneLanguage = (labels: Labels): string[] => languageOf(labels)(labels)

/** `UNESCO Thesaurus` → `unesco-thesaurus`. */
const codeOfName = (name: string): string =>
  normalised(name, 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
