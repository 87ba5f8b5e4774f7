/** The names under which an answer's unsent reason and note are stored. */
export const reasonOf = (itemId: string): string => `decline ${itemId}`
export const noteOf = (itemId: string): string => `attach ${itemId}`
