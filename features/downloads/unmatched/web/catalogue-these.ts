/** An address longer than this is cut by some servers. */
const maxInOneAddress = 200

/**
 * The address for requesting the cataloguing of identifiers. Many are passed by their request instead: `requestId=`
 * means all of its unmatched ones, `except=` excludes some. `undefined` if neither form fits.
 */
export function catalogueThese(
  identifiers: readonly string[],
  from?: { requestId: string; unmatched: readonly string[] },
): string | undefined {
  const address = (members: Record<string, readonly string[] | string>) =>
    `/CreateCatalogueRequest?${Object.entries(members)
      .map(([name, value]) => `${name}=${[value].flat().map(encodeURIComponent).join(',')}`)
      .join('&')}`
  if (identifiers.length <= maxInOneAddress) return address({ identifiers })
  if (!from) return undefined
  const { requestId, unmatched } = from
  const numbers = new Set(identifiers)
  const except = unmatched.filter((each) => !numbers.has(each))
  if (except.length === 0) return address({ requestId })
  return except.length <= maxInOneAddress ? address({ requestId, except }) : undefined
}

export const nothingToCatalogue = 'Please select some records to catalogue'
export const tooManyToCatalogue = `Please select at most ${maxInOneAddress} records, or all but ${maxInOneAddress}`
