/** Looks for viruses in a file before anything else is done with it. */
export interface VirusScanPort {
  /** What was found, as the scanner calls it; undefined where the file is clean. Throws where it cannot tell. */
  scan(bytes: Uint8Array): Promise<string | undefined>
}
