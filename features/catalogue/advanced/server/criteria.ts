import { countries } from '#marc/crosswalk/countries.ts'
import { genreGroups } from '#marc/crosswalk/genre-groups.ts'
import { itemTypes } from '#marc/crosswalk/item-types.ts'
import type { FacetField } from '../../facets.ts'
import type { CataloguePort } from '../../server/catalogue-port.ts'
import { oncePerState } from '../../server/once-per-state.ts'
import { issuances, keywordFields, keywordTypes, operations } from '../choices.ts'
import type { AdvancedCriteria } from '../contract.ts'

type Lists = Pick<AdvancedCriteria, 'languages' | 'genres' | 'learningAreas'>

/** Longest list of values; the most frequent ones are kept. */
const maxValues = 1000
const counted = { languages: 'language', genres: 'genreScis', learningAreas: 'scisLearningArea' } as const

/** The choices of the advanced search form. */
export function openCriteria(catalogue: Pick<CataloguePort, 'search' | 'stats'>) {
  const listsNow = oncePerState(catalogue, () => countLists(catalogue))

  /** A failed lookup makes its lists null: the form works with the others. `failed` gets the error. */
  return async (failed: (error: unknown) => void): Promise<AdvancedCriteria> => {
    const lists = await listsNow().catch((error: unknown): Lists => {
      failed(error)
      return { languages: null, genres: null, learningAreas: null }
    })
    return { ...fixedCriteria, ...lists }
  }
}

const fixedCriteria = {
  fields: [...keywordFields],
  types: [...keywordTypes],
  operations: [...operations],
  resourceTypes: Object.entries(itemTypes).map(([category, types]) => ({ category, subcategories: [...types] })),
  countries,
  issuance: [...issuances],
}

async function countLists(catalogue: Pick<CataloguePort, 'search'>): Promise<Lists> {
  const { facets } = await catalogue.search({
    clause: { kind: 'all' },
    choices: [],
    sort: [],
    from: 0,
    size: 0,
    facets: Object.entries(counted).map(([name, field]: [string, FacetField]) => ({
      name,
      field,
      size: maxValues,
      minCount: 1,
    })),
  })
  const valuesOf = (name: keyof typeof counted) => (facets[name] ?? []).map(({ key }) => key).sort(byName)
  const others = valuesOf('genres').filter((genre) => !(genreGroups as string[]).includes(genre))
  return {
    languages: valuesOf('languages'),
    genres: [
      { category: 'Genre groups', subcategories: [...genreGroups] },
      ...(others.length > 0 ? [{ category: 'Other genres', subcategories: others }] : []),
    ],
    learningAreas: valuesOf('learningAreas'),
  }
}

const byName = new Intl.Collator('en').compare
