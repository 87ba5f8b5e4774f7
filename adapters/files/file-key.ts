const keyForm = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/

export const isKey = (text: string): boolean => keyForm.test(text)

/** Returns the key; throws if it is not one of ours. */
export function checkedKey(key: string): string {
  if (!isKey(key)) throw new Error(`Not a file key: ${JSON.stringify(key)}`)
  return key
}
