/**
 * The next index in a list below a field, by an arrow key. The field itself is -1, before the first and after the last.
 */
export const stepThrough = (at: number, step: number, count: number): number =>
  ((at + 1 + step + count + 1) % (count + 1)) - 1
