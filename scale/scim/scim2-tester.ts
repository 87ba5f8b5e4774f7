import { pythonWith } from '../services/python.ts'

/** A Python with scim2-tester, which checks a SCIM server, and its client; undefined if they cannot be fetched. */
export const scim2Tester = (): string | undefined =>
  pythonWith('scim2-tester==0.5.2', 'scim2-client==0.13.2', 'scim2-models==0.12.3', 'httpx2==2.16.2')
