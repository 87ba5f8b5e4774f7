import type { loadKinds, loadLists } from '../rules.ts'

/** Rows of migration 027. */
export type LoadTables = {
  catalogueLoad: {
    id: string
    beganAt: Date
    endedAt: Date
    kind: (typeof loadKinds)[number]
    file: string
    cameFrom: string
    loaded: number
    updated: number
    unchanged: number
    repaired: number
    rejected: number
    failure: string
  }
  catalogueLoadEntry: {
    loadId: string
    list: (typeof loadLists)[number]
    position: number
    startsAt: number | null
    recordNumber: string
    told: string
  }
}
