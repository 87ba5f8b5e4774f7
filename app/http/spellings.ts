/** Calls that the specification also writes without `/rest`: both spellings answer. */
const shortSpelling =
  /^\/(?=mydownload\/|catalogue\/record\/email|catalogue\/temp\/save|cataloguerequests(?:[/?]|$)|customer\/[^/?]+\/local-depots|ref-data\/)/

export const rewriteSpelling = (url: string) => url.replace(shortSpelling, '/rest/')

/** An address whose escapes cannot be read is taken as it is written: no page or call has one, and each says so itself. */
export function readableAddress(url: string): string {
  const end = url.search(/[?#]|$/)
  const path = url.slice(0, end)
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(end)
  }
}
