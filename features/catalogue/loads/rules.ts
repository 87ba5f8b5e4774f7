/** So many loads are kept, and of each so many records that were repaired, and that were rejected. */
export const maxLoads = 50
export const maxKeptOfList = 5000

/** So many stand on one page. */
export const entriesAPage = 50

export const loadKinds = ['records', 'headings'] as const
export const loadLists = ['rejected', 'repaired'] as const

/** `failed`: nothing of the file is in the catalogue. */
export const loadStates = ['done', 'failed'] as const
