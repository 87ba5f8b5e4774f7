/** Calls that the specification also writes without `/rest`: both spellings work. */
const shortSpelling =
  /^\/(?=mydownload\/|catalogue\/record\/email|catalogue\/temp\/save|cataloguerequests(?:[/?]|$)|customer\/[^/?]+\/local-depots|ref-data\/)/

export const rewriteSpelling = (url: string) => url.replace(shortSpelling, '/rest/')

/** An address with invalid escapes is taken literally: no page or call matches it, and each reports that itself. */
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
