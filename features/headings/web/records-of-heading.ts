import { searchByPhrase, searchByValue } from '#features/catalogue/web/catalogue-parts.tsx'
import type { HeadingSource } from '../contract.ts'

/** Where the records stand that `recordCount` counts. */
export const recordsAddress = ({ heading, isSubject, isSeriesTitle }: HeadingSource): string =>
  isSubject
    ? searchByValue('subjects', heading)
    : isSeriesTitle
      ? searchByPhrase('series', heading)
      : searchByPhrase('author', heading)
