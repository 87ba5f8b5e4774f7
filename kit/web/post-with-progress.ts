import type { Endpoint, RawInput, Reply } from '#kit/contract.ts'
import { afterAsking } from './ask-who.ts'
import { problemIn, unreachable } from './fetch-json.ts'

type Options = {
  /** The part of the body that was sent, from 0 to 1. */
  onProgress: (part: number) => void
  signal: AbortSignal
}

/** A call with a large body that reports upload progress, which `fetch` cannot. */
export const postWithProgress = <E extends Endpoint>(
  endpoint: E,
  input: RawInput<E>,
  options: Options,
): Promise<Reply<E>> => afterAsking(async () => (await sent(endpoint.path, input, options)) as Reply<E>)

function sent(address: string, body: unknown, { onProgress, signal }: Options): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = () => {
      request.abort()
      reject(signal.reason)
    }
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', stop)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('error', () => reject(unreachable()))
    request.addEventListener('load', () => {
      const response = new Response(request.responseText, { status: request.status })
      const answer = response.ok
        ? response.json()
        : problemIn(response, address).then((problem) => Promise.reject(problem))
      answer.then(resolve, reject)
    })
    request.addEventListener('loadend', () => signal.removeEventListener('abort', stop))
    request.open('POST', address)
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('content-type', 'application/json')
    request.setRequestHeader('x-requested-with', 'fetch')
    request.send(JSON.stringify(body))
  })
}
