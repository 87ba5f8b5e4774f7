/** As `lodash.unset` with a plain name, which is all that the query builder asks of it. */
export default function unset(object: Record<string, unknown>, name: string): boolean {
  return delete object[name]
}
