/** Longer than any discovery document, key set, user info or token. */
export const longestReply = 512 * 1024

/** For calls to issuers that others run: a reply that is too long breaks off, before it fills the memory. */
export async function fetchBounded(address: string, options: object): Promise<Response> {
  const response = await fetch(address, options)
  let bytes = 0
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, control) {
      bytes += piece.length
      if (bytes > longestReply) control.error(new Error('the issuer’s reply is too long'))
      else control.enqueue(piece)
    },
  })
  return new Response(response.body?.pipeThrough(bounded), response)
}
