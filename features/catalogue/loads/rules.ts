/** How many loads are kept, and how many repaired and rejected records of each. */
export const maxLoads = 50
export const maxEntriesOfList = 5000

/** Entries on one page. */
export const entriesAPage = 50

export const loadKinds = ['records', 'headings'] as const
export const loadLists = ['rejected', 'repaired'] as const

/** `failed`: nothing of the file is in the catalogue. */
export const loadStates = ['done', 'failed'] as const
