import { type Ber, integerOf, oidOf, partOf, textOf } from './ber.ts'
import { Diagnostic } from './diagnostics.ts'
import { type ExplainRecord, exp1Attributes, explainDatabase, explainRecords } from './explain.ts'
import type { PresentRequest, SearchRequest } from './requests.ts'
import { explainSyntax, type Presented, recordPart } from './responses.ts'
import { maxResultSets } from './result-sets.ts'

export const isExplain = (databases: string[]): boolean =>
  databases.length === 1 && databases[0]!.toLowerCase() === explainDatabase.toLowerCase()

/** One association's result sets of the Explain database, by name. `database`: the one that is described. */
export class ExplainSets {
  private readonly all: ExplainRecord[]
  private readonly sets = new Map<string, ExplainRecord[]>()

  constructor(database: string) {
    this.all = explainRecords(database)
  }

  has(name: string): boolean {
    return this.sets.has(name)
  }

  /** The number of records found. */
  search({ query, resultSet }: Pick<SearchRequest, 'query' | 'resultSet'>): number {
    if (!this.has(resultSet) && this.sets.size >= maxResultSets)
      throw new Diagnostic('tooManyResultSets', String(maxResultSets))
    const [set, structure] = query.parts ?? []
    if (!set || !structure || set.tag !== 6) throw new Diagnostic('malformedQuery')
    const found = this.all.filter(conditionOf(structure, oidOf(set)))
    this.sets.set(resultSet, found)
    return found.length
  }

  /** All elements come with every element set. */
  present({ resultSet, start, count, syntax = explainSyntax }: Wanted): Presented {
    const found = this.sets.get(resultSet)
    if (!found) throw new Diagnostic('unknownResultSet', resultSet)
    if (syntax !== explainSyntax) throw new Diagnostic('unsupportedRecordSyntax', syntax)
    if (start < 1 || count < 0 || start + count - 1 > found.length)
      throw new Diagnostic('presentOutOfRange', `${start}+${count}`)
    const parts = found
      .slice(start - 1, start - 1 + count)
      .map(({ record }) => recordPart(explainDatabase, { record, syntax }))
    const next = start + count
    return { parts, next: next > found.length ? 0 : next, isPart: false }
  }

  /** Whether there was one. */
  delete(name: string): boolean {
    return this.sets.delete(name)
  }

  clear(): void {
    this.sets.clear()
  }
}

type Wanted = Pick<PresentRequest, 'resultSet' | 'start' | 'count'> & { syntax?: string | undefined }
type Condition = (record: ExplainRecord) => boolean

function conditionOf(node: Ber, set: string): Condition {
  const parts = node.parts ?? []
  if (node.tag === 0) return conditionOfTerm(parts[0], set)
  const [left, right, operator] = parts
  const kind = operator?.parts?.[0]?.tag
  if (node.tag !== 1 || !left || !right || kind === undefined) throw new Diagnostic('malformedQuery')
  if (kind > 2) throw new Diagnostic('unsupportedOperator', kind === 3 ? 'prox' : String(kind))
  const [one, other] = [conditionOf(left, set), conditionOf(right, set)]
  if (kind === 0) return (record) => one(record) && other(record)
  return kind === 1 ? (record) => one(record) || other(record) : (record) => one(record) && !other(record)
}

const [category, databaseName] = [1, 3]

/** Use 1: the category of records; 3: the database that they describe. */
function conditionOfTerm(operand: Ber | undefined, set: string): Condition {
  const term = operand?.parts?.find(({ tag }) => tag === 45 || tag === 216)
  if (operand?.tag !== 102 || !term) throw new Diagnostic('malformedQuery')
  let use = category
  for (const element of partOf(operand, 44)?.parts ?? []) {
    const [own, type, value] = [partOf(element, 1), partOf(element, 120), partOf(element, 121)]
    const attributes = own ? oidOf(own) : set
    if (attributes !== exp1Attributes) throw new Diagnostic('unsupportedAttributeSet', attributes)
    if (!type || !value) throw new Diagnostic('malformedQuery')
    if (integerOf(type) === 1) use = integerOf(value)
  }
  if (use !== category && use !== databaseName) throw new Diagnostic('unsupportedUse', String(use))
  const text = textOf(term).trim().toLowerCase()
  return (record) => (use === category ? record.category : record.database)?.toLowerCase() === text
}
