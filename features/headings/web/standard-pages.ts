/** `index`, `index-a` and `index-a-2` stand from A to Z, `tree` and `tree-<id>` as a tree; all others are headings. */
export const kindOfPage = (fileName: string): 'index' | 'tree' | 'heading' =>
  /^index(-|$)/.test(fileName) ? 'index' : /^tree(-|$)/.test(fileName) ? 'tree' : 'heading'
