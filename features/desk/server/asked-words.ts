/** Each word of what was asked for as a pattern of LIKE: all of them must be found. */
export const likeWords = (text: string | undefined): string[] =>
  (text ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 8)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)

/** `YYYY-MM-DD`, as subscriptions begin and end. */
export const today = (clock: () => Date): string => clock().toISOString().slice(0, 10)
