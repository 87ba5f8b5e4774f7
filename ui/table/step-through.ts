/**
 * The next place in a list below a field, by an arrow key. Beyond both ends stands the field itself, at -1; from there
 * the way leads to the other end.
 */
export const stepThrough = (at: number, step: number, count: number): number =>
  ((at + 1 + step + count + 1) % (count + 1)) - 1
