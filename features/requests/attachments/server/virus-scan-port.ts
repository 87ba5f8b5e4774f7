/** Scans files for viruses before anything else reads them. */
export interface VirusScanPort {
  /** The scanner's name of the virus; undefined for a clean file. Throws if the scan fails. */
  scan(bytes: Uint8Array): Promise<string | undefined>
}
