/** Where a work is done; `search` is that of the queue that it is opened from, in which the next one is found. */
export const workAddress = (itemId: string, search = ''): string =>
  `/desk/cataloguing/${encodeURIComponent(itemId)}${search}`
