/** Text of an XML file: UTF-16 by its mark, else the encoding that the declaration names, else UTF-8. */
export async function* decodeXml(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let head = new Uint8Array(0)
  for await (const chunk of chunks) {
    if (decoder) {
      yield decoder.decode(chunk, { stream: true })
      continue
    }
    head = new Uint8Array(Buffer.concat([head, chunk]))
    if (head.length < 200) continue
    decoder = decoderFor(head)
    yield decoder.decode(head, { stream: true })
  }
  if (decoder) yield decoder.decode()
  else yield decoderFor(head).decode(head)
}

function decoderFor(head: Uint8Array): TextDecoder {
  if (head[0] === 0xff && head[1] === 0xfe) return new TextDecoder('utf-16le')
  if (head[0] === 0xfe && head[1] === 0xff) return new TextDecoder('utf-16be')
  const declared = /^[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(
    Buffer.from(head.subarray(0, 200)).toString('latin1'),
  )
  try {
    return new TextDecoder(declared?.[1] ?? 'utf-8')
  } catch {
    return new TextDecoder('utf-8')
  }
}
