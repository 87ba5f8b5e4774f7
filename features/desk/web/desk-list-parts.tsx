/** What lists of the desk in other features are made of. */
export { momentInWords } from './desk-words.ts'
export { inputOf, type ListAddress, useListAddress } from './list-address.ts'
export { sentencesOf, tellDone, useDeskForm, useRefresh } from './use-desk-form.ts'
