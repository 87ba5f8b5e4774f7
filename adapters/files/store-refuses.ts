/** The store answers but rejects us; the message names the setting. */
export class StoreRefuses extends Error {}
