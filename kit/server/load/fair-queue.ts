type Waiting<T> = { client: string; item: T }

/** Those who wait, one of each client in turn: a client with much to do waits behind itself, not before the others. */
export class FairQueue<T> {
  /** In the order of their turns. */
  private readonly lines = new Map<string, T[]>()

  get size(): number {
    let size = 0
    for (const waitQueue of this.lines.values()) size += waitQueue.length
    return size
  }

  push(client: string, item: T): void {
    const waitQueue = this.lines.get(client)
    if (waitQueue) waitQueue.push(item)
    else this.lines.set(client, [item])
  }

  /** Takes the next one out. Clients that may not go now keep their turn. */
  shift(mayGo: (client: string) => boolean = () => true): Waiting<T> | undefined {
    for (const [client, waitQueue] of this.lines) {
      if (!mayGo(client)) continue
      const item = waitQueue.shift()!
      this.lines.delete(client)
      if (waitQueue.length > 0) this.lines.set(client, waitQueue)
      return { client, item }
    }
    return undefined
  }

  /** False where it does not wait. */
  remove(item: T): boolean {
    for (const [client, waitQueue] of this.lines) {
      const place = waitQueue.indexOf(item)
      if (place < 0) continue
      waitQueue.splice(place, 1)
      if (waitQueue.length === 0) this.lines.delete(client)
      return true
    }
    return false
  }

  /** Takes all of them out. */
  clear(): T[] {
    const all = [...this.lines.values()].flat()
    this.lines.clear()
    return all
  }
}
