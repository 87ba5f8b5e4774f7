/** The shelf from a mark on, `at` records further. */
export function shelfAddress({ mark, at }: { mark: string; at: number }): string {
  const params = new URLSearchParams({ ...(mark && { mark }), ...(at > 0 && { at: String(at) }) })
  return params.size > 0 ? `/discover/shelf?${params}` : '/discover/shelf'
}

/** The shelf with a record in its middle. */
export const shelfAround = (record: string): string => `/discover/shelf?${new URLSearchParams({ record })}`
