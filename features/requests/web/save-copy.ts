import { call } from '#kit/web/call.ts'
import { type NewItem, requestsApi } from '../contract.ts'
import { itemTexts } from '../rules.ts'
import type { ShownItem } from './shown.ts'

/** Answers the new draft's id. */
export async function saveCopy(items: readonly ShownItem[]): Promise<string> {
  const copies: NewItem[] = []
  for (const item of items)
    copies.push({
      resourceType: item.resourceType,
      physicalResource: item.physicalResource,
      ...(Object.fromEntries(
        Object.keys(itemTexts).map((name) => [name, item[name as keyof typeof itemTexts]]),
      ) as Pick<NewItem, keyof typeof itemTexts>),
      files: await Promise.all(item.files.map(sent)),
    })
  const { response } = await call(requestsApi.createCatalogueRequest, { items: copies })
  return response.id
}

async function sent({ url, filename, caption }: ShownItem['files'][number]) {
  const picture = await fetch(url, { credentials: 'same-origin' })
  if (!picture.ok) throw new Error(`A picture could not be read: ${picture.status}`)
  return { filename, caption, base64: await asBase64(await picture.blob()) }
}

const asBase64 = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
