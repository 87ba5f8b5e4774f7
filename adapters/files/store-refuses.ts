/** The store is there and will not have us; the message names the setting. */
export class StoreRefuses extends Error {}
