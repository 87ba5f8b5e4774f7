/** Up to this many waiters no one is refused: a slow answer is better than none. */
const fewest = 4

/**
 * Waiters for something, and how long a client's next one would wait. Clients take turns, as in a `FairQueue`; unnamed
 * clients count as one and wait in order of arrival.
 */
export class WaitQueue {
  private readonly now: () => number
  /** For each client, the start of each wait, by place. */
  private readonly clients = new Map<string, Map<number, number>>()
  private next = 0
  private size = 0
  private lastLeftAt = 0
  /** Milliseconds between departures while someone waits. */
  private pace = 0

  constructor(now: () => number = () => performance.now()) {
    this.now = now
  }

  /** Call the result when the waiting is over, however it ends; it is idempotent. */
  enter(client = ''): () => void {
    const place = this.next++
    const own = this.clients.get(client) ?? new Map<number, number>()
    this.clients.set(client, own.set(place, this.now()))
    this.size++
    return () => {
      const entered = own.get(place)
      if (entered === undefined) return
      own.delete(place)
      this.size--
      if (own.size === 0 && this.clients.get(client) === own) this.clients.delete(client)
      const left = this.now()
      this.pace += (left - Math.max(entered, this.lastLeftAt) - this.pace) / 20
      this.lastLeftAt = left
    }
  }

  /** How often this client waits. */
  waiting(client: string): number {
    return this.clients.get(client)?.size ?? 0
  }

  /**
   * The maximum, in milliseconds, of this client's longest current wait, its next one's expected wait, and the time
   * since the last turn.
   */
  waitMs(client = ''): number {
    if (this.size < fewest) return 0
    const own = this.clients.get(client) ?? new Map<number, number>()
    let ahead = own.size
    let first = Number.POSITIVE_INFINITY
    for (const others of this.clients.values()) {
      first = Math.min(first, firstOf(others))
      if (others !== own) ahead += Math.min(others.size, own.size + 1)
    }
    const now = this.now()
    const stalled = now - Math.max(first, this.lastLeftAt)
    return Math.max(own.size > 0 ? now - firstOf(own) : 0, stalled, ahead * this.pace)
  }
}

const firstOf = (waiting: Map<number, number>): number => waiting.values().next().value!
