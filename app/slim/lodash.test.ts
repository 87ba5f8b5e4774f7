import { createRequire } from 'node:module'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import cloneDeep from './lodash-clonedeep.ts'
import merge from './lodash-merge.ts'

const real = createRequire(createRequire(import.meta.url).resolve('bodybuilder'))('lodash.merge') as typeof merge

const leaf = fc.dictionary(
  fc.constantFrom('term', 'match', 'range'),
  fc.oneof(fc.string(), fc.integer(), fc.array(fc.string())),
)
const clauses = fc.record({ must: fc.array(leaf), filter: leaf, should: fc.array(leaf) }, { requiredKeys: [] })
/** As the builder makes them: the same name always has the same type. */
const query = fc
  .record({ query: fc.record({ bool: clauses }), sort: fc.array(leaf), size: fc.integer() }, { requiredKeys: [] })
  .map((made) => JSON.parse(JSON.stringify(made)) as Record<string, unknown>)

test('queries are merged as by the library', () => {
  fc.assert(
    fc.property(query, query, query, (a, b, c) => {
      expect(merge(cloneDeep(a), b, c)).toEqual(real(structuredClone(a), b, c))
    }),
  )
})

test('a copy shares nothing with its original', () => {
  fc.assert(
    fc.property(query, (value) => {
      const before = JSON.stringify(value)
      const copy = cloneDeep(value)
      expect(copy).toEqual(value)
      copy.size = 'changed'
      for (const part of Object.values(copy)) if (Array.isArray(part)) part.push('changed')
      expect(JSON.stringify(value)).toBe(before)
    }),
  )
})
