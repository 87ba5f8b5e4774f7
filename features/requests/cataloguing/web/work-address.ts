/** A work's address; `search`: the query of its queue, for finding the next work. */
export const workAddress = (itemId: string, search = ''): string =>
  `/desk/cataloguing/${encodeURIComponent(itemId)}${search}`
