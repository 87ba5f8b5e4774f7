import { type Kysely, sql } from 'kysely'

/** Wakes every process of an installation. A signal may be lost with a connection, so what it is about is stored first. */
export interface Signals {
  /** `missed` is called after each gap in listening. Returns a function that ends it. */
  listen(channel: SignalChannel, heard: (text: string) => unknown, missed: () => unknown): Promise<() => Promise<void>>
}

export type SignalChannel = 'synonyms'

/** Channel name in PostgreSQL, where other programs may have channels too. */
export const channelName = (channel: SignalChannel) => `school_catalogue_${channel}`

/** Reaches every process, this one too; in a transaction, when it commits. */
// biome-ignore lint/suspicious/noExplicitAny: of whatever tables
export async function sendSignal(db: Kysely<any>, channel: SignalChannel, text = ''): Promise<void> {
  await sql`select pg_notify(${channelName(channel)}, ${text})`.execute(db)
}
