/** What other features' screens show of the catalogue: its links and its covers. It imports no other feature. */
export { Cover } from './cover.tsx'
export { detailsAddress, folderItemOf, headingText, type ShownHit, titleOf, yearOf } from './hit-facts.ts'
export { searchInWords } from './search-in-words.ts'
export { searchByPhrase, searchByValue, searchByWords } from './search-links.ts'
export { ResourceType } from './type-icon.tsx'
export { useSuggestions } from './use-suggestions.ts'
