import type { Quad } from 'n3'
import { tidy } from '#marc/crosswalk-steps.ts'
import type { Labels } from './skos-labels.ts'

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

/** What a file says of one address. `name`: of a scheme that has no label of SKOS. */
export type Concept = {
  isConcept: boolean
  isScheme: boolean
  isDeprecated: boolean
  texts: Map<string, Labels>
  links: Map<string, string[]>
}

export const emptyConcept = (): Concept => ({
  isConcept: false,
  isScheme: false,
  isDeprecated: false,
  texts: new Map(),
  links: new Map(),
})

export function takeQuad(about: (address: string) => Concept, { subject, predicate, object }: Quad) {
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
