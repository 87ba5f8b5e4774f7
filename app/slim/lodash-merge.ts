type Plain = Record<string, unknown>

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Replaces `lodash.merge` for the plain JSON of a query: merges objects, and lists by index. */
export default function merge(target: Plain, ...sources: Plain[]): Plain {
  for (const source of sources)
    for (const [name, value] of Object.entries(source)) {
      if (value === undefined || name === '__proto__') continue
      target[name] = mergeValue(target[name], value)
    }
  return target
}

function mergeValue(old: unknown, value: unknown): unknown {
  if (isPlain(value)) return merge(isPlain(old) ? old : {}, value)
  if (!Array.isArray(value)) return value
  const list = Array.isArray(old) ? [...old] : []
  for (const [i, each] of value.entries()) list[i] = mergeValue(list[i], each)
  return list
}
