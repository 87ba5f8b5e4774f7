import { folderProblem, longestFolderName } from '../contract.ts'

/**
 * A folder's name as it is kept, and as it is compared: names that differ in case, in how an accent is written, in
 * spaces or in what is not seen are one name.
 */
export function readFolderName(typed: string): { name: string; nameKey: string } {
  // Far above the limit: not worth looking at.
  if (typed.length > 16 * longestFolderName) throw refuse('folder_name_too_long')
  const name = typed.normalize('NFC').replace(turning, '').replace(/\s+/gu, ' ').trim()
  if (/\p{Cc}/u.test(name)) throw refuse('folder_name_unreadable')
  const nameKey = keyOf(name)
  if (nameKey === '') throw refuse('folder_name_missing')
  if ([...name].length > longestFolderName) throw refuse('folder_name_too_long')
  return { name, nameKey }
}

/** What turns the direction of all that follows it, the sentence around the name included. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g
/** Format characters, fillers, variation selectors, and the Braille cell without dots. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** By way of upper case, so that `ß` is `ss` and every Greek sigma the same. */
const keyOf = (name: string) =>
  name.replace(unseen, '').replace(/\s+/gu, ' ').trim().toUpperCase().toLowerCase().normalize('NFC')

type NameProblem = 'folder_name_missing' | 'folder_name_too_long' | 'folder_name_unreadable' | 'folder_name_taken'

/** The sentence stands on the field too. */
export function refuse(code: NameProblem, about?: { folderId: string }) {
  const { messages } = folderProblem(code)
  return folderProblem(code, { errors: { folderName: messages }, ...(about ? { about } : {}) })
}
