import { readListFile } from './read-list-file.ts'

/** Replies to a file with its content; until then, with the share that has been read. */
self.onmessage = async ({ data }: MessageEvent<Blob>) => {
  self.postMessage(await readListFile(data, (share) => self.postMessage(share)))
}
