export type SiteItem = { productCode: string; quantity: number; enrollmentSize: number | null }

/** Another content site, whose shop keeps the carts; what things cost is not its affair. */
export interface ContentSitePort {
  /** What is in a cart; undefined where the site has no such cart. Throws where it does not answer as agreed. */
  cart(cmsId: string): Promise<SiteItem[] | undefined>
}
