import { afterAsking } from '#kit/web/ask-who.ts'
import { fetchAnswer } from '#kit/web/fetch-json.ts'

/** Saves the file of an address under the name that the server gives it. Rejects with why there is none. */
export async function saveFile(fileAddress: string): Promise<string> {
  const response = await afterAsking(() => fetchAnswer(fileAddress))
  const name = nameIn(response.headers.get('content-disposition') ?? '') ?? 'records'
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
  return name
}

/** RFC 6266: the name in any script where there is one, else the plain one. */
function nameIn(disposition: string) {
  const encoded = disposition.match(/filename\*=UTF-8''([^;]+)/i)?.[1]
  try {
    if (encoded) return decodeURIComponent(encoded)
  } catch {
    // The plain one is there too.
  }
  return disposition.match(/filename="((?:[^"\\]|\\.)*)"/i)?.[1]?.replace(/\\(.)/g, '$1')
}
