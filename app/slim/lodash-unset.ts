/** Replaces `lodash.unset` with a plain name, which is all the query builder needs. */
export default function unset(object: Record<string, unknown>, name: string): boolean {
  return delete object[name]
}
