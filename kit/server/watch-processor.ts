const lookEveryMs = 100
/** A single long piece of work is no overload: only what all of these looks have seen. */
const looks = 3

/** How late this process comes to what is due, in milliseconds: the least of the last looks. */
export function watchProcessor() {
  const late = new Array<number>(looks).fill(0)
  let due = performance.now() + lookEveryMs
  const timer = setInterval(() => {
    const now = performance.now()
    late.shift()
    late.push(Math.max(0, now - due))
    due = now + lookEveryMs
  }, lookEveryMs)
  timer.unref()
  return { lateMs: () => Math.min(...late), stop: () => clearInterval(timer) }
}
