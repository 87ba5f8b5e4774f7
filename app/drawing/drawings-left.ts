/** Drawing a page takes about 6 ms of the thread that answers every call: this many leave it three quarters. */
const mostASecond = 40

/** Takes one of the drawings that are left; false if none is. As many as a second has may come at once. `now`: ms. */
export function drawingsLeft(now: () => number = () => performance.now()): () => boolean {
  let left = mostASecond
  let at = now()
  return () => {
    const since = (now() - at) / 1000
    at += since * 1000
    left = Math.min(mostASecond, left + since * mostASecond)
    if (left < 1) return false
    left--
    return true
  }
}
