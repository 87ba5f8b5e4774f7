import { z } from 'zod'
import type { Endpoint } from '#kit/contract.ts'

export type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  items?: Schema
  minItems?: number
  minimum?: number
  pattern?: string
  minLength?: number
  maxLength?: number
}

/** A valid input for the call, with `text` in every place that has room for it. */
export function sampleInput(endpoint: Endpoint, text: string, { onlyRequired = false } = {}): object {
  const schema = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }) as Schema
  return sampleOf(schema, text, onlyRequired) as object
}

/** `named` gives the text for a member's name. */
export function sampleOf(
  schema: Schema,
  text: string,
  onlyRequired: boolean,
  named: (name: string) => string | undefined = () => undefined,
  name = '',
): unknown {
  const sample = (inner: Schema, innerName = name) => sampleOf(inner, text, onlyRequired, named, innerName)
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sample(schema.anyOf.find(({ type }) => type !== 'null') ?? schema.anyOf[0]!)
  switch ([schema.type].flat()[0]) {
    case 'object': {
      const { properties = {}, required = [], additionalProperties: others } = schema
      const members = Object.entries(properties).filter(([name]) => !onlyRequired || required.includes(name))
      const free = typeof others === 'object' && members.length === 0 ? [[text, sample(others)]] : []
      return Object.fromEntries([...members.map(([name, member]) => [name, sample(member, name)]), ...free])
    }
    case 'array':
      return onlyRequired && !schema.minItems ? [] : [sample(schema.items ?? {})]
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return (
        named(name) ??
        [text, `${text}@school.example`, '20260101', '2026-01-01', '2026-01-01T00:00:00Z', '0'.repeat(32)].find(
          (each) => fits(each, schema),
        )
      )
  }
}

const fits = (text: string, { pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema) =>
  text.length >= minLength && text.length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(text))
