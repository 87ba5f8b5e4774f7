import { type ListFile, readListFile } from './read-list-file.ts'

/** Reads a file beside the page, which goes on answering meanwhile. Give it up by the signal. */
export async function readAside(
  file: Blob,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<ListFile | undefined> {
  if (typeof Worker === 'undefined') return readListFile(file, progress)
  const worker = new Worker(new URL('./list-file-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<ListFile | undefined>((resolve, reject) => {
      signal.addEventListener('abort', () => resolve(undefined))
      worker.onerror = ({ message }) => reject(new Error(message))
      worker.onmessage = ({ data }: MessageEvent<ListFile | number>) => {
        if (typeof data === 'number') progress(data)
        else resolve(data)
      }
      worker.postMessage(file)
    })
  } finally {
    worker.terminate()
  }
}
