import type { Day } from '#kit/day.ts'
import { apa } from './apa.ts'
import { chicago } from './chicago.ts'
import type { CslItem } from './csl.ts'
import { harvard } from './harvard.ts'
import type { StyleId } from './ids.ts'
import { mla } from './mla.ts'
import type { Run } from './runs.ts'
import { vancouver } from './vancouver.ts'

export type Formatting = {
  /** When an online work was seen. */
  today: Day
  /** `a`, `b`, … after the year, of works of one author in one year. */
  letter?: string
}

type Style = {
  id: StyleId
  label: string
  /** The edition of the manual that the style follows. */
  edition: string
  /** The heading of a list in this style. */
  heading: string
  /** Alphabetical, with letters after equal years if references name years; otherwise numbered in the order given. */
  order: 'letters' | 'alphabet' | 'numbers'
  format: (item: CslItem, formatting: Formatting) => Run[]
}

/** The citation styles, in the order in which a screen offers them. */
export const styles = [
  {
    id: 'apa',
    label: 'APA',
    edition: 'American Psychological Association, Publication Manual, 7th edition',
    heading: 'References',
    order: 'letters',
    format: apa,
  },
  {
    id: 'harvard',
    label: 'Harvard (Australia)',
    edition: 'Australian Government Style Manual, author–date',
    heading: 'References',
    order: 'letters',
    format: harvard,
  },
  {
    id: 'mla',
    label: 'MLA',
    edition: 'Modern Language Association, MLA Handbook, 9th edition',
    heading: 'Works cited',
    order: 'alphabet',
    format: mla,
  },
  {
    id: 'chicago',
    label: 'Chicago',
    edition: 'Chicago Manual of Style, 18th edition, notes and bibliography',
    heading: 'Bibliography',
    order: 'alphabet',
    format: chicago,
  },
  {
    id: 'vancouver',
    label: 'Vancouver',
    edition: 'National Library of Medicine, Citing Medicine, 2nd edition',
    heading: 'References',
    order: 'numbers',
    format: vancouver,
  },
] as const satisfies Style[]
