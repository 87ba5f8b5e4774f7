import { afterAsking } from '#kit/web/ask-who.ts'
import { fetchAnswer } from '#kit/web/fetch-json.ts'

/** Downloads a file and saves it under the server's name for it. Rejects with the reason if there is none. */
export async function saveFile(fileAddress: string): Promise<string> {
  const response = await afterAsking(() => fetchAnswer(fileAddress))
  const name = nameIn(response.headers.get('content-disposition') ?? '') ?? 'records'
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Revoked after the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
  return name
}

/** RFC 6266: the encoded name in any script if there is one, else the plain one. */
function nameIn(disposition: string) {
  const encoded = disposition.match(/filename\*=UTF-8''([^;]+)/i)?.[1]
  try {
    if (encoded) return decodeURIComponent(encoded)
  } catch {
    // The encoded name is malformed: the plain one is used.
  }
  return disposition.match(/filename="((?:[^"\\]|\\.)*)"/i)?.[1]?.replace(/\\(.)/g, '$1')
}
