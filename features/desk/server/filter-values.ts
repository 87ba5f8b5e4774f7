/** Each search word as a LIKE pattern; all must match. */
export const likeWords = (text: string | undefined): string[] =>
  (text ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 8)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
