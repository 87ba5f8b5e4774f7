/** Calls that the specification also writes without `/rest`: both spellings answer. */
const shortSpelling =
  /^\/(?=mydownload\/|catalogue\/record\/email|catalogue\/temp\/save|cataloguerequests(?:[/?]|$)|customer\/[^/?]+\/local-depots|ref-data\/)/

export const rewriteSpelling = (url: string) => url.replace(shortSpelling, '/rest/')
