/** Milliseconds between two keys: a scanner is far below, nobody's fingers keep it up over a whole number. */
const scannerPace = 60
const shortestCode = 6

/**
 * A scanner may end each code with Tab. From a person Tab leaves the field; from a scanner, known by its pace, it ends
 * the line. Tell it every key; it answers whether a Tab pressed now ends a code.
 */
export function watchPace() {
  let last = 0
  let run = 0
  return {
    key(at: number) {
      run = at - last <= scannerPace ? run + 1 : 1
      last = at
    },
    endsCode: (at: number) => run >= shortestCode && at - last <= scannerPace,
  }
}
