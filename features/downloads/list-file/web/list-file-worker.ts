import { readListFile } from './read-list-file.ts'

/** Answers a file with what is in it; in between, with the share that has been read. */
self.onmessage = async ({ data }: MessageEvent<Blob>) => {
  self.postMessage(await readListFile(data, (share) => self.postMessage(share)))
}
