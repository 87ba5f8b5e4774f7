export type SiteItem = { productCode: string; quantity: number; enrollmentSize: number | null }

/** Another content site whose shop keeps the carts; prices are ours. */
export interface ContentSitePort {
  /** The cart's items; undefined if the site has no such cart. Throws on an unexpected answer. */
  cart(cmsId: string): Promise<SiteItem[] | undefined>
}
