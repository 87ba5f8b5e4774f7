import { buffer } from 'node:stream/consumers'
import type { RunningApp } from '#app/wire.ts'
import { splitBuffer } from '#marc/iso2709/iso2709.ts'
import { idsOfLoad } from './writes.ts'

/** Names with the state of each; if a name repeats, both are reported. */
export class States extends Map<string, string> {
  add(name: string, state: string) {
    this.set(name, this.has(name) ? `${this.get(name)} and ${state}` : state)
  }
}

export async function folderStates({ db }: RunningApp): Promise<States> {
  const rows = await db
    .selectFrom('savedFolder')
    .select(['name', 'items', 'itemCount'])
    .where('name', 'like', 'killed-%')
    .orderBy('name')
    .execute()
  const states = new States()
  for (const { name, items, itemCount } of rows) {
    const whole = items.length === itemCount && items.length > 0 ? '' : ` with ${items.length} of ${itemCount} records`
    states.add(name.replace(/-renamed$/, ''), `${name.endsWith('-renamed') ? 'renamed' : 'saved'}${whole}`)
  }
  return states
}

/** Complete, with a file of all its records. */
export async function downloadStates({ db, files }: RunningApp): Promise<States> {
  const rows = await db.selectFrom('downloadRequest').selectAll().where('name', 'like', 'killed-%').execute()
  const states = new States()
  for (const { name, status, identities, fileKey, fileSize } of rows) {
    const file = fileKey === null ? null : await files.get(fileKey)
    const bytes = file ? await buffer(file.stream) : Buffer.alloc(0)
    const records = [...splitBuffer(bytes)].length
    const whole = status === 'READY' && bytes.length === fileSize && records === identities.length
    states.add(name, whole ? 'ready' : `${status} with ${records} records in ${bytes.length} bytes`)
  }
  return states
}

export async function mailStates({ db }: RunningApp): Promise<States> {
  const rows = await db
    .selectFrom('outgoingMail')
    .select(['recipient', 'state'])
    .where('recipient', 'like', 'killed-%')
    .execute()
  const states = new States()
  for (const { recipient, state } of rows) states.add(recipient.split('@')[0]!, state.toLowerCase())
  return states
}

/** The catalogue's answer for each of the loaded files. */
export async function loadStates({ catalogue }: RunningApp, names: string[]): Promise<States> {
  const states = new States()
  for (const name of names) {
    const ids = idsOfLoad(name)
    const { length } = await catalogue.documents(ids)
    if (length > 0) states.add(name, length === ids.length ? 'loaded' : `${length} of ${ids.length} records`)
  }
  return states
}
